package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/normlet/normlet/tools/normlet/internal/hook"
)

// TestPublishEnds publishes every 29 days without a new pack, as a timer does that has the online key alone: clients
// accept the repository until the day that publish prints, and it warns of the root, whose key is in a safe.
func TestPublishEnds(t *testing.T) {
	f, _ := newRepository(t)
	day := time.Now().UTC().Truncate(24 * time.Hour).Add(12 * time.Hour)
	hook.Clock = func() time.Time { return day }
	defer func() { hook.Clock = time.Now }()
	f.do("publish rotate DIR/repo --old-root-key DIR/root.pem --root-key DIR/root.pem --key DIR/online.pem") // from this day on
	f.do("publish DIR/repo tiny=DIR/t.normpack --key DIR/online.pem")
	f.do("pull tiny --from DIR/repo --root DIR/repo/metadata/1.root.json")
	ends := day.Add(365 * 24 * time.Hour).Format(time.DateOnly)
	warnings := 0
	for range 12 {
		day = day.Add(29 * 24 * time.Hour)
		code, _, stderr := f.run(nil, "publish", "DIR/repo", "--key", "DIR/online.pem")
		until := regexp.MustCompile(`clients accept it until (\S+) \(.*timestamp (\S+)[,)]`).FindStringSubmatch(stderr)
		if code != exitDone || until == nil || until[1] != min(ends, until[2]) || !strings.Contains(stderr, "root "+ends) {
			t.Fatalf("%s: status %d, %s", day.Format(time.DateOnly), code, stderr)
		}
		if strings.Contains(stderr, "warning: the root ends on "+ends) && strings.Contains(stderr, "normlet publish rotate DIR/repo --old-root-key") {
			warnings++
		}
		f.do("pull tiny")
	}
	if warnings != 2 {
		t.Errorf("warned of the root %d times, want 2", warnings)
	}
	day = day.Add(29 * 24 * time.Hour)
	f.fails("publish DIR/repo --key DIR/online.pem", exitFailed, "the root expired on "+ends+", and clients refuse the repository until it is signed anew: normlet publish rotate DIR")
	f.fails("pull tiny", exitFailed, "root.json: expired on "+ends+"T12:00:00Z; now is "+day.Format(time.RFC3339)+
		"; unless the clock of this machine is wrong, the publisher has to sign the root anew: normlet publish rotate DIR")
	f.do("publish rotate DIR/repo --old-root-key DIR/root.pem --root-key DIR/root.pem --key DIR/online.pem")
	f.do("pull tiny")

	day = day.Add(330 * 24 * time.Hour)
	f.fails("pull tiny", exitFailed, "the publisher has to sign the timestamp anew: normlet publish DIR --key ONLINE.pem")
	if _, _, stderr := f.run(nil, "publish", "DIR/repo", "--key", "DIR/online.pem,DIR/root.pem"); strings.Contains(stderr, "warning") || !strings.Contains(stderr, "root "+day.Add(365*24*time.Hour).Format(time.DateOnly)) {
		t.Errorf("with the root's key at hand: %s", stderr)
	}
	f.do("pull tiny")
}

// TestPullGivenRoot names the root of another publisher: the packs of the first one are not installed under it.
func TestPullGivenRoot(t *testing.T) {
	f, address := newUpdate(t)
	f.do("publish key DIR/other.pem")
	f.do("publish init DIR/other --root-key DIR/other.pem --key DIR/other.pem")
	f.do("publish DIR/other tiny=DIR/t.normpack --key DIR/other.pem")
	f.do("publish rotate DIR/repo --old-root-key DIR/root.pem --root-key DIR/root.pem --key DIR/online.pem")
	f.do("pull tiny --from " + address + " --root DIR/repo/metadata/1.root.json")
	for _, from := range []string{address, "DIR/other"} {
		f.fails("pull tiny --from "+from+" --root DIR/other/metadata/1.root.json", exitFailed, "the packs here are of another repository: its root, of version 2, does not descend from the one to trust now, of version 1")
		f.fails("pull tiny --from "+from+" --root DIR/other/metadata/1.root.json", exitFailed, "to forget the root that is kept in DIR/store/tiny/root.json, and its packs: normlet packs remove tiny")
	}
	if f.inUse("t.normpack", "t2.normpack") != 2 {
		t.Error("another pack is in use")
	}
	f.do("packs remove tiny")
	f.do("pull tiny --from DIR/other --root DIR/other/metadata/1.root.json")
	f.fails("pull tiny --from "+address, exitFailed, "0 of the keys that may sign the")
	f.do("pull tiny")
}

// TestRemoveLeavesNothing requires a removal to leave nothing, even what a killed one left.
func TestRemoveLeavesNothing(t *testing.T) {
	f, _ := newUpdate(t)
	f.check(os.MkdirAll(f.path("store/tiny.removed/downloads"), 0o777))
	f.do("packs remove tiny")
	if left, err := os.ReadDir(f.path("store")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	f.fails("packs remove tiny", exitFailed, fmt.Sprintf("no pack %q is installed", "tiny"))
}
