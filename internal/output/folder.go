package output

import (
	"errors"
	"io/fs"
	"os"

	"github.com/normlet/normlet/internal/durable"
)

// folder is where names lead: anywhere, or without a way out below an os.Root, which resolves them at each operation,
// whatever others do meanwhile.
type folder struct{ root *os.Root }

func (f folder) open(name string, flag int, mode fs.FileMode) (*os.File, error) {
	if f.root == nil {
		return os.OpenFile(name, flag, mode)
	}
	return f.root.OpenFile(name, flag, mode)
}

func (f folder) stat(name string) (fs.FileInfo, error) {
	if f.root == nil {
		return os.Stat(name)
	}
	return f.root.Stat(name)
}

func (f folder) lstat(name string) (fs.FileInfo, error) {
	if f.root == nil {
		return os.Lstat(name)
	}
	return f.root.Lstat(name)
}

// unlock removes the file of a lock, which a crash may leave.
func (f folder) unlock(name string) error {
	if f.root == nil {
		return os.Remove(name)
	}
	return f.root.Remove(name)
}

// disk has the operations that tests let fail.
func (f folder) disk() durable.FS {
	if f.root == nil {
		return durable.Disk()
	}
	return durable.In(f.root)
}

func (f folder) remove(name string) error {
	if _, err := f.lstat(name); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := f.disk().Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
