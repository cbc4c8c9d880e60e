package download

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// OpenRegular opens a file to read. It refuses pipes and devices, which may hang or never end, and never waits for one.
func OpenRegular(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: no regular file but %s; only regular files are read", path, kind(info.Mode()))
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Folder is os.DirFS of regular files.
type Folder string

// Open implements fs.FS.
func (f Folder) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	return OpenRegular(filepath.Join(string(f), filepath.FromSlash(name)))
}

// ReadDir implements fs.ReadDirFS.
func (f Folder) ReadDir(name string) ([]fs.DirEntry, error) {
	return fs.ReadDir(os.DirFS(string(f)), name)
}

func kind(m os.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&os.ModeNamedPipe != 0:
		return "a pipe"
	case m&os.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}
