//go:build unix

package output

import (
	"errors"

	"golang.org/x/sys/unix"

	"github.com/normlet/normlet/internal/durable"
)

// noFollow makes opening a link fail.
const noFollow = unix.O_NOFOLLOW

// nonBlock makes opening a pipe return at once.
const nonBlock = unix.O_NONBLOCK

// tryLock locks a file without waiting and reports whether it did. File systems without locks always succeed.
func tryLock(f durable.Handle) (bool, error) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	switch {
	case errors.Is(err, unix.EWOULDBLOCK):
		return false, nil
	case errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.ENOSYS), errors.Is(err, unix.ENOLCK):
		return true, nil
	}
	return err == nil, err
}
