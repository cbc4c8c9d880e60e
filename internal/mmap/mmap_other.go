//go:build !unix

// Package mmap maps files, or reads them where the platform cannot.
package mmap

import "os"

// Open reads the file: this platform has no mappings, or ones that would keep
// a pack from being replaced.
func Open(path string) (data []byte, unmap func() error, err error) {
	data, err = os.ReadFile(path)
	return data, func() error { return nil }, err
}
