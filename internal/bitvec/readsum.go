package bitvec

// ReadSum adds all words, reading them once, in order, as fast as this package can. A scan cannot be faster than that, so
// benchmarks report the ratio of the two.
func ReadSum(words []uint64) uint64 {
	sum, done := archSum(words)
	var s0, s1, s2, s3 uint64
	for words = words[done:]; len(words) >= 4; words = words[4:] {
		s0 += words[0]
		s1 += words[1]
		s2 += words[2]
		s3 += words[3]
	}
	for _, w := range words {
		s0 += w
	}
	return sum + s0 + s1 + s2 + s3
}
