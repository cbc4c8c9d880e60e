package experiment

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// documents measures what map would write into documents.
func (a *accuracies) documents(n *core.Normalizer, list corpora.DocumentList) (*listFigures, error) {
	all, err := a.Read(list.File)
	if err != nil {
		return nil, err
	}
	queries := ofTypes(all, list.Types)
	if len(queries) == 0 {
		return nil, fmt.Errorf("%s: no mention is of the types %q", list.File, list.Types)
	}
	res, err := eval.Run(a.ctx, n, queries, nil, asMap(n, eval.Options{Protocol: eval.Document}), nil)
	if err != nil {
		return nil, err
	}
	m := &listFigures{}
	known := knownIDs(n, a.same)
	senses := senses{}
	for i, q := range queries {
		if len(q.Gold) == 0 {
			continue
		}
		m.mentions++
		gold, found := map[string]bool{}, answered(&res.Results[i], a.same)
		for _, id := range q.Gold {
			gold[a.same(id)] = true
		}
		senses.add(q.Mention, gold)
		m.known += count(anyIn(gold, known))
		m.overlap += count(anyIn(gold, found))
		m.right += count(maps.Equal(gold, found))
	}
	m.usual = float64(senses.usual())
	for _, share := range []*float64{&m.known, &m.overlap, &m.right, &m.usual} {
		*share /= float64(m.mentions)
	}
	return m, nil
}

// senses counts what each mention means, by its text in small letters.
type senses map[string]map[string]int

func (s senses) add(mention string, ids map[string]bool) {
	text := strings.ToLower(mention)
	if s[text] == nil {
		s[text] = map[string]int{}
	}
	s[text][strings.Join(slices.Sorted(maps.Keys(ids)), " ")]++
}

// usual returns how many mentions mean what their text means most often.
func (s senses) usual() (n int) {
	for _, counts := range s {
		n += slices.Max(slices.Collect(maps.Values(counts)))
	}
	return n
}

func count(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func allIn(a, b map[string]bool) bool {
	for id := range a {
		if !b[id] {
			return false
		}
	}
	return true
}

func anyIn(a, b map[string]bool) bool {
	for id := range a {
		if b[id] {
			return true
		}
	}
	return false
}

// ofTypes returns the mentions of some types. Lists that state no types are kept, each mention as a document.
func ofTypes(queries []data.Query, types []string) (out []data.Query) {
	for i, q := range queries {
		if q.Type == "" {
			q.Document = fmt.Sprint(i + 1)
		} else if !slices.Contains(types, q.Type) {
			continue
		}
		out = append(out, q)
	}
	return out
}

// same returns the id that stands for all those of an entity, without its prefix.
func (a *accuracies) same(id string) string {
	id = local(id)
	for range len(a.alternatives) {
		other, ok := a.alternatives[id]
		if !ok {
			break
		}
		id = other
	}
	return id
}

// knownIDs returns what key makes of the ids of a pack.
func knownIDs(n *core.Normalizer, key func(id string) string) map[string]bool {
	known, ids := map[string]bool{}, engine.Of(n).Contents().IDs
	for e := range ids.Len() {
		known[key(ids.At(e))] = true
	}
	return known
}

// answered returns the entities that are the answer to a mention, by what key makes of their ids.
func answered(r *document.Result, key func(id string) string) map[string]bool {
	found := map[string]bool{}
	for i := range r.Answers {
		if x := &r.Answers[i]; !x.NIL && len(x.Matches) > 0 {
			found[key(x.Matches[0].ID)] = true
		}
	}
	return found
}

// Alternatives makes the function of a Suite from pairs of ids of the same entity. An id that several pairs have
// stands for all their ids.
func Alternatives(pairs [][2]string) map[string]string {
	out := map[string]string{}
	root := func(id string) string {
		for id = local(id); ; {
			other, ok := out[id]
			if !ok {
				return id
			}
			id = other
		}
	}
	for _, p := range pairs {
		if one, other := root(p[0]), root(p[1]); one != other {
			out[one] = other
		}
	}
	return out
}

// asMap returns options with the share and the cut-off that map has for marked mentions.
func asMap(n *core.Normalizer, o eval.Options) eval.Options {
	o.MinP = document.MarkedMinP
	o.Coverage = func(queries []core.Query) (*core.Coverage, error) {
		return n.EstimateCoverage(queries, core.Options{Prefer: o.Prefer})
	}
	return o
}
