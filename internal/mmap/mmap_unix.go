//go:build unix

package mmap

import (
	"io"
	"math"

	"golang.org/x/sys/unix"

	"github.com/normlet/normlet/internal/regular"
)

// Scratch returns memory beside the heap, whose size is above 0, and what gives it back. What the heap holds for a moment
// would stay with the process until the next garbage collection, and for minutes thereafter.
func Scratch(size int) (b []byte, free func()) {
	b, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return make([]byte, size), func() {}
	}
	return b, func() { _ = unix.Munmap(b) } // fails only for what is no mapping
}

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
