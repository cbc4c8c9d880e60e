package format

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// Files of SNOMED CT in Release Format 2. A row is a version of a description, concept or relation; the
// newest one of an id holds, so that Snapshot and Full say the same. Memory holds the newest ones.
var (
	snomedFormat          = &Format{Name: "snomed", Title: "SNOMED CT RF2 descriptions", Prefix: "SNOMEDCT", RetiredBy: "snomed-concepts", Alone: snomedAlone, sniff: rf2("term", "conceptid", "languagecode"), read: readSNOMED}
	snomedConceptsFormat  = &Format{Name: "snomed-concepts", Title: "SNOMED CT RF2 concepts", Prefix: "SNOMEDCT", Retires: true, sniff: rf2("definitionstatusid"), read: readSNOMEDConcepts}
	snomedRelationsFormat = &Format{Name: "snomed-relations", Title: "SNOMED CT RF2 relationships", Prefix: "SNOMEDCT", About: true, sniff: rf2("sourceid", "destinationid"), read: readSNOMEDRelations}
)

const snomedAlone = "which concepts are inactive cannot be told, and they are in: with sct2_Concept_... of the same release beside it they are left out"

var (
	descriptionColumns = []string{"id", "effectivetime", "active", "conceptid", "languagecode", "typeid", "term"}
	conceptColumns     = []string{"id", "effectivetime", "active", "definitionstatusid"}
	relationColumns    = []string{"id", "effectivetime", "active", "sourceid", "destinationid", "typeid"}
)

// Identifiers of SNOMED CT.
const (
	snomedFullName   = "900000000000003001"
	snomedSynonym    = "900000000000013009"
	snomedDefinition = "900000000000550004"
	snomedIsA        = "116680003"
)

// rf2 returns a test for the header: it has the first columns of all files, and one of these. Without it
// the id of a description would pass for that of an entity.
func rf2(some ...string) func(h *head) bool {
	return func(h *head) bool {
		return h.has("effectivetime", "active") && slices.ContainsFunc(some, func(name string) bool { return h.has(name) })
	}
}

// version is the newest row of an id.
type version struct {
	line   int
	id     string
	time   string // digits: the order of letters is that of time
	active bool
	cells  []string // of the columns after id, effectiveTime and active
}

// eachNewest calls f with the newest version of every id, in the order of the file's lines. Quotation marks are part of
// a term.
func (in *input) eachNewest(need []string, f func(v version) error) error {
	known := map[string]version{}
	err := in.readTSV(tsv{header: firstLine, need: need, asIs: true, row: func(c *columns) error {
		v := version{line: in.line, id: c.get(need[0]), time: c.get(need[1]), active: c.get(need[2]) == "1"}
		for _, name := range need {
			if cell := c.get(name); (strings.HasSuffix(name, "id") || name == "effectivetime" || name == "active") && !isNumber(cell) {
				return in.bad("%s %.40q is no number; are the columns in their places? "+anyColumns, name, cell)
			}
		}
		if known[v.id].time > v.time {
			return nil
		}
		for _, name := range need[3:] {
			v.cells = append(v.cells, strings.Clone(c.get(name)))
		}
		v.id = strings.Clone(v.id)
		known[v.id] = v
		return nil
	}})
	for _, v := range slices.SortedFunc(maps.Values(known), func(a, b version) int { return cmp.Compare(a.line, b.line) }) {
		if err == nil {
			err = f(v)
		}
	}
	return err
}

// readSNOMED reads descriptions: names of concepts, and definitions from the file of those.
func readSNOMED(in *input) error {
	languages := in.o.Languages
	if len(languages) == 0 {
		languages = []string{"en"}
	}
	return in.eachNewest(descriptionColumns, func(v version) error {
		concept, language, typeID, term := v.cells[0], v.cells[1], v.cells[2], v.cells[3]
		if !v.active || !wanted(languages, language) {
			in.sink.Skip(v.line, map[bool]string{true: "in another language", false: "inactive"}[v.active], term)
			return nil
		}
		in.term.reset(v.line, concept)
		switch typeID {
		case snomedFullName:
			in.term.name(withoutTag(term), pack.KindPrimary)
		case snomedSynonym:
			in.term.name(term, pack.KindExact)
		case snomedDefinition:
			in.term.Definition = term
		default:
			in.sink.Skip(v.line, "descriptions of other types", term)
			return nil
		}
		return in.emit()
	})
}

// withoutTag returns a fully specified name without its semantic tag: "Lung structure (body structure)"
// is what people call a lung structure.
func withoutTag(name string) string {
	if i := strings.LastIndex(name, " ("); i > 0 && strings.HasSuffix(name, ")") {
		return name[:i]
	}
	return name
}

// readSNOMEDConcepts reads which concepts are inactive: their descriptions may be active.
func readSNOMEDConcepts(in *input) error {
	return in.eachNewest(conceptColumns, func(v version) error {
		in.term.reset(v.line, v.id)
		in.term.Obsolete = !v.active
		return in.emit()
	})
}

// readSNOMEDRelations reads which concept is under which, and their attributes.
func readSNOMEDRelations(in *input) error {
	return in.eachNewest(relationColumns, func(v version) error {
		if !v.active {
			in.sink.Skip(v.line, "inactive", v.cells[0])
			return nil
		}
		in.term.reset(v.line, v.cells[0])
		relation := "SNOMEDCT:" + v.cells[2]
		if v.cells[2] == snomedIsA {
			relation = "is_a"
		}
		in.term.link(relation, v.cells[1])
		return in.emit()
	})
}
