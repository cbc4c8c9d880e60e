package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
)

var bioportalFormat = &Format{
	Name: "bioportal", Title: "BioPortal CSV",
	sniff: func(h *head) bool {
		c := newColumns(csvHeader(h.first()))
		return len(c.missing("class_id", "preferred_label")) < 2 && len(c.missing("obsolete", "semantic_types", "parents")) < 2
	},
	read: readBioPortal,
}

// readBioPortal reads the download of an ontology: a class a row, with bars in lists.
func readBioPortal(in *input) error {
	return in.readColumns([]string{"class_id", "preferred_label"}, func(c *columns) error {
		t := &in.term
		if id := c.get("class_id"); !hasPrefix(id) {
			return in.bad("the Class ID %.40q is no IRI; are the columns in their places? "+anyColumns, id)
		}
		t.reset(in.line, c.get("class_id"))
		t.name(c.get("preferred_label"), pack.KindPrimary)
		t.names(c.list("synonyms", "|"), pack.KindExact)
		if definitions := c.list("definitions", "|"); len(definitions) > 0 {
			t.Definition = definitions[0]
		}
		t.Obsolete = isTrue(c.get("obsolete"))
		for _, cui := range c.list("cui", "|") {
			t.xref("UMLS", cui)
		}
		for _, parent := range c.list("parents", "|") {
			if !strings.HasSuffix(parent, "owl#Thing") {
				t.link("is_a", parent)
			}
		}
		for _, tui := range c.list("semantic_types", "|") {
			if i := strings.LastIndexByte(tui, '/'); i >= 0 {
				tui = tui[i+1:]
			}
			t.link("semantic_type", "STY:"+tui)
		}
		return in.emit()
	})
}

// hasPrefix reports whether an id is an IRI or a CURIE, which a name is not.
func hasPrefix(id string) bool {
	before, after, ok := strings.Cut(id, ":")
	return ok && before != "" && after != "" && !strings.ContainsAny(id, " \t")
}
