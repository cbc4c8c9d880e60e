package zeroshot

import (
	"math"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
)

// maxWords bounds the words of a text that are read.
const maxWords = 256

// features returns the rows of a text's features: each word, and the 3- and 4-grams of its bytes between marks.
func features(text string, rows int) []uint32 {
	var out []uint32
	count := 0
	for field := range strings.FieldsSeq(text) { // piece by piece: a text form has a largest length
		for _, w := range names.Words(field) {
			if count++; count > maxWords {
				return out
			}
			out = appendWord(out, "^"+w+"$", rows)
		}
	}
	return out
}

func appendWord(out []uint32, marked string, rows int) []uint32 {
	out = append(out, slot(marked, rows))
	for n := 3; n <= 4; n++ {
		for i := 0; i+n <= len(marked) && len(marked) > n; i++ {
			out = append(out, slot(marked[i:i+n], rows))
		}
	}
	return out
}

func slot(feature string, rows int) uint32 {
	return uint32(uint64(names.Hash(feature)*0x9e3779b1) * uint64(rows) >> 32)
}

// frequencies returns the inverse document frequency of every row in texts: 1 and more.
func frequencies(texts [][]uint32, rows int) []float32 {
	counts, last := make([]int, rows), make([]int, rows) // last: the text that counted last, and 1
	for i, fs := range texts {
		for _, f := range fs {
			if last[f] != i+1 {
				last[f] = i + 1
				counts[f]++
			}
		}
	}
	out := make([]float32, rows)
	for f, n := range counts {
		out[f] = float32(1 + math.Log(float64(1+len(texts))/float64(1+n)))
	}
	return out
}
