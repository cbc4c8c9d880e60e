//go:build unix && !linux

package mmap

// adviseHuge does nothing: only Linux takes the hint.
func adviseHuge([]byte) {}
