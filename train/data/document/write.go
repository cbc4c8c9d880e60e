package document

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
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
	_, isXML := r.(*bioC)
	order := slices.Clone(d.Annotations)
	slices.SortStableFunc(order, func(a, b Annotation) int { return a.start - b.start })
	var out bytes.Buffer
	at := 0
	for i := range order {
		a := &order[i]
		if a.create && a.ID == "" {
			continue
		}
		out.Write(d.raw[at:a.start])
		at = a.end
		switch {
		case !isXML && a.create:
			out.WriteString("\t" + lineText.Replace(a.ID))
		case !isXML:
			out.WriteString(lineText.Replace(a.ID))
		case a.create:
			out.WriteString(`<infon key="identifier">`)
			xml.EscapeText(&out, []byte(a.ID)) // a Buffer does not fail
			out.WriteString("</infon>")
		default:
			xml.EscapeText(&out, []byte(a.ID))
		}
	}
	out.Write(d.raw[at:])
	return out.Bytes()
}

var lineText = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")
