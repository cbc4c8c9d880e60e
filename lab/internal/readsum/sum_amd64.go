//go:build !purego

package readsum

import "golang.org/x/sys/cpu"

// archSum adds a first part of words and returns its length.
func archSum(words []uint64) (sum uint64, done int) {
	if done = len(words) &^ 31; done == 0 || !cpu.X86.HasAVX2 {
		return 0, 0
	}
	return sumAVX2(&words[0], done), done
}
