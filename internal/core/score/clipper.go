package score

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// ClippedRow is a name of one word.
type ClippedRow struct {
	Row     int32
	Letters uint32 // that the word has, a bit each
	Word    string
}

// Clipper collects names of one word, primary ones and others. A list with twice the
// wanted number is cut to the most popular; least is then the last of them.
type Clipper struct {
	contents *pack.Contents
	lists    [2][]ClippedRow
	least    [2]int32
}

// NewClipper returns one for names of c.
func NewClipper(c *pack.Contents) Clipper { return Clipper{contents: c} }

// Add adds a row, whose name has this text form, if it may be clipped.
func (l *Clipper) Add(row int32, form []byte) {
	if !mayBeClipped(form) {
		return
	}
	letters, ok := names.LetterSet(form)
	if !ok {
		return
	}
	i := 0
	if l.contents.RowKind[row] != pack.KindPrimary {
		i = 1
	}
	list := &l.lists[i]
	if l.least[i] > 0 && ByPrior(l.contents, row, l.least[i]) > 0 {
		return
	}
	*list = append(*list, ClippedRow{row, letters, string(form)})
	if len(*list) == 2*clippedRows {
		*list = l.popular(*list)
		l.least[i] = (*list)[clippedRows-1].Row
	}
}

// popular returns the most popular names of a list, in their order.
func (l *Clipper) popular(list []ClippedRow) []ClippedRow {
	slices.SortFunc(list, func(a, b ClippedRow) int { return ByPrior(l.contents, a.Row, b.Row) })
	return list[:min(len(list), clippedRows)]
}

// Done returns primary names and others by their first letter, the popular ones first.
func (l *Clipper) Done() (out [2][26][]ClippedRow) {
	for i, list := range l.lists {
		for _, x := range l.popular(list) {
			first := &out[i][x.Word[0]-'a']
			*first = append(*first, x)
		}
	}
	return out
}

// ByPrior orders rows by falling popularity of their entities.
func ByPrior(c *pack.Contents, a, b int32) int {
	return cmp.Or(cmp.Compare(c.Prior[c.RowEntity[b]], c.Prior[c.RowEntity[a]]), cmp.Compare(a, b))
}
