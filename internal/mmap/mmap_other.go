//go:build !unix

package mmap

import "github.com/normlet/normlet/internal/regular"

// Scratch returns memory of the heap, which needs no giving back: mmap_unix.go says what it is for.
func Scratch(size int) (b []byte, free func()) { return make([]byte, size), func() {} }

// Open reads the file: this platform has no mappings, or ones that would keep
// a pack from being replaced.
func Open(path string) (*File, error) {
	data, err := regular.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return &File{Data: data}, nil
}
