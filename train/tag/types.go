package tag

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/tag"
	"github.com/normlet/normlet/internal/meant"
	"github.com/normlet/normlet/train/data"
)

// The type of the entities of a namespace is found by its names: one that a known pack has for entities of one type is of
// that type, others are of the type that they look like. Three quarters or more of the names of a list of a type are or
// look so, and at most half of those of other lists: of printers, which are called as cell lines are. Where another type,
// or none, has a part of the names, the list has no type: what the tagger does not look for would never be found.
const (
	maxLooked  = 1000 // names of a namespace that are looked at
	leastShare = 0.6  // of names of the type
	mostOther  = 0.25 // of names of another, or of none
	moreLooked = 4    // names of no type that each list counts as having: a handful of names shows nothing
	moreOfList = 10   // names of a namespace that count as being like those of the whole list
)

// Stated says of which types namespaces are, whatever their names are.
type Stated struct {
	All string            // of all namespaces: found out
	Of  map[string]string // of some, by namespace
}

// Types are those that can be stated: those of the tagger, and NoType.
func Types() []string { return defaultTypes() }

// ParseStated reads [NAMESPACE=]TYPE; case does not count. An error says which types there are.
func ParseStated(texts []string) (s Stated, err error) {
	for _, text := range texts {
		namespace, of, one := strings.Cut(text, "=")
		if !one {
			of = text
		}
		i := slices.IndexFunc(Types(), func(t string) bool { return strings.EqualFold(t, strings.TrimSpace(of)) })
		_, twice := s.Of[namespace]
		switch {
		case i < 0:
			return s, fmt.Errorf("unknown type %q%s; types are %s", of, meant.Hint(of, Types()), strings.Join(Types(), ", "))
		case one && twice || !one && s.All != "":
			return s, fmt.Errorf("%q: a list, or a namespace of it, has one type", text)
		case !one:
			s.All = Types()[i]
		case s.Of == nil:
			s.Of = map[string]string{namespace: Types()[i]}
		default:
			s.Of[namespace] = Types()[i]
		}
	}
	return s, nil
}

// Check refuses what is stated of other namespaces than those of a list.
func (s *Stated) Check(namespaces []string) error {
	all := families(namespaces)
	for _, ns := range slices.Sorted(maps.Keys(s.Of)) {
		if !slices.Contains(all, ns) {
			return fmt.Errorf("a type of the namespace %q, which the list lacks%s; its namespaces are %q", ns, meant.Hint(ns, all), all)
		}
	}
	return nil
}

// Found says of which type a namespace is, and why.
type Found struct {
	Namespace string // without an organism
	Type      string // NoType: its names alone find it
	Stated    bool
	Names     int   // that were looked at
	Like      []int // how many of these are of each type of Types, or look so
}

// Most returns the type that most names are of, or look like, and how many.
func (f *Found) Most() (of string, n int) {
	for i, k := range f.Like {
		if of = Types()[0]; k > n {
			of, n = Types()[i], k
		}
	}
	return of, n
}

// FindTypes finds the types of the namespaces of a pack, in their order. known is a pack whose tagger says which types its
// namespaces have, nil for none.
func FindTypes(c, known *pack.Contents, s Stated) []Found {
	all := families(c.Namespaces)
	sample := sampled(c, all)
	types := typesOf(known, sample)
	found := make([]Found, len(all))
	total := make([]int, len(Types()))
	sum := moreLooked
	for i, ns := range all {
		f := &found[i]
		*f = Found{Namespace: ns, Names: len(sample[i]), Like: make([]int, len(total))}
		for _, name := range sample[i] {
			t, ok := types[names.Key(name)]
			if !ok || t == several {
				t = defaultLooks().Of(name)
			}
			f.Like[t]++
			total[t]++
		}
		sum += f.Names
	}
	for i := range found {
		f := &found[i]
		share := make([]float64, len(total))
		for t, n := range f.Like {
			share[t] = (float64(n) + float64(moreOfList*total[t])/float64(sum)) / float64(f.Names+moreOfList)
		}
		if f.Type = typeOf(share); float64(f.Like[slices.Index(Types(), f.Type)]) < leastShare*float64(f.Names) {
			f.Type = NoType // the others of the list are, these few names are not
		}
		of, one := s.Of[f.Namespace]
		if f.Stated = one || s.All != ""; one {
			f.Type = of
		} else if s.All != "" {
			f.Type = s.All
		}
	}
	return found
}

// typeOf returns the type of a list with shares of names of each.
func typeOf(share []float64) string {
	of := NoType
	for t, s := range share {
		if s >= leastShare {
			of = Types()[t]
		}
	}
	for t, s := range share {
		if Types()[t] != of && s > mostOther {
			return NoType
		}
	}
	return of
}

// families returns namespaces, those of several organisms once.
func families(namespaces []string) (out []string) {
	for _, ns := range namespaces {
		if all, _ := pack.Organism(ns); !slices.Contains(out, all) {
			out = append(out, all)
		}
	}
	return out
}

// sampled returns names of each of the families of a pack, evenly drawn.
func sampled(c *pack.Contents, all []string) [][]string {
	family := make([]int, len(c.Namespaces))
	for i, ns := range c.Namespaces {
		of, _ := pack.Organism(ns)
		family[i] = slices.Index(all, of)
	}
	rows, foreign := make([][]int, len(all)), make([][]int, len(all))
	for row, e := range c.RowEntity {
		if f := family[c.EntityNamespace[e]]; data.InEnglish(c.LanguagesOf(row)) {
			rows[f] = append(rows[f], row)
		} else {
			foreign[f] = append(foreign[f], row)
		}
	}
	out := make([][]string, len(all))
	for f, of := range rows {
		if len(of) == 0 {
			of = foreign[f]
		}
		n := min(len(of), maxLooked)
		for i := range n {
			out[f] = append(out[f], c.Names.At(of[i*len(of)/n]))
		}
	}
	return out
}

// several is the type of a name that a known pack has for entities of several types.
const several = -1

// typesOf returns the types that a pack has for names, by their keys.
func typesOf(known *pack.Contents, sample [][]string) map[string]int {
	types := map[string]int{}
	if known == nil {
		return types
	}
	_, models, err := tag.ParseModels(known.WithTagger().Tagger)
	if err != nil {
		return types // without a tagger it says nothing of types
	}
	wanted := map[string]bool{}
	for _, of := range sample {
		for _, name := range of {
			wanted[names.Key(name)] = true
		}
	}
	of := make([]int, len(known.Namespaces))
	for i, ns := range known.Namespaces {
		of[i] = slices.Index(Types(), NoType)
		for _, m := range models {
			if t := slices.Index(Types(), m.Type); t >= 0 && slices.Contains(m.Namespaces, ns) {
				of[i] = t
			}
		}
	}
	var form, key []byte
	for row, name := range known.Names.Range(0, known.Names.Len()) {
		form = names.AppendForm(form[:0], names.View(name))
		if key = names.AppendCompact(key[:0], form); !wanted[string(key)] {
			continue
		}
		t := of[known.EntityNamespace[known.RowEntity[row]]]
		if before, ok := types[string(key)]; ok && before != t {
			t = several
		}
		types[string(key)] = t
	}
	return types
}
