package durable

import (
	"io/fs"
	"os"
)

// In returns the files below a folder: names are relative to it, and lead nowhere else.
func In(root *os.Root) FS { return rootFS{root} }

type rootFS struct{ *os.Root }

func (r rootFS) OpenFile(name string, flag int, mode fs.FileMode) (Handle, error) {
	f, err := r.Root.OpenFile(name, flag, mode)
	if err != nil {
		return nil, err // and not a Handle of a nil file
	}
	return f, nil
}

func (r rootFS) SyncDir(name string) error { return syncDir(r.Open, name) }
