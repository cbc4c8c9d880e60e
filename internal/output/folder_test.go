package output

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// rooted returns a folder, another beside it, and what writes in the first alone.
func rooted(t *testing.T) (inside, outside string, s *Set) {
	t.Helper()
	dir := t.TempDir()
	inside, outside = filepath.Join(dir, "in"), filepath.Join(dir, "out")
	check(t, os.Mkdir(inside, 0o777))
	check(t, os.Mkdir(outside, 0o777))
	root, err := os.OpenRoot(inside)
	check(t, err)
	t.Cleanup(func() { root.Close() })
	return inside, outside, &Set{Command: "test", Root: root}
}

func TestRoot(t *testing.T) {
	inside, outside, s := rooted(t)
	put(t, filepath.Join(inside, "mine"), "mine")
	put(t, filepath.Join(inside, "input"), "text")
	put(t, filepath.Join(inside, "o.normlet-tmp"), "text")
	put(t, filepath.Join(outside, "theirs"), "text")
	check(t, os.Mkdir(filepath.Join(inside, "sub"), 0o777))
	check(t, os.Symlink(filepath.Join(outside, "theirs"), filepath.Join(inside, "link")))
	check(t, os.Symlink("input", filepath.Join(inside, "near")))
	check(t, os.Symlink(outside, filepath.Join(inside, "away")))
	for _, input := range []string{"input", "o.normlet-tmp"} {
		info, err := os.Stat(filepath.Join(inside, input))
		check(t, err)
		s.ReadsOpened(info)
	}
	before := list(t, inside)
	for path, want := range map[string]string{
		"mine": "not a text that normlet wrote", "input": "an input", "o": "an input", "link": "no regular file", "near": "no regular file",
		"away/x": "escapes", "../x": "escapes", filepath.Join(outside, "x"): "escapes", "none/x": "no such file", "sub": "no regular file",
	} {
		if err := s.Write(path, text, []byte("text 1")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want something about %q", path, err, want)
		}
	}
	if _, err := s.Resumable("new", text, false); err == nil {
		t.Error("a resumable file is begun below a root")
	}
	if now := list(t, inside); now != before || list(t, outside) != "theirs" || get(t, filepath.Join(outside, "theirs")) != "text" {
		t.Errorf("refusals have left %s and %s", now, list(t, outside))
	}
	for _, path := range []string{"new", "sub/new.gz"} {
		for range 2 { // the second time it replaces its own
			other := &Set{Root: s.Root}
			create(t, other, path, "text 1")
		}
	}
	if get(t, filepath.Join(inside, "new")) != "text 1" || list(t, filepath.Join(inside, "sub")) != "new.gz" {
		t.Errorf("it wrote %s and %s", list(t, inside), list(t, filepath.Join(inside, "sub")))
	}
}

// TestRootHolds writes to sub/out while others swap sub for a link to another folder: nothing ever comes there.
func TestRootHolds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need privileges")
	}
	inside, outside, s := rooted(t)
	sub, aside := filepath.Join(inside, "sub"), filepath.Join(inside, "aside")
	check(t, os.Mkdir(sub, 0o777))
	put(t, filepath.Join(outside, "out"), "text of others")
	stop, stopped := make(chan struct{}), make(chan error)
	go func() {
		for {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			for _, step := range []func() error{
				func() error { return os.Rename(sub, aside) }, func() error { return os.Symlink(outside, sub) },
				func() error { runtime.Gosched(); return os.Remove(sub) }, func() error { return os.Rename(aside, sub) },
			} {
				if err := step(); err != nil {
					stopped <- err
					return
				}
			}
		}
	}()
	for range 300 {
		_ = (&Set{Root: s.Root}).Write("sub/out", text, []byte("text 1")) // which fails where the link is
	}
	close(stop)
	check(t, <-stopped)
	if list(t, outside) != "out" || get(t, filepath.Join(outside, "out")) != "text of others" {
		t.Errorf("outside there is %s", list(t, outside))
	}
	check(t, (&Set{Root: s.Root}).Write("sub/out", text, []byte("text 1")))
}
