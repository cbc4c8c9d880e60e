//go:build !unix

package cost

func usedMemory() int64 { return 0 }
