package main

import "golang.org/x/sys/unix"

// peakMemory returns the most memory that this process has held, in bytes.
func peakMemory() (int64, bool) {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0, false
	}
	return u.Maxrss, true
}
