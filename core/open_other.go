//go:build !unix

package core

import "os"

// mapFile reads the file: this platform has no mappings, or ones that would keep
// a pack from being replaced.
func mapFile(path string) (data []byte, unmap func() error, err error) {
	data, err = os.ReadFile(path)
	return data, func() error { return nil }, err
}
