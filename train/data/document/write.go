package document

import (
	"bytes"
	"io"
	"slices"
)

// Write writes the text before d in its file, and d with the present ids of its
// annotations. A nil d is the end of the file.
func Write(w io.Writer, r Reader, d *Document) error {
	out := bytes.Clone(r.Between())
	if d != nil {
		out = append(out, d.render(r)...)
	}
	_, err := w.Write(out)
	return err
}

func (d *Document) render(r Reader) []byte {
	order := slices.Clone(d.Annotations)
	slices.SortStableFunc(order, func(a, b Annotation) int { return a.start - b.start })
	var out bytes.Buffer
	at := 0
	for i := range order {
		a := &order[i]
		if a.ID == a.was {
			continue // as it was written
		}
		out.Write(d.raw[at:a.start])
		at = a.end
		out.WriteString(a.before + r.id(d, a) + a.after)
	}
	out.Write(d.raw[at:])
	return out.Bytes()
}
