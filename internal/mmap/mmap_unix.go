//go:build unix

// Package mmap maps files, or reads them where the platform cannot.
package mmap

import (
	"io"
	"math"
	"os"

	"golang.org/x/sys/unix"
)

// Open returns the content of a file and what gives it back. What cannot be
// mapped (a pipe, an empty file, some network file systems) is read.
func Open(path string) (data []byte, unmap func() error, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close() // a mapping outlives it
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if size := info.Size(); info.Mode().IsRegular() && size > 0 && size <= math.MaxInt {
		if data, err = unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_PRIVATE); err == nil {
			adviseHuge(data)
			return data, func() error { return unix.Munmap(data) }, nil
		}
	}
	data, err = io.ReadAll(f)
	return data, func() error { return nil }, err
}
