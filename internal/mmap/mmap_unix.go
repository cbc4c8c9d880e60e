//go:build unix

package mmap

import (
	"io"
	"math"

	"golang.org/x/sys/unix"

	"github.com/normlet/normlet/internal/regular"
)

// Open maps a regular file. What cannot be mapped (an empty file, some network file systems) is read.
func Open(path string) (*File, error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // a mapping outlives it
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if size := info.Size(); size > 0 && size <= math.MaxInt {
		if data, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_PRIVATE); err == nil {
			adviseHuge(data)
			return &File{
				Data:    data,
				Unmap:   func() error { return unix.Munmap(data) },
				release: func() { _ = unix.Madvise(data, unix.MADV_DONTNEED) }, // a refusal changes nothing
			}, nil
		}
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	return &File{Data: data}, nil
}
