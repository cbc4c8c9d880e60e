package score

import (
	"cmp"
	"math"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// ClippedRow is a name of one word.
type ClippedRow struct {
	Row     int32
	Letters uint32 // that the word has, a bit each
	Word    []byte
}

// Clipper collects names of one word, primary ones and others.
type Clipper struct {
	contents *pack.Contents
	lists    [2][]uint64 // what sorts rows as ByPrior does
}

func NewClipper(c *pack.Contents) Clipper { return Clipper{contents: c} }

// Add adds a row, whose name has this text form, if it may be clipped.
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

// Done returns the most popular primary names and others by their first letter, the popular ones first.
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

// ByPrior orders rows by falling popularity of their entities.
func ByPrior(c *pack.Contents, a, b int32) int {
	return cmp.Or(cmp.Compare(c.Prior[c.RowEntity[b]], c.Prior[c.RowEntity[a]]), cmp.Compare(a, b))
}
