package assemble

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/abbreviation"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
)

// Texts define abbreviations: "chronic obstructive pulmonary disease (COPD)". If exactly one entity has the long form as a
// name, the short form becomes a name of it, too. The pack keeps how often texts mean the entity by it: COPD is also an alias
// of a gene, which no text means.

// Defined counts what texts define.
type Defined struct {
	Texts         int // texts that were read
	Abbreviations int // different pairs of an abbreviation and an entity
	Added         int // names that the terminology lacked

	meant senses
}

// senses returns those of the abbreviations. A nil Defined has none.
func (d *Defined) senses() senses {
	if d == nil {
		return senses{}
	}
	return d.meant
}

// withAbbreviations returns the terminology with the abbreviations that texts define of its names. t stays as it is.
func withAbbreviations(ctx context.Context, t *data.Terminology, texts iter.Seq2[string, error], progress Progress) (*data.Terminology, *Defined, error) {
	d := &Defined{meant: senses{}}
	ofName := ownersOf(t.Entities)
	stands := map[standsFor]bool{}
	for text, err := range texts {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, nil, err
		}
		d.Texts++
		progress("abbreviations", d.Texts, -1)
		d.read(text, func(a abbreviation.Definition) (id string) {
			if e, ok := ofName.find(a.Long); ok {
				id = t.Entities[e].ID
				stands[standsFor{a.Short, e}] = true
			}
			return id
		})
	}
	maps.DeleteFunc(d.meant, func(_ string, ids map[string]int) bool { return len(ids) == 1 && ids[""] == 1 }) // hearsay
	d.Abbreviations = len(stands)
	return d.add(t, stands), d, nil
}

// read counts what a text defines, each definition once.
func (d *Defined) read(text string, entityOf func(abbreviation.Definition) (id string)) {
	seen := map[abbreviation.Definition]bool{}
	for _, a := range abbreviation.Definitions(text) {
		a.ShortAt, a.LongAt = 0, 0 // a text counts once
		if seen[a] || !isAbbreviation(a.Short) {
			continue
		}
		seen[a] = true
		key := names.Key(a.Short)
		if d.meant[key] == nil {
			d.meant[key] = map[string]int{}
		}
		d.meant[key][entityOf(a)]++
	}
}

// standsFor is a short form with an entity, by number.
type standsFor struct {
	short  string
	entity int
}

// add returns t with short forms as aliases.
func (d *Defined) add(t *data.Terminology, stands map[standsFor]bool) *data.Terminology {
	out := *t
	out.Entities = slices.Clone(t.Entities)
	for _, s := range slices.SortedFunc(maps.Keys(stands), func(a, b standsFor) int { return cmp.Compare(a.short, b.short) }) {
		e := &out.Entities[s.entity]
		if !slices.ContainsFunc(e.Names, func(n data.Name) bool { return n.Text == s.short }) {
			e.Names = append(slices.Clip(e.Names), data.Name{Text: s.short, Kind: pack.KindAlias})
			d.Added++
		}
	}
	return &out
}

// isAbbreviation leaves out what only stands beside parentheses: words in small letters, phrases.
func isAbbreviation(short string) bool {
	return strings.ContainsFunc(short, unicode.IsUpper) && !strings.ContainsRune(short, ' ')
}

// owners are the entities that have normalized forms for names: of several the one whose name is of the best kind, none if
// that is of several, too.
type owners map[string]owner

type owner struct {
	entity int // -1: several
	kind   pack.Kind
}

func ownersOf(entities []data.Entity) owners {
	out := owners{}
	for e := range entities {
		for _, n := range entities[e].Names {
			key := names.Key(n.Text)
			if n.Kind == pack.KindRelated || isAbout(key, names.Key(entities[e].Names[0].Text)) {
				continue
			}
			switch other, ok := out[key]; {
			case !ok || n.Kind < other.kind:
				out[key] = owner{e, n.Kind}
			case n.Kind == other.kind && e != other.entity:
				out[key] = owner{-1, n.Kind}
			}
		}
	}
	return out
}

// isAbout reports whether an entity is something about what a name of it means, rather than that: receptor binding of a
// growth factor, which the Gene Ontology also calls by the factor's name.
func isAbout(name, shown string) bool {
	return strings.Contains(shown, name) && len(shown) > len(name)+1 // a plural is not
}

// find returns the entity that has a name, as it is, in the singular or in the plural.
func (o owners) find(name string) (int, bool) {
	key := names.Key(name)
	for _, k := range [...]string{key, strings.TrimSuffix(key, "s"), key + "s"} {
		if of, ok := o[k]; ok {
			return of.entity, of.entity >= 0
		}
	}
	return 0, false
}
