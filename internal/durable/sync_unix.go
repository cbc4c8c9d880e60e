//go:build unix

package durable

import (
	"errors"
	"os"
	"syscall"
)

// syncDir makes the names in a folder durable. Some file systems cannot, and call the argument invalid.
func syncDir(open func(name string) (*os.File, error), name string) error {
	d, err := open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}
