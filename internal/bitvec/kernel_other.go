//go:build purego || !(amd64 || arm64)

package bitvec

func archKernels() []*Kernel { return nil }
