//go:build unix

package output

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// noFollow makes opening a link fail.
const noFollow = unix.O_NOFOLLOW

// syncDir makes the names in a folder durable. Some file systems cannot, and call the argument invalid.
func syncDir(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOTSUP) {
		return err
	}
	return nil
}

// tryLock locks a file without waiting and reports whether it did. File systems without locks always succeed.
func tryLock(f *os.File) (bool, error) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	switch {
	case errors.Is(err, unix.EWOULDBLOCK):
		return false, nil
	case errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.ENOSYS), errors.Is(err, unix.ENOLCK):
		return true, nil
	}
	return err == nil, err
}
