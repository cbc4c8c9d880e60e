//go:build !linux

package bitvec

import "unsafe"

func adviseHuge(unsafe.Pointer, int) {}
