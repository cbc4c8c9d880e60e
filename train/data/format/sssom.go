package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// sssomFormat is the Simple Standard for Sharing Ontological Mappings.
var sssomFormat = &Format{
	Name: "sssom", Title: "SSSOM TSV",
	sniff: func(h *head) bool {
		for _, line := range h.lines {
			if !strings.HasPrefix(line, "#") {
				c := newColumns(strings.Split(line, "\t"))
				return len(c.missing("mapping_justification")) == 0 || len(c.missing("predicate_id")) == 0
			}
		}
		return false
	},
	read: readSSSOM,
}

// sssomColumns are those without which a row says nothing about names.
var sssomColumns = []string{"subject_id", "predicate_id", "object_id", "subject_label", "object_label"}

// readSSSOM reads mappings after a comment in YAML: what the subject is called by both sides, and the
// object as a cross-reference.
func readSSSOM(in *input) error {
	header := func(line string) ([]string, bool) {
		return strings.Split(line, "\t"), !strings.HasPrefix(line, "#")
	}
	return in.readTSV(tsv{header: header, need: sssomColumns, row: func(c *columns) error {
		subject, object := c.get("subject_id"), c.get("object_id")
		for _, id := range []string{subject, object} {
			if !hasPrefix(id) {
				return in.bad("%.40q is no CURIE; are the columns in their places?", id)
			}
		}
		kind, same, ok := mappingKind(c.get("predicate_id"))
		switch {
		case !ok:
			in.sink.Skip(in.line, "mappings of other predicates", c.get("predicate_id"))
			return nil
		case strings.EqualFold(c.get("predicate_modifier"), "not"):
			in.sink.Skip(in.line, "mappings that are denied", subject+" "+object)
			return nil
		case subject == "sssom:NoTermFound" || object == "sssom:NoTermFound":
			in.sink.Skip(in.line, "mappings to nothing", subject+" "+object)
			return nil
		}
		in.term.reset(in.line, subject)
		in.term.name(c.get("subject_label"), pack.KindPrimary)
		in.term.name(c.get("object_label"), kind)
		if same {
			in.term.XRefs = append(in.term.XRefs, meshCURIE(object))
		}
		return in.emit()
	}})
}

// mappingKind returns the kind of name that the object of a predicate is for the subject, and whether
// the two are the same thing, or nearly.
func mappingKind(predicate string) (kind pack.Kind, same, ok bool) {
	switch predicate[strings.LastIndexAny(predicate, ":#/")+1:] {
	case "exactMatch", "sameAs", "equivalentClass":
		return pack.KindExact, true, true
	case "closeMatch", "hasDbXref":
		return pack.KindRelated, true, true
	case "broadMatch", "narrowMatch", "relatedMatch", "subClassOf":
		return pack.KindRelated, false, true
	}
	return 0, false, false
}
