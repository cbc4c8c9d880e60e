package output

import (
	"io"
	"io/fs"
	"os"
)

// FS is the operations that change a file system.
type FS interface {
	OpenFile(name string, flag int, mode fs.FileMode) (Handle, error)
	Rename(from, to string) error
	Remove(name string) error
	SyncDir(name string) error // makes the names in a folder durable
}

// Handle is an open file.
type Handle interface {
	io.ReadWriteSeeker
	io.Closer
	Chmod(mode fs.FileMode) error
	Sync() error
	Truncate(size int64) error
}

var disk FS = osFS{}

// Use writes files through another file system until restore is called. It is for tests, which must not run beside
// others that write.
func Use(f FS) (restore func()) {
	before := disk
	disk = f
	return func() { disk = before }
}

type osFS struct{}

func (osFS) OpenFile(name string, flag int, mode fs.FileMode) (Handle, error) {
	f, err := os.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err // and not a Handle of a nil file
	}
	return f, nil
}

func (osFS) Rename(from, to string) error { return os.Rename(from, to) }

func (osFS) Remove(name string) error { return os.Remove(name) }

func (osFS) SyncDir(name string) error { return syncDir(name) }
