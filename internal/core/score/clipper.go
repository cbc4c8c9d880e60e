package score

import (
	"cmp"
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
	contents *pack.Contents
	lists    [2][]uint64 // keys that sort rows as ByPrior does
}

// NewClipper returns a Clipper for the rows of a pack.
func NewClipper(c *pack.Contents) Clipper { return Clipper{contents: c} }

// Add adds a row, whose name has a text form, if people may clip the name.
func (l *Clipper) Add(row int32, form []byte) {
	if _, ok := names.LetterSet(form); !ok || !mayBeClipped(form) {
		return
	}
	i := 0
	if l.contents.RowKind[row] != pack.KindPrimary {
		i = 1
	}
	prior := l.contents.Prior[l.contents.RowEntity[row]]
	l.lists[i] = append(l.lists[i], uint64(math.MaxUint8-prior)<<32|uint64(row))
}

// Done returns the names of the most popular entities by their first letter: primary ones, then others. Each list begins with
// the most popular one.
func (l *Clipper) Done() (out [2][26][]ClippedRow) {
	for i, list := range l.lists {
		slices.Sort(list)
		for _, key := range list[:min(len(list), clippedRows)] {
			row := int32(key)
			word := names.AppendForm(nil, l.contents.Names.At(int(row)))
			letters, _ := names.LetterSet(word)
			first := &out[i][word[0]-'a']
			*first = append(*first, ClippedRow{row, letters, word})
		}
	}
	return out
}

// ByPrior compares rows by the falling prior of their entities, then by number.
func ByPrior(c *pack.Contents, a, b int32) int {
	return cmp.Or(cmp.Compare(c.Prior[c.RowEntity[b]], c.Prior[c.RowEntity[a]]), cmp.Compare(a, b))
}
