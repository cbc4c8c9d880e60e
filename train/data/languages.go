package data

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/format"
)

// joined returns the languages of a name for which files state both.
func joined(a, b string) string {
	for tag := range strings.FieldsSeq(b) {
		if !slices.Contains(strings.Fields(a), tag) {
			a = strings.TrimSpace(a + " " + tag)
		}
	}
	return a
}

// demote makes further primary names exact. Those in another language than the first name, its translations, come next.
func (b *builder) demote(e *Entity) {
	var labels []Name
	for i := 1; i < len(e.Names); i++ {
		n := &e.Names[i]
		if n.Kind != pack.KindPrimary {
			continue
		}
		if n.Kind = pack.KindExact; n.Languages == e.Names[0].Languages {
			b.report.Demoted++
		} else {
			labels = append(labels, *n)
		}
	}
	if len(labels) > 0 {
		rest := slices.DeleteFunc(slices.Clone(e.Names[1:]), func(n Name) bool { return slices.Contains(labels, n) })
		e.Names = slices.Concat(e.Names[:1], labels, rest)
	}
}

// hasOthers reports whether a file of another format has been read.
func (b *builder) hasOthers(f *format.Format) bool {
	return slices.ContainsFunc(b.report.Sources, func(s SourceReport) bool { return s.Format != f.Name })
}

// forgetEnglish leaves out the languages of a list that has no other one than English.
func (t *Terminology) forgetEnglish() {
	for i := range t.Entities {
		for _, n := range t.Entities[i].Names {
			for tag := range strings.FieldsSeq(n.Languages) {
				if tag != "en" && !strings.HasPrefix(tag, "en-") {
					return
				}
			}
		}
	}
	for i := range t.Entities {
		for j := range t.Entities[i].Names {
			t.Entities[i].Names[j].Languages = ""
		}
	}
}
