package main

import (
	"testing"
	"time"

	"github.com/normlet/normlet/tools/normlet/internal/hook"
)

// TestClocksOff moves the clock of the publisher or of a client by three years, back and forth: no client takes what has
// expired or what is older than what it has, all keep the pack that they use, and all goes on once the clock is right.
func TestClocksOff(t *testing.T) {
	f, address := newUpdate(t)
	defer func() { hook.Clock = time.Now }()
	at := func(days int) { hook.Clock = func() time.Time { return time.Now().AddDate(0, 0, days) } }
	used := func(when string, pack string) {
		t.Helper()
		if f.inUse("t.normpack", "t2.normpack") != map[string]int{"t.normpack": 1, "t2.normpack": 2}[pack] {
			t.Errorf("%s: %s is not in use", when, pack)
		}
	}
	f.do("pull tiny --from " + address + " --root DIR/repo/metadata/1.root.json")
	used("at first", "t2.normpack")

	at(3 * 365) // the client's clock alone
	f.fails("pull tiny", exitFailed, "unless the clock of this machine is wrong")
	used("three years later", "t2.normpack")
	at(-3 * 365)
	f.do("pull tiny")
	used("three years ago", "t2.normpack")
	at(0)
	f.do("pull tiny")

	at(-3 * 365) // the publisher's clock
	f.do("publish DIR/repo tiny=DIR/t.normpack --key DIR/online.pem")
	at(0)
	f.fails("pull tiny", exitFailed, "expired")
	used("after a pack of three years ago", "t2.normpack")
	f.do("publish DIR/repo --key DIR/online.pem")
	f.do("pull tiny")
	used("once it is signed anew", "t.normpack")

	at(3 * 365)
	f.fails("publish DIR/repo tiny=DIR/t2.normpack --key DIR/online.pem", exitFailed, "the root expired")
	f.do("publish rotate DIR/repo --old-root-key DIR/root.pem --root-key DIR/root.pem --key DIR/online.pem")
	f.do("publish DIR/repo tiny=DIR/t2.normpack --key DIR/online.pem")
	at(0)
	f.do("pull tiny")
	used("of three years from now", "t2.normpack")
	f.do("publish DIR/repo tiny=DIR/t.normpack --key DIR/online.pem")
	f.do("pull tiny")
	used("when the clock is right again", "t.normpack")

	for year := range 3 { // a client that is away for three years, in which the keys change
		at(300 * (year + 1))
		f.do("publish rotate DIR/repo --old-root-key DIR/root.pem --root-key DIR/root.pem --key DIR/online.pem")
		f.do("publish DIR/repo tiny=DIR/" + []string{"t2", "t", "t2"}[year] + ".normpack --key DIR/online.pem")
	}
	f.do("pull tiny")
	used("after three years away", "t2.normpack")
	at(0)
	f.do("pull tiny")
	used("back again", "t2.normpack")
}
