//go:build unix

package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// userSeconds returns the time that this process has computed, summed over its threads; 0 if that is not measured.
func userSeconds() float64 {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano()).Seconds()
}
