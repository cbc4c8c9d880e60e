//go:build unix

package main

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// usage returns the seconds that this process has computed, summed over its threads, and the most bytes of memory that it
// has held; 0 for what is not measured.
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
