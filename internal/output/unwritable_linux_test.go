package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestUnwritableFolder writes into a folder where nobody may. Root may everywhere, so a thread, which ends with its
// goroutine, gives that up.
func TestUnwritableFolder(t *testing.T) {
	const nobody = 65534
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	check(t, os.Chmod(filepath.Dir(dir), 0o755)) // which others may not even enter
	check(t, os.Chmod(dir, 0o555))
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	written := make(chan error)
	go func() {
		runtime.LockOSThread()
		if err := syscall.Setfsuid(nobody); err != nil {
			t.Error(err)
		}
		written <- new(Set).Write(path, text, []byte("text"))
	}()
	err := <-written
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "folder "+dir+":") {
		t.Errorf("%v; want that the folder is named, and the permission denied", err)
	}
}
