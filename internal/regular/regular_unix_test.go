//go:build unix

package regular

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOpen opens what no writer will ever write to: Open must not wait for one.
func TestOpen(t *testing.T) {
	t.Parallel()
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "outside")
	file := filepath.Join(dir, "file")
	for _, f := range []string{file, outside} {
		if err := os.WriteFile(f, []byte("content"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"link": "file", "out": outside} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, c := range []struct {
		name, reason string
		escapes      bool
	}{
		{"file", "", false}, {"link", "", false}, {"out", "", true},
		{"pipe", "not a regular file but a pipe", false}, {"s", "not a regular file but a socket", false}, {".", "not a regular file but a folder", false},
	} {
		content, err := ReadFile(filepath.Join(dir, c.name))
		if c.reason == "" && (err != nil || string(content) != "content") || c.reason != "" && (err == nil || !strings.Contains(err.Error(), c.reason)) {
			t.Errorf("%s: %q, %v", c.name, content, err)
		}
		f, err := OpenIn(root, c.name)
		if (err == nil) != (c.reason == "" && !c.escapes) || c.reason != "" && !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s in its folder: %v", c.name, err)
		}
		if err == nil {
			f.Close()
		}
	}
	if _, err := ReadFile("/dev/zero"); err == nil || !strings.Contains(err.Error(), "a device") {
		t.Errorf("/dev/zero: %v", err)
	}
	if _, err := ReadFile(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
