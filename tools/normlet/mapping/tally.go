package mapping

import (
	"cmp"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// tallySize is how many different mentions a Tally holds at most.
const tallySize = 1 << 15

// A Tally weighs mentions in bounded memory: when it is full, the lighter half goes. A new mention may be one of those,
// so it begins with the weight of the heaviest that went. So the heaviest are in it, and none is heavier than it says
// (as in "space saving" of Metwally, Agrawal and El Abbadi, 2005). With no more than tallySize different mentions
// nothing is lost.
type Tally struct {
	by   map[string]*Sighting
	seen int     // mentions that were new
	gone float64 // the weight of the heaviest that went
	full bool
}

// Sighting is a mention that a Tally holds.
type Sighting struct {
	Mention  string
	Count    int     // rows with it since it is in the tally: all of them unless it is full
	Weight   float64 // of all its rows, or a little more if the tally is full
	Row      int     // the line of the first of these rows
	Result   document.Result
	Asked    document.Place // what that row asks beside the mention, without its text
	Variants []string       // mentions of its cluster: see Config.Merge
	first    int            // its place in the order of cells, for ties
}

// NewTally returns an empty Tally.
func NewTally() *Tally { return &Tally{by: map[string]*Sighting{}} }

// Full reports whether there were more different mentions than it holds, so that its counts are too low.
func (t *Tally) Full() bool { return t != nil && t.full }

// Top returns the n heaviest, those of one weight in the order of the table.
func (t *Tally) Top(n int) []Sighting {
	all := make([]Sighting, 0, len(t.by))
	for _, s := range t.by {
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b Sighting) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.first, b.first))
	})
	return all[:min(n, len(all))]
}

// Weight returns that of all mentions it holds.
func (t *Tally) Weight() (sum float64) {
	for _, s := range t.Top(len(t.by)) { // in an order, or the sum would differ in its last bits
		sum += s.Weight
	}
	return sum
}

// Len returns how many mentions it holds.
func (t *Tally) Len() int { return len(t.by) }

// add adds sightings of a block, which come in the order of rows. Where there is no tally, there are none.
func (t *Tally) add(seen *sightings) {
	for _, s := range seen.list {
		if have := t.by[s.Mention]; have != nil {
			have.Count += s.Count
			have.Weight += s.Weight
			continue
		}
		if len(t.by) == tallySize {
			t.halve()
		}
		t.seen++
		s.first = t.seen
		s.Weight += t.gone
		t.by[s.Mention] = &s
	}
}

// halve takes the lighter half away.
func (t *Tally) halve() {
	t.full = true
	light := t.Top(len(t.by))[tallySize/2:]
	t.gone = light[0].Weight
	for _, s := range light {
		delete(t.by, s.Mention)
	}
}

// sightings are the mentions of a block, in the order of rows.
type sightings struct {
	cut  cutOff
	by   map[string]int // in list, by the mention as it stands and by its key
	list []Sighting
}

// see counts a mention of a row, which adds to its weight.
func (s *sightings) see(row int, weight float64, r *document.Result, asked *document.Place) {
	at, ok := s.by[r.Mention]
	if !ok {
		at = s.number(row, r, asked)
		s.by[r.Mention] = at
	}
	s.list[at].Count++
	s.list[at].Weight += weight
}

// number returns the place in the list of a mention that this block has not had in this form.
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

// kept returns what a sheet shows of a result, without references to the text of the row.
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
