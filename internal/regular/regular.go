// Package regular opens regular files and refuses others. A pipe can block for ever, and a device such as /dev/zero has
// no end; a file that a program reads as a whole (a pack, a key, a recipe) must have one.
package regular

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

func Open(path string) (*os.File, error) {
	return open(path, func() (fs.FileInfo, error) { return os.Stat(path) }, func() (*os.File, error) { return os.OpenFile(path, os.O_RDONLY|nonblock, 0) })
}

// OpenIn opens a regular file in a folder. Links lead to files of the folder alone.
func OpenIn(root *os.Root, name string) (*os.File, error) {
	return open(name, func() (fs.FileInfo, error) { return root.Stat(name) }, func() (*os.File, error) { return root.OpenFile(name, os.O_RDONLY|nonblock, 0) })
}

// open looks before it opens, since some devices do something when they are opened, and after it, since the name may
// have come to mean something else.
func open(path string, stat func() (fs.FileInfo, error), open func() (*os.File, error)) (*os.File, error) {
	info, err := stat()
	if err == nil {
		err = check(path, info)
	}
	if err != nil {
		return nil, err
	}
	f, err := open()
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = check(path, info)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func check(path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return &fs.PathError{Op: "open", Path: path, Err: errors.New("not a regular file but " + kind(info.Mode()))}
}

func kind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "of another kind"
}

// ReadFile returns the content of the regular file at path.
func ReadFile(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
