package names

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
)

// A word that many names have ("disease", "protein") says little. A pack has a hash table of how common words are: each slot
// has the logarithm to base 2 of the number of names with one of its words, in eighths. Words that share a slot seem more
// common than they are.

// Frequencies says how common words are among the names of a pack.
type Frequencies struct {
	table []byte
	rows  float32 // logarithm to base 2 of the number of names
}

// slots returns the size of the table for a number of names: a few times as many as they have different words, so that few
// words share a slot.
func slots(names int) int { return 1 << min(max(bits.Len(uint(names))+2, 14), 18) }

// CountWords returns the payload of a pack's section WORD for its names, whose number is count. optional has dispensable
// words by their Hash, and the share of its weight, in 1/255, that each loses: it then counts as more common.
func CountWords(names iter.Seq2[int, []byte], count int, optional map[uint32]uint8) []byte {
	n := uint32(slots(count))
	counts := make([]uint32, n)
	last := make([]int32, n) // 1 + the row that a slot counted last
	var t Text
	for row, name := range names {
		t.ReadWords(AppendForm(t.Form[:0], View(name)))
		for _, w := range t.Words {
			if s := w.Hash % n; last[s] != int32(row)+1 {
				last[s] = int32(row) + 1
				counts[s]++
			}
		}
	}
	table := make([]byte, n)
	for s, c := range counts {
		table[s] = eighths(c + 1)
	}
	lessen(table, int(eighths(uint32(count)+1)), optional)
	return table
}

// lessen raises entries of the table so that Weigh gives the optional words less weight. If some share a slot, the least
// weight counts, so that their order makes no difference.
func lessen(table []byte, rows int, optional map[uint32]uint8) {
	counts := slices.Clone(table)
	for word, share := range optional {
		s := word % uint32(len(table))
		weight := 8 + max(0, rows-int(counts[s]))
		weight -= weight * int(share) / 255
		table[s] = max(table[s], byte(min(rows+8-weight, 255)))
	}
}

// eighths returns 8*log2(n). It interpolates linearly between powers of two, so that every machine gets the same value.
func eighths(n uint32) byte {
	whole := bits.Len32(n) - 1
	return byte(8*whole) + byte((uint64(n)<<3>>whole)&7)
}

// ParseFrequencies reads section WORD of a pack with a number of names.
func ParseFrequencies(table []byte, names int) (Frequencies, error) {
	if n := len(table); n == 0 || n&(n-1) != 0 || n > 1<<20 {
		return Frequencies{}, fmt.Errorf("a table of %d slots; a power of two up to 2^20 is needed", n)
	}
	return Frequencies{table, float32(eighths(uint32(names)+1)) / 8}, nil
}

// A word is rare if at most three names have it, and common if 90 or more have. The constants are logarithms to base 2.
const rareTo, commonFrom = 2, 6.5

// minCut is the number of letters from which the beginning of a word stands for it, as one letter does.
const minCut = 5

// Weigh sets the weights of t's words, their sum, and the rarity of the rarest. A weight is between 1, for a word of every
// name, and Most.
func (f Frequencies) Weigh(t *Text) {
	t.Weight, t.Rarity = 0, 0
	for i := range t.Words {
		w := &t.Words[i]
		common := float32(float32(f.at(w.Hash)) / 8)
		w.Weight = 1 + max(0, f.rows-common)
		if common == 0 && (w.Size == 1 || w.Size >= minCut) && !w.Digit && !t.Listed {
			w.Cut, t.Shorts = true, true
		}
		t.Rarity = max(t.Rarity, min(1, (commonFrom-common)/(commonFrom-rareTo)))
		t.Weight += w.Weight
	}
	t.readDenials()
}

// Weight returns the weight of the word with a Hash: see Weigh.
func (f Frequencies) Weight(word uint32) float32 {
	return 1 + max(0, f.rows-float32(float32(f.at(word))/8))
}

// Most returns the weight of a word that no name has: 1 + log2 of the number of names.
func (f Frequencies) Most() float32 { return 1 + f.rows }

func (f Frequencies) at(word uint32) byte { return f.table[word&uint32(len(f.table)-1)] }

// Known reports whether any name has a word or another word in its slot.
func (f Frequencies) Known(word uint32) bool { return f.at(word) > 0 }

// MoreThan reports whether more than n names have a word or another word in its slot.
func (f Frequencies) MoreThan(n uint32, word uint32) bool { return f.at(word) > eighths(n+1) }
