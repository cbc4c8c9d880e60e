//go:build unix

package main

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// usage returns the CPU seconds of this process over all threads and its peak memory in bytes; 0 for unknown.
func usage() (seconds float64, peak int64) {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0, 0
	}
	if peak = int64(u.Maxrss); runtime.GOOS != "darwin" { // which alone counts bytes
		peak <<= 10
	}
	return time.Duration(u.Utime.Nano()).Seconds(), peak
}
