package download

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/normlet/normlet/internal/regular"
)

// Folder is os.DirFS of regular files.
type Folder string

func (f Folder) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	return regular.Open(filepath.Join(string(f), filepath.FromSlash(name)))
}

func (f Folder) ReadDir(name string) ([]fs.DirEntry, error) {
	return fs.ReadDir(os.DirFS(string(f)), name)
}
