//go:build !linux

package mmap

// adviseHuge does nothing: only Linux takes the hint.
func adviseHuge([]byte) {}

// PageOut does nothing: only Linux takes the hint.
func PageOut([]byte) {}
