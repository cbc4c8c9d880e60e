//go:build !unix

package mmap

import "github.com/normlet/normlet/internal/regular"

// Open reads the file: this platform has no mappings, or ones that would keep
// a pack from being replaced.
func Open(path string) (*File, error) {
	data, err := regular.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return &File{Data: data}, nil
}
