package normlet

import (
	"bytes"
	"context"
	"iter"
	"slices"

	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// documentFn resolves the rows of a document jointly.
type documentFn struct{ worker }

// placed is a row with its number in the file.
type placed struct {
	number int64
	code   []byte
	place  document.Place
}

// ProcessElement maps a group of rows of a document.
func (f *documentFn) ProcessElement(ctx context.Context, _ string, rows func(*[]byte) bool, emit func(int64, []byte)) error {
	var group []placed
	var code []byte
	for rows(&code) {
		p := placed{code: bytes.Clone(code)}
		_, number, row, err := decodeRow(p.code)
		if err != nil {
			return err
		}
		if p.place, err = f.mapper.Place(&row); err != nil {
			return err
		}
		p.number = number
		group = append(group, p)
	}
	slices.SortFunc(group, func(a, b placed) int { return bytes.Compare(a.code[:placeBytes], b.code[:placeBytes]) })
	var stats mapping.Stats
	i, number := 0, group[0].number
	for results, err := range f.mapper.Resolve(spread(group), &stats.Lookups) {
		if err != nil {
			return err
		}
		if number == group[i].number {
			if err := f.render(group[i].code, results, &stats, emit); err != nil {
				return err
			}
			i++
		}
		number++
	}
	countAll(ctx, &stats)
	return nil
}

// spread yields the places of a group, and between them one without mentions for each row of another document, so that
// what is near is as near as in the table.
func spread(group []placed) iter.Seq[document.Place] {
	return func(yield func(document.Place) bool) {
		next := group[0].number
		for i := range group {
			for ; next < group[i].number; next++ {
				if !yield(document.Place{Document: group[i].place.Document + "\x00other"}) {
					return
				}
			}
			if !yield(group[i].place) {
				return
			}
			next++
		}
	}
}
