//go:build purego || !amd64

package readsum

func archSum([]uint64) (sum uint64, done int) { return 0, 0 }
