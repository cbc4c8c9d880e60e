package pair

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// families are the groups of two or more entities that resemble each other.
type families struct {
	members [][]int32 // entities of each family
	of      [][]int32 // families of each entity
	head    []int32   // of each entity: which of its names stands for it, the symbol or else the first
}

// newFamilies groups the entities of t by the roots of their symbols and by their relations.
func newFamilies(t *data.Terminology, relations []data.Relation) (families, error) {
	f := families{of: make([][]int32, len(t.Entities)), head: make([]int32, len(t.Entities))}
	groups := grouping{number: map[[2]string]int{}}
	entity := make(map[string]int32, len(t.Entities))
	for e := range t.Entities {
		if len(t.Entities[e].Names) == 0 {
			continue // nothing to pair
		}
		entity[t.Entities[e].ID] = int32(e)
		i, root := symbol(t.Entities[e].Names)
		if f.head[e] = int32(i); root != "" {
			groups.add([2]string{"", root}, int32(e)) // no relation is empty
		}
	}
	known := 0
	for _, r := range relations {
		if e, ok := entity[r.ID]; ok {
			groups.add([2]string{r.Relation, r.Parent}, e)
			known++
		}
	}
	if known == 0 && len(relations) > 0 {
		return f, errors.New("pair: no relation is about an entity of the terminology: id " + relations[0].ID +
			" and the others are unknown there; are the ids spelled alike, prefix included?")
	}
	for _, members := range groups.members {
		slices.Sort(members)
		members = slices.Compact(members) // a relation may be stated twice
		if len(members) > 1 {
			for _, e := range members {
				f.of[e] = append(f.of[e], int32(len(f.members)))
			}
			f.members = append(f.members, members)
		}
	}
	return f, nil
}

// grouping collects entities by key, in the order in which they came.
type grouping struct {
	number  map[[2]string]int
	members [][]int32
}

func (g *grouping) add(key [2]string, entity int32) {
	i, ok := g.number[key]
	if !ok {
		i = len(g.members)
		g.number[key] = i
		g.members = append(g.members, nil)
	}
	g.members[i] = append(g.members[i], entity)
}

// symbol returns the number and the root of the first primary or exact name that
// is a symbol, or 0 and "".
func symbol(names []data.Name) (int, string) {
	for i, n := range names {
		if n.Kind > pack.KindExact {
			continue
		}
		if root := symbolRoot(n.Text); root != "" {
			return i, root
		}
	}
	return 0, ""
}

// maxSymbol is the length of the longest symbol, in characters.
const maxSymbol = 16

// symbolRoot returns what a symbol shares with its relatives, in upper case: two or more letters
// before its number, or before the hyphen and single letter that end it (FOXP of FOXP2, IL of
// IL-6, HLA of HLA-A), or "".
func symbolRoot(name string) string {
	end := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 || utf8.RuneCountInString(name) > maxSymbol || utf8.RuneCountInString(name[:end]) < 2 {
		return ""
	}
	rest := strings.TrimPrefix(name[end:], "-")
	first, size := utf8.DecodeRuneInString(rest)
	switch {
	case unicode.IsLetter(first) && size < len(rest), !unicode.IsLetter(first) && !unicode.IsDigit(first):
		return ""
	case strings.ContainsFunc(rest, func(r rune) bool { return r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }):
		return ""
	}
	return strings.ToUpper(name[:end])
}
