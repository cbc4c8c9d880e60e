package core

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
)

// A word that many names have ("disease", "protein") says little. The pack brings
// how common words are: per slot of a hash table, the logarithm to base 2 of the
// number of names that have one of its words, in eighths. Words that share a
// slot pass for more common than they are.

// wordSlots returns how many slots the table for so many names has, a few times
// their different words, so that few share one.
func wordSlots(names int) int { return 1 << min(max(bits.Len(uint(names))+2, 14), 18) }

// CountWords returns the table for the names of c. optional says of the WordHash of
// words that names can do without what share of their weight they lose, in 1/255:
// they are counted as that much more common.
func CountWords(c *pack.Contents, optional map[uint32]uint8) []byte {
	slots := uint32(wordSlots(c.Names.Len()))
	counts := make([]uint32, slots)
	last := make([]int32, slots) // row that counted last, and 1
	var t text
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		t.setTokens(encoder.AppendTextForm(t.form[:0], unsafeString(name)))
		for _, w := range t.tokens {
			if s := w.hash % slots; last[s] != int32(row)+1 {
				last[s] = int32(row) + 1
				counts[s]++
			}
		}
	}
	table := make([]byte, slots)
	for s, n := range counts {
		table[s] = eighths(n + 1)
	}
	lessen(table, int(eighths(uint32(c.Names.Len())+1)), optional)
	return table
}

// lessen takes the weight from words that weigh makes of the table, see there. Of
// those that share a slot the least weight counts, so that order makes no
// difference.
func lessen(table []byte, rows int, optional map[uint32]uint8) {
	counts := slices.Clone(table)
	for word, share := range optional {
		s := word % uint32(len(table))
		weight := 8 + max(0, rows-int(counts[s]))
		weight -= weight * int(share) / 255
		table[s] = max(table[s], byte(min(rows+8-weight, 255)))
	}
}

// eighths returns 8*log2(n), between powers of two by a straight line, which is
// the same on every platform.
func eighths(n uint32) byte {
	whole := bits.Len32(n) - 1
	return byte(8*whole) + byte((uint64(n)<<3>>whole)&7)
}

// words weighs words by how little common they are.
type words struct {
	table []byte  // empty: all words alike, as in packs that bring none
	rows  float32 // logarithm of their number
}

// newWords reads the table of a pack.
func newWords(c *pack.Contents) (words, error) {
	n := len(c.Words)
	if n&(n-1) != 0 || n > 1<<20 {
		return words{}, fmt.Errorf("a table of %d slots; allowed are powers of two", n)
	}
	return words{c.Words, float32(eighths(uint32(c.Names.Len())+1)) / 8}, nil
}

// weigh sets the weights of t's words and their sum: from 1 for a word that every
// name has to 1 + log2 of the number of names; without a table, the lengths.
func (w words) weigh(t *text) {
	t.weight, t.rare = 0, 0
	for i := range t.tokens {
		k := &t.tokens[i]
		k.weight = float32(k.size)
		if len(w.table) > 0 {
			common := float32(w.table[k.hash&uint32(len(w.table)-1)]) / 8
			k.weight = 1 + max(0, w.rows-common)
			t.rare = max(t.rare, min(1, (6.5-common)/4.5)) // 1 for the word of three names, 0 for that of 90
		}
		t.weight += k.weight
	}
}

// known reports whether any name has a word, or one that shares its slot.
func (w words) known(hash uint32) bool { return w.table[hash&uint32(len(w.table)-1)] > 0 }

// common reports whether the table shows that more than n names have a word, or
// those that share its slot.
func (w words) common(t *token, n uint32) bool {
	return len(w.table) > 0 && w.table[t.hash&uint32(len(w.table)-1)] > eighths(n+1)
}
