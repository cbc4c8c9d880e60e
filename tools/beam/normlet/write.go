package normlet

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// seedFn gives every part an element, so that parts without rows are written, too.
type seedFn struct{ Job Job }

// ProcessElement emits the elements.
func (f *seedFn) ProcessElement(_ []byte, emit func(int64, []byte)) {
	for part := range f.Job.Parts {
		emit(int64(part), nil)
	}
}

// writeFn writes the parts.
type writeFn struct{ Job Job }

// ProcessElement writes a part, whose rows come in any order.
func (f *writeFn) ProcessElement(ctx context.Context, part int64, rows func(*[]byte) bool) error {
	m, err := mapping.NewMapper(f.Job.config(nil), &f.Job.Shape)
	if err != nil {
		return err
	}
	var all [][]byte
	var row []byte
	for rows(&row) {
		if len(row) > 0 {
			all = append(all, bytes.Clone(row))
		}
	}
	slices.SortFunc(all, func(a, b []byte) int { return bytes.Compare(a[:placeBytes], b[:placeBytes]) })
	counters(ctx)("written", len(all))
	content := [][]byte{m.Head()}
	for _, row := range all {
		content = append(content, row[placeBytes:])
	}
	return f.Job.Write(ctx, f.Job.PartName(int(part)), mapping.Kind, content...)
}

// lettersKind is the kind of lists of dead letters.
var lettersKind = output.Begins("a list of dead letters", `{"file":`)

// lettersFn writes the dead letters.
type lettersFn struct{ Job Job }

// ProcessElement writes all of them, ordered by file and line.
func (f *lettersFn) ProcessElement(ctx context.Context, _ int64, letters func(*[]byte) bool) error {
	var all []deadLetter
	var text []byte
	for letters(&text) {
		if len(text) == 0 {
			continue // the seed
		}
		var d deadLetter
		if err := json.Unmarshal(text, &d); err != nil {
			return err
		}
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b deadLetter) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Reason, b.Reason))
	})
	var content bytes.Buffer
	e := json.NewEncoder(&content)
	e.SetEscapeHTML(false)
	for _, d := range all {
		if err := e.Encode(d); err != nil {
			return err
		}
	}
	return f.Job.Write(ctx, f.Job.DeadLetters(), lettersKind, content.Bytes())
}
