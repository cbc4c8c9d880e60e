package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// sssomFormat is the Simple Standard for Sharing Ontological Mappings.
var sssomFormat = &Format{
	Name: "sssom", Title: "SSSOM TSV", About: true,
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

// readSSSOM reads mappings after a comment in YAML: what the subject is called by both sides, and the
// object as a cross-reference. Where the subject is a text, it is a name of the object.
func readSSSOM(in *input) error {
	header := func(line string) ([]string, bool) {
		return strings.Split(line, "\t"), !strings.HasPrefix(line, "#")
	}
	return in.readTSV(tsv{header: header, need: []string{"predicate_id", "object_id"}, row: func(c *columns) error {
		if len(c.missing("subject_id", "subject_type")) == 2 {
			return &Error{in.line, "not " + in.title + ": the header has no column subject_id"}
		}
		subject, object := c.get("subject_id"), c.get("object_id")
		kind, same, ok := mappingKind(c.get("predicate_id"))
		if reason := notMapped(c, subject, object, ok); reason != "" {
			in.sink.Skip(in.line, reason, strings.TrimSpace(subject+" "+c.get("predicate_id")+" "+object))
			return nil
		}
		t := &in.term
		if isText(c.get("subject_type")) {
			t.reset(in.line, object)
			t.name(c.get("object_label"), pack.KindPrimary)
			t.name(c.get("subject_label"), kind)
		} else {
			t.reset(in.line, subject)
			t.name(c.get("subject_label"), pack.KindPrimary)
			t.name(c.get("object_label"), kind)
			if !hasPrefix(subject) {
				return in.bad("the subject_id %.40q is no CURIE; are the columns in their places?", subject)
			}
			if same && !isText(c.get("object_type")) {
				t.XRefs = append(t.XRefs, meshCURIE(object))
			}
		}
		if !hasPrefix(object) && !isText(c.get("object_type")) {
			return in.bad("the object_id %.40q is no CURIE; are the columns in their places?", object)
		}
		return in.emit()
	}})
}

// isText reports whether a type of a subject or object says that its label is all there is of it.
func isText(entityType string) bool { return strings.EqualFold(entityType, "rdfs literal") }

// notMapped says why a row maps nothing, "" if it does.
func notMapped(c *columns, subject, object string, known bool) string {
	switch {
	case !known:
		return "mappings of other predicates"
	case strings.EqualFold(c.get("predicate_modifier"), "not"):
		return "mappings that are denied"
	case strings.HasPrefix(subject, "sssom:No") || strings.HasPrefix(object, "sssom:No"): // NoTermFound, once NoMapping
		return "mappings to nothing"
	case strings.HasPrefix(c.get("subject_type"), "composed") || strings.HasPrefix(c.get("object_type"), "composed"):
		return "mappings of several entities as one"
	}
	return ""
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
