package installed

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestForbiddenStore says that a folder may not be read, and not that there is no such pack.
func TestForbiddenStore(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store")
	if err := os.MkdirAll(filepath.Join(store, "tiny"), 0o777); err != nil {
		t.Fatal(err)
	}
	p := &Packs{Dir: store}
	if path, err := p.Path("tiny"); path != "" || err != nil {
		t.Errorf("a folder without a pack: %q, %v", path, err)
	}
	if err := os.Chmod(store, 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(store, 0o777)
	if os.Geteuid() == 0 { // who may do everything: this thread becomes somebody else, as far as files are concerned
		runtime.LockOSThread() // for good: the thread ends with the test
		if err := unix.Setfsuid(65534); err != nil {
			t.Fatal(err)
		}
		defer unix.Setfsuid(0)
	}
	if path, err := p.Path("tiny"); path != "" || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("%q, %v", path, err)
	}
	if list, err := p.List(); len(list) > 0 || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("%v, %v", list, err)
	}
}
