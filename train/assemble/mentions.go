package assemble

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/rank"
)

// folds is the number of equal parts, in their order, of labelled mentions, so that a text's
// mentions are mostly in one. The ranker is fitted on each part as if the pack had not seen it.
const folds = 10

// mentionWeight is what a labelled mention adds to an estimated weight.
const mentionWeight = 40

// Labelled describes the mentions that people wrote and the entities that they mean.
type Labelled struct {
	Mentions  int // all of them
	Added     int // names added to the terminology
	Unknown   int // mentions none of whose ids the terminology has: they only tell how much it lacks
	Conflicts int // mentions that mean another entity than most mentions of their spelling

	// Trial measures the mentions; if they do not help, the pack is built without them. nil if
	// the terminology has none of their ids.
	Trial *rank.Trial

	used     []use
	byForm   map[string]map[string]*tally // normalized form, entity id
	byEntity map[string]*tally
	added    map[spelling]*tally // names that the terminology had not
}

type use struct {
	mention, id string // "": an entity that the terminology lacks
	fold        int
}

type spelling struct{ id, name string }

type tally struct {
	total  int
	byFold [folds]int
}

func (t *tally) add(fold int) { t.total++; t.byFold[fold]++ }

// without is the count outside of a fold.
func (t *tally) without(fold int) int { return t.total - t.byFold[fold] }

// withMentions returns the terminology with each mention as an alias of the entity that most
// mentions of its spelling mean: of several gold ids, the first one there. t stays as it is. Mentions that teach nothing
// are examples alone.
func withMentions(t *data.Terminology, queries []data.Query, teach bool) (*data.Terminology, *Labelled) {
	l := &Labelled{Mentions: len(queries), byForm: map[string]map[string]*tally{}, byEntity: map[string]*tally{}, added: map[spelling]*tally{}}
	entities := newIDs(t)
	bySpelling := map[string]map[string]*tally{}
	for i, q := range queries {
		id, ok := entities.first(q.Gold)
		if !ok {
			l.Unknown++
		}
		u := use{q.Mention, id, i * folds / len(queries)}
		if l.used = append(l.used, u); !ok || !teach {
			continue
		}
		tallyOf(bySpelling, q.Mention, id).add(u.fold)
		tallyOf(l.byForm, names.Key(q.Mention), id).add(u.fold)
		if l.byEntity[id] == nil {
			l.byEntity[id] = new(tally)
		}
		l.byEntity[id].add(u.fold)
	}
	out := &data.Terminology{Entities: slices.Clone(t.Entities)}
	for _, mention := range slices.Sorted(maps.Keys(bySpelling)) {
		l.addName(out, entities, mention, bySpelling[mention])
	}
	return out, l
}

// addName gives a mention to the entity that it means most often.
func (l *Labelled) addName(t *data.Terminology, entities *ids, mention string, meant map[string]*tally) {
	var id string
	for _, other := range slices.Sorted(maps.Keys(meant)) { // of equals the first
		if id == "" || meant[other].total > meant[id].total {
			id = other
		}
	}
	for other, n := range meant {
		if other != id {
			l.Conflicts += n.total
		}
	}
	e := &t.Entities[entities.index[id]]
	if names.Key(mention) == "" || slices.ContainsFunc(e.Names, func(n data.Name) bool { return n.Text == mention }) {
		return
	}
	e.Names = append(slices.Clip(e.Names), data.Name{Text: mention, Kind: pack.KindAlias})
	l.Added++
	l.added[spelling{id, mention}] = meant[id]
}

func tallyOf(m map[string]map[string]*tally, key, id string) *tally {
	if m[key] == nil {
		m[key] = map[string]*tally{}
	}
	if m[key][id] == nil {
		m[key][id] = new(tally)
	}
	return m[key][id]
}

// ids finds entities by id, with or without a CURIE prefix on either side.
type ids struct {
	index map[string]int
	local map[string]string // id without its prefix -> id; "" when there are several
}

func newIDs(t *data.Terminology) *ids {
	out := &ids{map[string]int{}, map[string]string{}}
	for i, e := range t.Entities {
		out.index[e.ID] = i
		if _, local, ok := strings.Cut(e.ID, ":"); ok {
			if _, twice := out.local[local]; twice {
				out.local[local] = ""
			} else {
				out.local[local] = e.ID
			}
		}
	}
	return out
}

func (x *ids) first(gold []string) (string, bool) {
	for _, id := range gold {
		if _, ok := x.index[id]; ok {
			return id, true
		}
		if full := x.local[id]; full != "" {
			return full, true
		}
		if _, local, ok := strings.Cut(id, ":"); ok {
			if _, ok := x.index[local]; ok {
				return local, true
			}
		}
	}
	return "", false
}

// count returns how many mentions mean an entity. A nil Labelled has none.
func (l *Labelled) count(id string) int {
	if l == nil || l.byEntity[id] == nil {
		return 0
	}
	return l.byEntity[id].total
}

// senses are how often a name, by its normalized form, means entities, by id; "" those that a list lacks.
type senses map[string]map[string]int

// senses returns those of the mentions. A nil Labelled has none.
func (l *Labelled) senses() senses {
	out := senses{}
	if l == nil {
		return out
	}
	for form, meant := range l.byForm {
		out[form] = map[string]int{}
		for id, n := range meant {
			out[form][id] = n.total
		}
	}
	return out
}

// commonness returns what a pack keeps of senses: of a name that both have, the second.
func commonness(first, second senses) []score.NameCommonness {
	var out []score.NameCommonness
	all := maps.Clone(first)
	maps.Copy(all, second)
	for form, meant := range all {
		total := 0
		for _, n := range meant {
			total += n
		}
		for id, n := range meant {
			out = append(out, score.NameCommonness{Key: score.CommonnessKey(form, id), Share: score.CommonnessShare(n, total)})
		}
	}
	slices.SortFunc(out, func(a, b score.NameCommonness) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(b.Share, a.Share))
	})
	return out
}

func (l *Labelled) examples(c *pack.Contents) []rank.Example {
	out := make([]rank.Example, 0, len(l.used))
	for _, u := range l.used {
		e, ok := c.IDs.Find(u.id)
		if !ok {
			e = rank.Missing
		}
		out = append(out, rank.Example{Mention: u.mention, Entity: int32(e), Fold: u.fold})
	}
	return out
}

// unseen returns rank.Config.Unseen and Without for the pack of c.
func (l *Labelled) unseen(c *pack.Contents, p *prior) (unseen func(fold int, x *score.Candidate) bool, without func(x *score.Candidate) bool) {
	added := map[int32]*tally{}
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		if t := l.added[spelling{c.IDs.At(int(c.RowEntity[row])), string(name)}]; t != nil {
			added[int32(row)] = t
		}
	}
	// less is x without some mentions of its entity.
	less := func(x *score.Candidate, mentions int) {
		if mentions > 0 && p.estimated {
			w := p.weights[x.Entity] - float64(mentionWeight*float64(mentions))
			x.Features[score.Prior] = float32(pack.PriorOf(w, p.top)) / 255
		}
	}
	unseen = func(fold int, x *score.Candidate) bool {
		if t := added[x.Row]; t != nil && t.without(fold) == 0 {
			return false
		}
		id := c.IDs.At(int(x.Entity))
		if t := l.byEntity[id]; t != nil {
			less(x, t.byFold[fold])
		}
		if form := names.Key(c.Names.At(int(x.Row))); x.Features[score.Commonness] > 0 && l.byForm[form] != nil {
			x.Features[score.Commonness] = l.share(form, id, fold)
		}
		return true
	}
	without = func(x *score.Candidate) bool {
		id := c.IDs.At(int(x.Entity))
		less(x, l.count(id))
		if l.byForm[names.Key(c.Names.At(int(x.Row)))] != nil {
			x.Features[score.Commonness] = 0
		}
		return added[x.Row] == nil
	}
	return unseen, without
}

// share is the feature Commonness without a fold.
func (l *Labelled) share(form, id string, fold int) float32 {
	count, total := 0, 0
	for other, t := range l.byForm[form] {
		n := t.without(fold)
		if total += n; other == id {
			count = n
		}
	}
	return float32(score.CommonnessShare(count, total)) / 255
}
