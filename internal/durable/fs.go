// Package durable has the operations that change a file system, and writes a file so that it exists whole or not at all
// after a crash. Phones load it; package output, which does more for the files of users, builds on it.
//
// Tests of package output replace FS by one that fails at any step and forgets what was not synced.
package durable

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// FS is a file system.
type FS interface {
	OpenFile(name string, flag int, mode fs.FileMode) (Handle, error)
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	Rename(from, to string) error
	Remove(name string) error
	SyncDir(name string) error // makes the names in a folder durable
}

// Handle is an open file.
type Handle interface {
	io.ReadWriteSeeker
	io.Closer
	Fd() uintptr
	Stat() (fs.FileInfo, error)
	Chmod(mode fs.FileMode) error
	Sync() error
	Truncate(size int64) error
}

var disk FS = osFS{}

// Disk returns the file system that all writers use.
func Disk() FS { return disk }

// Use writes files through another file system until restore is called. It is for tests, which must not run beside
// others that write.
func Use(f FS) (restore func()) {
	before := disk
	disk = f
	return func() { disk = before }
}

// tempSuffix ends the names of unfinished files. One that exists is left from a killed process.
const tempSuffix = ".normlet-tmp"

// WriteFile writes a whole file. If the machine stops at any time, the old file or the new one is there. Only one
// process may write a name at a time.
func WriteFile(name string, data []byte) error {
	temp := name + tempSuffix
	if err := Remove(temp); err != nil {
		return err
	}
	h, err := disk.OpenFile(temp, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if _, err = h.Write(data); err != nil {
		err = errors.Join(err, h.Close())
	} else {
		err = Commit(disk, h, temp, name)
	}
	if err != nil {
		err = errors.Join(err, Remove(temp))
	}
	return err
}

// Commit gives the file temp, which h has written, its name, and closes it. After an error there may still be temp.
func Commit(in FS, h Handle, temp, name string) error {
	err := h.Sync() // or a crash could leave the name without the content
	if err = errors.Join(err, h.Close()); err == nil {
		err = in.Rename(temp, name)
	}
	if err != nil {
		return err
	}
	return in.SyncDir(filepath.Dir(name))
}

// Remove removes a file that may not exist.
func Remove(name string) error { return RemoveIn(disk, name) }

// RemoveIn is Remove in a file system.
func RemoveIn(in FS, name string) error {
	if _, err := in.Lstat(name); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := in.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

type osFS struct{}

func (osFS) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

func (osFS) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }

func (osFS) OpenFile(name string, flag int, mode fs.FileMode) (Handle, error) {
	return handle(os.OpenFile(name, flag, mode))
}

func handle(f *os.File, err error) (Handle, error) {
	if err != nil {
		return nil, err // a Handle with a nil *os.File would not be nil
	}
	return f, nil
}

func (osFS) Rename(from, to string) error { return os.Rename(from, to) }

func (osFS) Remove(name string) error { return os.Remove(name) }

func (osFS) SyncDir(name string) error { return syncDir(os.Open, name) }
