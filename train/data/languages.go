package data

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/format"
)

// Again notes that the entity has the name under a kind and in some languages, too. A translation says nothing of the kind that
// the name has elsewhere.
func (n *Name) Again(kind Kind, languages string) {
	if n.Languages == languages {
		n.Kind = min(n.Kind, kind)
	}
	for tag := range strings.FieldsSeq(languages) {
		if !slices.Contains(strings.Fields(n.Languages), tag) {
			n.Languages = strings.TrimSpace(n.Languages + " " + tag)
		}
	}
}

// InEnglish reports whether a name in some languages may be English: what is known of words is known of English ones.
func InEnglish(languages string) bool {
	for tag := range strings.FieldsSeq(languages) {
		if tag = strings.TrimSuffix(tag, "*"); tag == "en" || strings.HasPrefix(tag, "en-") {
			return true
		}
	}
	return languages == ""
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
				if !InEnglish(tag) {
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
