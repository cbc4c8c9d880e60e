package recipe

import (
	"slices"

	"github.com/normlet/normlet/train/data"
)

// note notes the joins, and what speaks against each. What has a class for an entity, as MeSH has Chrysenes, and what
// refers to something without a name of it, which is mostly broader, is near and not the same.
func (j *joiner) note(references []pair) {
	from, to := map[int]int{}, map[int]int{} // references of an entity, and to an earlier one
	for _, p := range references {
		from[p.e]++
		to[p.at]++
	}
	for i := range j.p.terminology.Entities {
		e := &j.p.terminology.Entities[i]
		at, ok := j.to[e.ID]
		way, now := j.way[e.ID]
		if !ok || !now || j.m.terminology.Entities[at].ID == e.ID {
			continue
		}
		join := &data.Join{ID: j.m.terminology.Entities[at].ID, Other: e.ID, Name: e.Names[0].Text, How: ways[way], Near: way == byNear || way == byWords && common(e, &j.m.terminology.Entities[at]) < 2}
		switch {
		case !share(e, &j.m.terminology.Entities[at]):
			join.Near, join.Doubt = true, "no name in common"
		case from[i] > 1:
			join.Doubt = "it refers to several"
		case to[at] > 1:
			join.Doubt = "several refer to it"
		}
		j.m.joins[e.ID] = join
	}
}

// common counts the names that two entities have in common, to the letter.
func common(a, b *data.Entity) (n int) {
	have := keys(b)
	for _, key := range keys(a) {
		if slices.Contains(have, key) {
			n++
		}
	}
	return n
}

// share reports whether two entities share a name, but for the endings of words.
func share(a, b *data.Entity) bool {
	have := map[string]bool{}
	for _, n := range a.Names {
		have[letters(n.Text)], have[stems(n.Text)] = true, true
	}
	return slices.ContainsFunc(b.Names, func(n data.Name) bool { return have[letters(n.Text)] || have[stems(n.Text)] })
}
