package score

import (
	"math"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// ClippedRow is a row whose name is one word, which people may clip.
type ClippedRow struct {
	Row     int32
	Letters uint32 // letters of the word, one bit each
	Word    []byte
}

// Clipper collects names of one word, primary ones and others.
type Clipper struct {
	lists [2][]uint64 // keys that sort rows by the falling prior of their entities, then by number
}

// Add adds a row of c, whose name has a text form, if people may clip the name.
func (l *Clipper) Add(c *pack.Contents, row int32, form []byte) {
	if _, ok := names.LetterSet(form); !ok || !mayBeClipped(form) {
		return
	}
	i := 0
	if c.RowKind[row] != pack.KindPrimary {
		i = 1
	}
	prior := c.Prior[c.RowEntity[row]]
	l.lists[i] = append(l.lists[i], uint64(math.MaxUint8-prior)<<32|uint64(row))
}

// Join adds the rows of another.
func (l *Clipper) Join(other *Clipper) {
	for i, list := range other.lists {
		l.lists[i] = append(l.lists[i], list...)
	}
}

// Done returns the names of the most popular entities by their first letter: primary ones, then others. Each list begins with
// the most popular one.
func (l *Clipper) Done(c *pack.Contents) (out [2][26][]ClippedRow) {
	for i, list := range l.lists {
		slices.Sort(list)
		for _, key := range list[:min(len(list), clippedRows)] {
			row := int32(key)
			word := names.AppendForm(nil, c.Names.At(int(row)))
			letters, _ := names.LetterSet(word)
			first := &out[i][word[0]-'a']
			*first = append(*first, ClippedRow{row, letters, word})
		}
	}
	return out
}
