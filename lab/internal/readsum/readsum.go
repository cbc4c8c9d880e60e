// Package readsum reads memory as fast as it can be read, to compare scans with.
package readsum

//go:generate sh -c "cd ../../kernels/readsum && go run . -out ../../internal/readsum/sum_amd64.s -stubs ../../internal/readsum/stub_amd64.go -pkg readsum"

// Of adds all words in one pass.
func Of(words []uint64) uint64 {
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
