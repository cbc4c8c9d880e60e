//go:build unix

package server

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestReloadRefusesWhatIsNoFile puts at the path of a pack what opening or reading
// would block at, or never end: none of it is opened, and a pack after it is.
func TestReloadRefusesWhatIsNoFile(t *testing.T) {
	p, path := filePack(t)
	var log bytes.Buffer
	s := testServer(t, Options{Packs: []*Pack{p}, Log: slog.New(slog.NewTextHandler(&log, nil))})
	for what, put := range map[string]func() error{
		"a pipe":   func() error { return syscall.Mkfifo(path, 0o644) },
		"a folder": func() error { return os.Mkdir(path, 0o755) },
		"a device": func() error { return os.Symlink("/dev/zero", path) },
	} {
		if err := errors.Join(os.Remove(path), put()); err != nil {
			t.Fatal(err)
		}
		log.Reset()
		v := p.view()
		for _, always := range []bool{false, true, false} {
			s.refresh(p, always)
		}
		if n := strings.Count(log.String(), "not a regular file"); n != 2 || p.view() != v {
			t.Errorf("%s: refused %d times, want when it was put there and when it was asked for: %s", what, n, &log)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	v := p.view()
	writeFile(t, path, packFile(t, builtOther))
	if s.refresh(p, false); p.view() == v {
		t.Errorf("a pack after them is not opened: %s", &log)
	}
}
