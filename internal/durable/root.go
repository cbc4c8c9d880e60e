package durable

import (
	"io/fs"
	"os"
)

// In returns the file system below a folder: names are relative to it, and cannot lead out.
func In(root *os.Root) FS { return rootFS{root} }

type rootFS struct{ *os.Root }

func (r rootFS) OpenFile(name string, flag int, mode fs.FileMode) (Handle, error) {
	return handle(r.Root.OpenFile(name, flag, mode))
}

func (r rootFS) SyncDir(name string) error { return syncDir(r.Open, name) }
