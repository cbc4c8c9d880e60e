package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/tools/normlet/installed"
)

// mayFail are the errors of commands that others get in the way of, and that say so.
var mayFail = []string{
	"is writing it; wait until it has ended", `no pack "tiny" is installed`, "there is no pack tiny from before to go back to", "that is wanted, only",
}

// TestConcurrent runs pull, remove, rollback, publish and apply in random sequences, beside one another. Whatever the
// order, a pack that is in use is one that was published, and works; in the end a pull brings the newest.
func TestConcurrent(t *testing.T) {
	f, _ := newRepository(t)
	known := map[string]bool{f.plain(f.read("t.normpack")): true}
	for i := range 4 {
		f.write(fmt.Sprintf("c%d.tsv", i), fmt.Sprintf("+\tG:2\tQRF%d\talias\n", i))
		f.do(fmt.Sprintf("pack apply DIR/t.normpack DIR/c%d.tsv --out DIR/p%d.normpack", i, i))
		known[f.plain(f.read(fmt.Sprintf("p%d.normpack", i)))] = true
	}
	f.do("publish DIR/repo tiny=DIR/t.normpack --key DIR/online.pem")
	pull := "pull tiny --from DIR/repo --root DIR/repo/metadata/1.root.json"
	f.do(pull)
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(42, uint64(worker)))
			for range testfull.Or(10, 25) {
				i := rng.IntN(4)
				line := []string{
					pull, pull, strings.Replace(pull, "tiny", fmt.Sprintf("tiny@%d", 1+i), 1), "packs rollback tiny", "packs remove tiny",
					fmt.Sprintf("publish DIR/repo tiny=DIR/p%d.normpack --key DIR/online.pem", i), "publish DIR/repo --key DIR/online.pem",
					fmt.Sprintf("pack apply DIR/t.normpack DIR/c%d.tsv --out DIR/p%d.normpack", i, i),
				}[rng.IntN(8)]
				if err := f.one(line); err != nil {
					t.Errorf("worker %d: %s: %v", worker, line, err)
				}
				if err := f.sound(known); err != nil {
					t.Errorf("worker %d: after %s: %v", worker, line, err)
				}
			}
		})
	}
	wg.Wait()
	f.do("publish DIR/repo tiny=DIR/p0.normpack --key DIR/online.pem")
	f.do(pull)
	f.do("lookup --pack tiny QRF0")
	if err := f.sound(known); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"store", "repo"} {
		if left, err := os.ReadDir(f.path(name)); err != nil || len(left) > 2 {
			t.Errorf("%s holds %v, %v", name, left, err)
		}
	}
}

// one runs a command line, which may only fail because of another.
func (f *fixture) one(line string) error {
	code, _, stderr := f.run(nil, strings.Fields(line)...)
	if code == exitDone {
		return nil
	}
	for _, text := range mayFail {
		if strings.Contains(stderr, text) {
			return nil
		}
	}
	return fmt.Errorf("status %d, %s", code, stderr)
}

// sound returns an error if the pack in use, if there is one, is none of those known, or does not work.
func (f *fixture) sound(known map[string]bool) error {
	for {
		var warned error
		p := &installed.Packs{Dir: f.path("store"), Warn: func(text string) { warned = errors.New(text) }}
		path, err := p.Path("tiny")
		if err = errors.Join(err, warned); err != nil || path == "" {
			return err
		}
		content, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it was replaced meanwhile, or removed
		}
		if err != nil {
			return err
		}
		if !known[f.plain(string(content))] {
			return errors.New("an unknown pack is in use")
		}
		n, err := core.OpenBytes(content, nil)
		if err != nil {
			return err
		}
		defer n.Close()
		if a := n.Lookup("FOX-P2", 1); len(a.Matches) != 1 || a.Matches[0].ID != "G:1" {
			return fmt.Errorf("FOX-P2 is %+v", a.Matches)
		}
		return nil
	}
}

// plain returns a pack in the form that does not depend on how it came, "" for what is none.
func (f *fixture) plain(content string) string {
	plain, err := pack.Plain([]byte(content), pack.Limits{})
	if err != nil {
		return ""
	}
	return string(plain)
}
