//go:build !linux && !darwin

package main

// peakMemory returns the most memory that this process has held; false means
// that it is not measured on this system.
func peakMemory() (int64, bool) { return 0, false }
