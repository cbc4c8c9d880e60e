package format

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// Identifiers of SNOMED CT.
const (
	snomedFullName   = "900000000000003001"
	snomedSynonym    = "900000000000013009"
	snomedDefinition = "900000000000550004"
	snomedIsA        = "116680003"
)

// beginSNOMED takes a description: a name of a concept, or a definition from the file of those.
func beginSNOMED(in *input, c *columns) (goOn bool, err error) {
	language := c.get("languagecode")
	switch term := c.get("term"); c.get("typeid") {
	case snomedFullName:
		in.name(withoutTag(term), pack.KindPrimary, language, "en")
	case snomedSynonym:
		in.name(term, pack.KindExact, language, "en")
	case snomedDefinition:
		in.term.Definition = term
	default:
		in.sink.Skip(in.line, "descriptions of other types", term)
		return false, nil
	}
	return true, nil
}

// withoutTag returns a fully specified name without its semantic tag: "Lung structure (body structure)"
// is what people call a lung structure.
func withoutTag(name string) string {
	if i := strings.LastIndex(name, " ("); i > 0 && strings.HasSuffix(name, ")") {
		return name[:i]
	}
	return name
}

// beginSNOMEDConcepts takes whether a concept is inactive: its descriptions may be active.
func beginSNOMEDConcepts(in *input, c *columns) (goOn bool, err error) {
	in.term.Obsolete = c.get("active") != "1"
	return true, nil
}

// beginSNOMEDRelations takes a concept that another one is under, or an attribute.
func beginSNOMEDRelations(in *input, c *columns) (goOn bool, err error) {
	relation := "SNOMEDCT:" + c.get("typeid")
	if c.get("typeid") == snomedIsA {
		relation = "is_a"
	}
	in.term.link(relation, c.get("destinationid"))
	return true, nil
}
