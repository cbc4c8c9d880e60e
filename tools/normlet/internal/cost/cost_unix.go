//go:build unix

package cost

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// usedMemory returns the peak memory of this process in bytes, 0 if unknown.
func usedMemory() int64 {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	if runtime.GOOS == "darwin" { // which alone counts bytes
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}
