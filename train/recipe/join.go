package recipe

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
)

// How sure it is that an entity of a source is one that an earlier source has, the surest first.
const (
	byBoth    = iota // a cross-reference, and a primary name that is a name of the other
	byPrimary        // the same primary name
	byXRef           // a cross-reference
	byName           // a primary name that is a name of the other
	byWords          // with near, a primary name that but for endings is one of the other: MeSH has much in the plural alone
	numWays          // and of those alike, but not the same, byNear
	byNear    = numWays
)

// ways describe, for people, how a join was found.
var ways = [...]string{byBoth: "cross-reference and name", byPrimary: "primary name", byXRef: "cross-reference", byName: "name", byWords: "name but for endings", byNear: "names in common"}

// shortest is how many letters and digits a name has that makes two entities one. Shorter ones are
// mostly abbreviations of several things.
const shortest = 3

// joiner finds the entities of a source that are those of earlier ones.
type joiner struct {
	m         *merger
	p         *part
	primaries map[string]int      // form -> earlier entity of the namespace, severalOwners of more than one
	names     map[string]int      // the same, of all names
	words     map[string]int      // the same, of all names without the endings of words
	to        map[string]int      // the result: id -> earlier entity
	way       map[string]int      // the same ids -> how sure it is
	taken     map[int]bool        // earlier entities that are joined, also by an earlier source with ids of the same prefix
	namesake  map[int]bool        // those of them that are joined with one of the same primary name, sign for sign
	parents   map[string][]string // of the source, by id
}

const severalOwners = -1

// joined returns, by id, the earlier entity that an entity of a source is. Joins are one to one: of
// several diseases that refer to the same one, each is mostly a kind of it. Surer ones come first.
func (m *merger) joined(p *part) map[string]int {
	if !p.Join && !p.Near {
		return nil
	}
	j := &joiner{m: m, p: p, primaries: map[string]int{}, names: map[string]int{}, words: map[string]int{}, to: map[string]int{}, way: map[string]int{}, taken: map[int]bool{}, namesake: map[int]bool{}, parents: map[string][]string{}}
	for _, r := range p.terminology.Relations {
		if r.IsUp() {
			j.parents[r.ID] = append(j.parents[r.ID], r.Parent)
		}
	}
	for at := range m.terminology.Entities {
		if e := &m.terminology.Entities[at]; e.Namespace == p.Namespace {
			own(j.primaries, e.Names[:1], at, letters)
			own(j.names, e.Names, at, letters)
			own(j.words, e.Names, at, stems)
		}
	}
	j.repeat()
	pairs := j.pairs()
	references := slices.Concat(pairs[byBoth], pairs[byXRef]) // a copy
	for way := range pairs {
		j.join(pairs[way], way)
	}
	if p.Near {
		j.joinNear(references)
	}
	if p.Names == newNames {
		j.keepNew()
		return j.to
	}
	if j.note(references); p.Brief && p.Join {
		j.leaveOthers()
	}
	return j.to
}

// repeat joins what an earlier source has under the same id as that source did, and leaves the entities alone that one
// with such ids has joined.
func (j *joiner) repeat() {
	prefixes := map[string]bool{}
	for i := range j.p.terminology.Entities {
		id := j.p.terminology.Entities[i].ID
		if prefixes[pack.Prefix(id)] = true; j.m.joins[id] != nil {
			j.to[id] = j.m.index[j.m.joins[id].ID]
		}
	}
	for id, join := range j.m.joins {
		if !join.Near && prefixes[pack.Prefix(id)] {
			j.take(j.m.index[join.ID], join.Name)
		}
	}
}

// take notes that an earlier entity is joined with one of the source, which has that primary name.
func (j *joiner) take(at int, primary string) {
	j.taken[at] = true
	j.namesake[at] = j.namesake[at] || strings.EqualFold(primary, j.m.terminology.Entities[at].Names[0].Text)
}

// leaveOthers leaves out what another earlier entity is called, by all letters or but for the endings of words: hay fever
// is what MeSH calls so, and not what the Disease Ontology does. An entity of its own keeps its first name.
func (j *joiner) leaveOthers() {
	for i := range j.p.terminology.Entities {
		e := &j.p.terminology.Entities[i]
		to, joined := j.to[e.ID]
		if !joined {
			at, ok := j.m.index[e.ID]
			if to = at; !ok {
				to = severalOwners
			}
		}
		others := func(owners map[string]int, form string) bool {
			at, ok := owners[form]
			return ok && at != to
		}
		first := 1
		if joined {
			first = 0
		}
		e.Names = append(slices.Clone(e.Names[:first]), slices.DeleteFunc(slices.Clone(e.Names[first:]), func(n data.Name) bool {
			return others(j.names, letters(n.Text)) || others(j.words, stems(n.Text))
		})...)
	}
}

// keepNew leaves out the names that another entity has, by all their letters or but for the endings of words: what
// several things are called in lay words is mostly what they are kinds of. Short names are mostly abbreviations.
func (j *joiner) keepNew() {
	owners := map[string]int{}
	for i := range j.p.terminology.Entities {
		own(owners, j.p.terminology.Entities[i].Names, i, letters)
	}
	for i := range j.p.terminology.Entities {
		e := &j.p.terminology.Entities[i]
		e.Names = slices.DeleteFunc(slices.Clone(e.Names), func(n data.Name) bool {
			key := letters(n.Text)
			_, before := j.names[key]
			_, ending := j.words[stems(n.Text)]
			return before || ending || owners[key] != i || len(key) < longName
		})
	}
}

// One name that two entities share may be of two things by chance: tea is no triethylamine. It counts alone if it is no
// abbreviation, and if an entity of many names does not have all its others to itself.
const (
	longName  = 5 // letters and digits
	ownAtMost = 8 // names, with the shared one
)

// joinNear joins entities that are not joined yet to the earlier one with which they share the most names, if enough:
// salts, ions and stereoisomers, for lists that do not distinguish them. References to others speak against it.
func (j *joiner) joinNear(references []pair) {
	refers := map[int][]int{}
	for _, p := range references {
		refers[p.e] = append(refers[p.e], p.at)
	}
	for i := range j.p.terminology.Entities {
		e := &j.p.terminology.Entities[i]
		if _, done := j.to[e.ID]; done {
			continue
		}
		shared, best, all := map[int][]string{}, severalOwners, keys(e)
		for _, key := range all {
			at, ok := j.names[key]
			if !ok || at == severalOwners || len(refers[i]) > 0 && !slices.Contains(refers[i], at) {
				continue
			}
			shared[at] = append(shared[at], key)
			if best == severalOwners || len(shared[at]) > len(shared[best]) {
				best = at
			}
		}
		if s := shared[best]; len(s) > 1 || len(s) == 1 && len(s[0]) >= longName && len(all) <= ownAtMost {
			if j.setApart(e, best) {
				j.p.apart[e.ID] = true
				continue
			}
			j.to[e.ID], j.way[e.ID] = best, byNear
		}
	}
}

// setApart reports whether an entity of the source is another thing than an earlier one with which it shares names: the
// source also has one of that one's first name, this one's own name does not make it a form of that, and no list before
// has another name of both. Escitalopram is no citalopram, while MeSH itself calls leucine L-leucine.
func (j *joiner) setApart(e *data.Entity, at int) bool {
	primary, earlier := e.Names[0].Text, j.m.terminology.Entities[at].Names
	if !j.namesake[at] || j.p.Named != "" && !whole(j.p.Named).MatchString(primary) || j.isForm(primary, earlier[0].Text) {
		return false
	}
	have := keys(e)
	return !slices.ContainsFunc(earlier[1:], func(n data.Name) bool {
		return !j.m.lent[nameOf{at, n.Text}] && (slices.Contains(have, letters(n.Text)) || stems(n.Text) == stems(primary))
	})
}

// isForm reports whether a name has the words of another, and beside them none that names a thing: hydrogen atom, and
// not cortisone acetate.
func (j *joiner) isForm(name, of string) bool {
	rest := strings.Fields(stems(name))
	for w := range strings.FieldsSeq(stems(of)) {
		i := slices.Index(rest, w)
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return !slices.ContainsFunc(rest, func(w string) bool { _, ok := j.words[w]; return ok })
}

// letters returns names.Key of a name, and apart from it a single letter that its last word is: protein S is no proteins.
func letters(name string) string {
	key, words := names.Key(name), names.Words(name)
	if last := len(words) - 1; last > 0 && len(words[last]) == 1 && len(words[last-1]) > longName { // longer than a Greek letter
		key += " " + words[last]
	}
	return key
}

// own notes an entity as an owner of names, by what form makes of them.
func own(owners map[string]int, names []data.Name, at int, formOf func(name string) string) {
	for _, n := range names {
		form := formOf(n.Text)
		switch other, ok := owners[form]; {
		case len(form) < shortest:
		case ok && other != at:
			owners[form] = severalOwners
		default:
			owners[form] = at
		}
	}
}

// pair is an entity of the source, and an earlier one.
type pair struct{ e, at int }

// pairs returns what may be joined, by how sure it is.
func (j *joiner) pairs() (out [numWays][]pair) {
	references := map[string][]int{}
	for _, x := range j.p.terminology.XRefs {
		at, ok := j.m.index[x.Other]
		if ok && j.m.terminology.Entities[at].Namespace == j.p.Namespace && !slices.Contains(references[x.ID], at) {
			references[x.ID] = append(references[x.ID], at)
		}
	}
	for i := range j.p.terminology.Entities {
		e := &j.p.terminology.Entities[i]
		if _, ok := j.m.index[e.ID]; ok {
			continue
		}
		named := j.named(e)
		for _, at := range references[e.ID] {
			way := byXRef
			if slices.Contains(named, at) {
				way = byBoth
			} else if !j.p.Near && !share(e, &j.m.terminology.Entities[at]) {
				continue
			}
			out[way] = append(out[way], pair{i, at})
		}
		if at, ok := j.primaries[letters(e.Names[0].Text)]; ok && at != severalOwners {
			out[byPrimary] = append(out[byPrimary], pair{i, at})
		}
		for _, at := range named {
			out[byName] = append(out[byName], pair{i, at})
		}
		if at, ok := j.words[stems(e.Names[0].Text)]; ok && at != severalOwners && j.p.Near {
			out[byWords] = append(out[byWords], pair{i, at})
		}
	}
	return out
}

// named returns the earlier entities that have the entity's primary name, or whose primary name it has.
func (j *joiner) named(e *data.Entity) (list []int) {
	add := func(owners map[string]int, name string) {
		if at, ok := owners[letters(name)]; ok && at != severalOwners && !slices.Contains(list, at) {
			list = append(list, at)
		}
	}
	add(j.names, e.Names[0].Text)
	for _, n := range e.Names {
		add(j.primaries, n.Text)
	}
	return list
}

// join joins the pairs whose two sides are free and in no other such pair.
func (j *joiner) join(pairs []pair, way int) {
	entities := j.p.terminology.Entities
	pairs = slices.DeleteFunc(pairs, func(p pair) bool {
		_, done := j.to[entities[p.e].ID]
		return done || j.taken[p.at]
	})
	from, to := map[int]int{}, map[int][]int{}
	for _, p := range pairs {
		from[p.e]++
		to[p.at] = append(to[p.at], p.e)
	}
	for _, p := range pairs {
		if from[p.e] == 1 && p.e == j.chosen(to[p.at], p.at) {
			j.to[entities[p.e].ID], j.way[entities[p.e].ID] = p.at, way
			j.take(p.at, entities[p.e].Names[0].Text)
		}
	}
}

// chosen returns the entity of the source that an earlier one is: of several the general one, or the one with twice as
// many names of it as each other, as acetylsalicylic acid has of aspirin beside acetylsalicylate; -1 if there is none.
func (j *joiner) chosen(of []int, at int) int {
	if e := j.general(of); e >= 0 {
		return e
	}
	best, most, next := -1, 0, 0
	for _, e := range of {
		if n := common(&j.p.terminology.Entities[e], &j.m.terminology.Entities[at]); n > most {
			best, most, next = e, n, most
		} else {
			next = max(next, n)
		}
	}
	if most < 2*next || most < 2 {
		return -1
	}
	return best
}

// general returns the entity of the source that all the others given are kinds of, or -1: breast cancer and breast
// carcinoma both refer to breast neoplasms.
func (j *joiner) general(of []int) int {
	for _, e := range of {
		if !slices.ContainsFunc(of, func(other int) bool { return other != e && !j.isA(other, e) }) {
			return e
		}
	}
	return -1
}

// isA reports whether an entity of the source is a kind of another one.
func (j *joiner) isA(kind, of int) bool {
	want, seen := j.p.terminology.Entities[of].ID, map[string]bool{}
	for above := []string{j.p.terminology.Entities[kind].ID}; len(above) > 0; above = above[1:] {
		for _, parent := range j.parents[above[0]] {
			if parent == want {
				return true
			}
			if !seen[parent] {
				seen[parent] = true
				above = append(above, parent)
			}
		}
	}
	return false
}
