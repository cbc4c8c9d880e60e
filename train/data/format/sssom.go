package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// beginSSSOM takes a mapping of the Simple Standard for Sharing Ontological Mappings: what the subject is called by both
// sides, and the object as a cross-reference. Where the subject is a text, it is a name of the object.
func beginSSSOM(in *input, c *columns) (goOn bool, err error) {
	if len(c.missing("subject_id", "subject_type")) == 2 {
		return false, &Error{in.line, "not " + in.title + ": the header has no column subject_id"}
	}
	subject, object := c.get("subject_id"), c.get("object_id")
	kind, same, ok := mappingKind(c.get("predicate_id"))
	if reason := notMapped(c, subject, object, ok); reason != "" {
		in.sink.Skip(in.line, reason, strings.TrimSpace(subject+" "+c.get("predicate_id")+" "+object))
		return false, nil
	}
	t := &in.term
	if isText(c.get("subject_type")) {
		t.ID = object
		t.name(c.get("object_label"), pack.KindPrimary)
		t.name(c.get("subject_label"), kind)
	} else {
		t.ID = subject
		t.name(c.get("subject_label"), pack.KindPrimary)
		t.name(c.get("object_label"), kind)
		if !hasPrefix(subject) {
			return false, in.bad("the subject_id %.40q is no CURIE; are the columns in their places?", subject)
		}
		if same && !isText(c.get("object_type")) {
			t.XRefs = append(t.XRefs, meshCURIE(object))
		}
	}
	if !hasPrefix(object) && !isText(c.get("object_type")) {
		return false, in.bad("the object_id %.40q is no CURIE; are the columns in their places?", object)
	}
	return true, nil
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
