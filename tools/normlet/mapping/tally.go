package mapping

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// tallySize is how many different mentions a Tally holds.
const tallySize = 1 << 15

// A Tally weighs mentions in bounded memory, by the algorithm "space saving" (Metwally, Agrawal and El Abbadi, 2005):
// when it is full, a new mention takes the place of the lightest and begins with its weight. So the heaviest are in it,
// and none is heavier than it says. With no more than tallySize different mentions nothing is lost.
type Tally struct {
	by    map[string]*Sighting
	light lightest
	full  bool
}

// Sighting is a mention that a Tally holds.
type Sighting struct {
	Mention string
	Count   int     // rows with it since it is in the tally: all of them unless it is full
	Weight  float64 // of all its rows, or a little more if the tally is full
	Row     int     // the line of the first of these rows
	Result  document.Result
	Asked   document.Place // what that row asks beside the mention, without its text
	first   int            // its place in the order of rows, for ties
	at      int            // in the heap
}

// NewTally returns an empty Tally.
func NewTally() *Tally { return &Tally{by: map[string]*Sighting{}} }

// Full reports whether there were more different mentions than it holds, so that its counts are too low.
func (t *Tally) Full() bool { return t != nil && t.full }

// Top returns the n heaviest, those of one weight in the order of the table.
func (t *Tally) Top(n int) []Sighting {
	all := make([]Sighting, len(t.light))
	for i, s := range t.light {
		all[i] = *s
	}
	slices.SortFunc(all, func(a, b Sighting) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.first, b.first))
	})
	return all[:min(n, len(all))]
}

// Weight returns that of all mentions it holds.
func (t *Tally) Weight() (sum float64) {
	for _, s := range t.light {
		sum += s.Weight
	}
	return sum
}

// Len returns how many mentions it holds.
func (t *Tally) Len() int { return len(t.light) }

// add adds sightings of a block, which come in the order of rows. Where there is no tally, there are none.
func (t *Tally) add(seen *sightings) {
	for _, s := range seen.list {
		if have := t.by[s.Mention]; have != nil {
			have.Count += s.Count
			have.Weight += s.Weight
			heap.Fix(&t.light, have.at)
			continue
		}
		kept := s
		kept.first = s.Row
		if len(t.light) == tallySize {
			t.full = true
			gone := heap.Pop(&t.light).(*Sighting)
			delete(t.by, gone.Mention)
			kept.Weight += gone.Weight
		}
		t.by[kept.Mention] = &kept
		heap.Push(&t.light, &kept)
	}
}

// lightest is a heap with the lightest mention on top, of several the one that came last.
type lightest []*Sighting

func (l lightest) Len() int { return len(l) }
func (l lightest) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(l[i].Weight, l[j].Weight), cmp.Compare(l[j].first, l[i].first), cmp.Compare(l[j].Mention, l[i].Mention)) < 0
}
func (l lightest) Swap(i, j int) {
	l[i], l[j] = l[j], l[i]
	l[i].at, l[j].at = i, j
}

// Push implements heap.Interface.
func (l *lightest) Push(x any) {
	s := x.(*Sighting)
	s.at = len(*l)
	*l = append(*l, s)
}

// Pop implements heap.Interface.
func (l *lightest) Pop() any {
	last := (*l)[len(*l)-1]
	*l = (*l)[:len(*l)-1]
	return last
}

// sightings are the mentions of a block, in the order of rows.
type sightings struct {
	cut  cutOff
	by   map[string]int // in list, by the mention as it stands and by its key
	list []Sighting
}

// see adds a mention of a row with its weight.
func (s *sightings) see(row int, weight float64, r *document.Result, asked *document.Place) {
	at, ok := s.by[r.Mention]
	if !ok {
		at = s.number(row, r, asked)
		s.by[r.Mention] = at
	}
	s.list[at].Count++
	s.list[at].Weight += weight
}

// number returns the place in the list of a mention not seen in this form before.
func (s *sightings) number(row int, r *document.Result, asked *document.Place) int {
	key := strings.Clone(keyOf(r.Mention)) // not the whole row
	if s.by == nil {
		s.by = map[string]int{}
	}
	at, ok := s.by[key]
	if !ok {
		at = len(s.list)
		s.by[key] = at
		s.list = append(s.list, Sighting{Mention: key, Row: row, Result: s.kept(r), Asked: document.Place{Namespace: asked.Namespace, Organisms: strings.Clone(asked.Organisms), Fields: asked.Fields}})
	}
	return at
}

// kept returns what of a result a sheet shows, without memory of the row.
func (s *sightings) kept(r *document.Result) document.Result {
	out := document.Result{Mention: strings.Clone(r.Mention), Answers: slices.Clone(r.Answers)}
	for i := range out.Answers {
		a := &out.Answers[i]
		*a = s.cut.applied(*a)
		a.Mention, a.Matches = strings.Clone(a.Mention), a.Matches[:min(1, len(a.Matches))]
	}
	return out
}

// isTied reports whether an answer of a result is tied with others.
func (c cutOff) isTied(r *document.Result) bool {
	return slices.ContainsFunc(r.Answers, func(a core.Answer) bool { return c.found(&a) && len(a.Ambiguous) > 0 })
}
