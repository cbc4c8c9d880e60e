package data

import (
	"fmt"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data/format"
	"github.com/normlet/normlet/train/data/limit"
)

type builder struct {
	options     ReadOptions
	terminology Terminology
	report      Report

	entities map[string]int // id -> index in terminology.Entities
	state    []entityState  // beside terminology.Entities
	names    map[nameKey]position
	prefixes map[string]string // prefix in lower case -> its first spelling
	files    []string

	namespace, prefix string            // of the file being read
	judge             judge             // of it
	layout            format.Layout     // of it, if it is a table
	secondary         []replacement     // in file order
	retired           map[string]bool   // ids that a file of such says are obsolete
	shared            map[string]string // strings that recur
}

// entityState has facts about an entity that an Entity has no field for.
type entityState struct {
	hasWeight bool
	namespace string // of the first file that has it
}

type nameKey struct {
	entity int
	text   string
}

type position struct {
	file, line int32
	at         int32 // among the names of its entity
}

func newBuilder(o ReadOptions) *builder {
	return &builder{
		options:  o,
		report:   Report{Secondary: map[string]string{}},
		entities: map[string]int{},
		names:    map[nameKey]position{},
		prefixes: map[string]string{},
		shared:   map[string]string{},
		retired:  map[string]bool{},
	}
}

// add adds a term of a file with its names as they are, or returns an error and leaves everything as it was, unless the
// entity has too many names.
func (b *builder) add(t *format.Term, file string) (entity int, err error) {
	i, known := b.entities[t.ID]
	if known {
		if err := b.checkEntity(i, t); err != nil {
			return i, err
		}
	} else {
		i = b.addEntity(strings.Clone(t.ID))
		b.notePrefix(t.ID)
	}
	for _, n := range t.Names {
		if err := b.addName(i, n, file, t.Line); err != nil {
			return i, err
		}
	}
	e := &b.terminology.Entities[i]
	if e.FullName == "" {
		e.FullName = strings.Clone(t.FullName)
	}
	if t.HasWeight {
		e.Weight, b.state[i].hasWeight = t.Weight, true
	}
	if e.Namespace == "" {
		e.Namespace = strings.Clone(t.Namespace)
	}
	return i, nil
}

// addRow is add for a row of the project's own format, which spells prefixes in one way.
func (b *builder) addRow(t *format.Term, file string) error {
	prefix := pack.Prefix(t.ID)
	if first, ok := b.prefixes[strings.ToLower(prefix)]; ok && first != prefix {
		return fmt.Errorf("prefix %q was spelled %q before; use one spelling", prefix, first)
	}
	_, err := b.add(t, file)
	return err
}

// checkEntity compares what a term says about its entity with what earlier ones say.
func (b *builder) checkEntity(i int, t *format.Term) error {
	e := &b.terminology.Entities[i]
	if t.HasWeight && b.state[i].hasWeight && t.Weight != e.Weight {
		return fmt.Errorf("weight %v of %s differs from %v in an earlier row", t.Weight, e.ID, e.Weight)
	}
	if t.Namespace != "" && e.Namespace != "" && t.Namespace != e.Namespace {
		return fmt.Errorf("namespace %q of %s differs from %q in an earlier row", t.Namespace, e.ID, e.Namespace)
	}
	return nil
}

func (b *builder) addEntity(id string) int {
	i := len(b.terminology.Entities)
	b.entities[id] = i
	b.terminology.Entities = append(b.terminology.Entities, Entity{ID: id})
	b.state = append(b.state, entityState{namespace: b.namespace})
	return i
}

// addName adds a name, or, if the entity has it, the stronger kind.
func (b *builder) addName(i int, n format.Name, file string, line int) error {
	e := &b.terminology.Entities[i]
	if have, ok := b.names[nameKey{i, n.Text}]; ok {
		b.report.Duplicates++
		e.Names[have.at].Again(n.Kind, n.Languages)
		return nil
	}
	if most := limit.Of().Names; len(e.Names) >= most {
		return limit.Exceeded("%s has more than %d names", e.ID, most)
	}
	text := strings.Clone(n.Text) // not the whole line
	b.judge.add(e.ID, text, n.Kind)
	e.Names = append(e.Names, Name{Text: text, Kind: n.Kind, Languages: n.Languages})
	if n := len(b.files); n == 0 || b.files[n-1] != file { // the file being read is always the last one
		b.files = append(b.files, file)
	}
	b.names[nameKey{i, text}] = position{int32(len(b.files) - 1), int32(line), int32(len(e.Names) - 1)}
	return nil
}

// settlePrimary leaves the entity with one primary name, in the preferred language, and moves it first.
func (b *builder) settlePrimary(e *Entity) {
	best := 0
	for i, n := range e.Names {
		of := &e.Names[best]
		if n.Kind < of.Kind || n.Kind == of.Kind && n.Languages != of.Languages &&
			b.options.Filter.Preference(n.Languages) < b.options.Filter.Preference(of.Languages) {
			best = i
		}
	}
	primary := e.Names[best]
	if primary.Kind != pack.KindPrimary && primary.Kind != pack.KindTwin && !b.options.KeepKinds {
		b.report.Promoted++
		primary.Kind = pack.KindPrimary
	}
	copy(e.Names[1:], e.Names[:best])
	e.Names[0] = primary
	b.demote(e)
	if e.FullName == primary.Text {
		e.FullName = ""
	}
}
