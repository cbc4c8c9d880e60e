//go:build unix

package download

import (
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/normlet/normlet/core/update"
)

// TestRegular refuses at once what is no regular file, whatever would come of reading it.
func TestRegular(t *testing.T) {
	dir := t.TempDir()
	check(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o666))
	check(t, os.Mkdir(filepath.Join(dir, "folder"), 0o777))
	check(t, os.Symlink("/dev/zero", filepath.Join(dir, "zero")))
	check(t, os.Symlink("file", filepath.Join(dir, "link")))
	check(t, os.WriteFile(filepath.Join(dir, "file"), []byte("text"), 0o666))
	t.Chdir(dir) // the name of a socket has to be short
	socket, err := net.Listen("unix", "socket")
	check(t, err)
	defer socket.Close()
	source, err := New(dir, Options{})
	check(t, err)
	for name, want := range map[string]string{
		"pipe": "not a regular file but a pipe", "folder": "but a folder", "zero": "but a device", "socket": "but a socket", "none": "no such file", "link": "", "file": "",
	} {
		data, err := source.Fetch(t.Context(), update.Want{Path: name, Most: 10})
		if want == "" && (err != nil || string(data) != "text") || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %q, %v, want %q", name, data, err, want)
		}
		if _, err := fs.ReadFile(Folder(dir), name); (err == nil) != (want == "") {
			t.Errorf("%s in a folder: %v", name, err)
		}
	}
	if _, err := Folder(dir).Open("../x"); err == nil {
		t.Error("a name above the folder")
	}
	clean := t.TempDir()
	check(t, os.Mkdir(filepath.Join(clean, "a"), 0o777))
	check(t, os.WriteFile(filepath.Join(clean, "a", "b"), []byte("text"), 0o666))
	if files, err := fs.Glob(Folder(clean), "a/*"); err != nil || len(files) != 1 {
		t.Errorf("%q, %v", files, err)
	}
}
