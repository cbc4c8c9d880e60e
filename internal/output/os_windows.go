package output

import (
	"errors"

	"golang.org/x/sys/windows"

	"github.com/normlet/normlet/internal/durable"
)

// noFollow is unsupported here; Lstat finds links.
const noFollow = 0

const nonBlock = 0

// tryLock locks a file without waiting and reports whether it did. The locked byte lies far beyond the text, which
// others read.
func tryLock(f durable.Handle) (bool, error) {
	at := &windows.Overlapped{OffsetHigh: 1}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return err == nil, err
}
