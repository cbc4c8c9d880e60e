//go:build unix && !linux

package core

// adviseHuge does nothing: only Linux takes the hint.
func adviseHuge([]byte) {}
