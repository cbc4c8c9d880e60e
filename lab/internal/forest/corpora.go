// Package forest fits the forest that says how likely an answer is right, which every pack is given, on labelled
// mentions of many terminologies, of which lists have all, some or nothing.
package forest

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// World is a list with mentions, of which it has a certain part.
type World struct {
	Name, Kind string  // what is fitted on other kinds is judged on it
	Mass       float64 // for how many mentions it counts; 0: it only judges
	Absent     bool    // the list lacks the entities that are meant
	Short      bool    // it has one entity in twenty, and those that half of the mentions mean
	Lone       bool    // it has one entity in twenty, and the best one, which is then without rivals
	General    bool    // the mentions are general terms: entities are right whose names have all their words, if tied
	Near       bool    // only mentions count that are a letter or two from the name that is found
	Pack       *core.Normalizer
	Mentions   []Mention
}

// Mention is a text and the right entities, none if the pack lacks them, or the forms of right names.
type Mention struct {
	Text     string
	Entities []int32
	Named    []string
	Count    int // of occurrences
}

// Mentions returns the queries as mentions, without repetitions.
func Mentions(n *core.Normalizer, queries []data.Query) (out []Mention) {
	r := eval.NewResolver(engine.Of(n).Contents())
	for _, q := range queries {
		m := Mention{Text: q.Mention, Count: 1}
		if len(q.Gold) > 0 {
			m.Entities = r.Entities(q.Gold)
		}
		out = append(out, m)
	}
	return together(out)
}

// Has reports whether the list has the entity of a mention.
func Has(w *World) bool {
	return slices.ContainsFunc(w.Mentions, func(m Mention) bool { return len(m.Entities) > 0 })
}

// WithoutEntities returns the queries as those of a list that lacks what they mean.
func WithoutEntities(queries []data.Query) []data.Query {
	out := slices.Clone(queries)
	for i := range out {
		out[i].Gold = nil
	}
	return out
}

// together returns the mentions with repeated ones as one, by their text and entities.
func together(ms []Mention) []Mention {
	compare := func(a, b Mention) int {
		return cmp.Or(cmp.Compare(a.Text, b.Text), slices.Compare(a.Entities, b.Entities))
	}
	slices.SortStableFunc(ms, compare)
	var out []Mention
	for _, m := range ms {
		if last := len(out) - 1; last >= 0 && compare(out[last], m) == 0 {
			out[last].Count += m.Count
		} else {
			out = append(out, m)
		}
	}
	return out
}

// Answers are what became of the mentions of a world, as far as a forest can tell.
type Answers struct {
	World
	each    []staged
	forests *score.Forests // of the pack
}

// folds is the number of parts of mentions, by their text, that are left out of a fit in turn.
const folds = 5

func foldOf(text string) int {
	h := fnv.New32a()
	h.Write([]byte(names.Key(text)))
	return int(h.Sum32()>>3) % folds
}

// halfOf reports whether a text is in one half of all.
func halfOf(text string) bool {
	h := fnv.New32a()
	h.Write([]byte(text))
	return h.Sum32()>>16%2 == 0
}

// Judged are the p of answers of a world: by the forest of its pack, by forests that have not seen the mention, by one
// that has not seen its kind, and by those of the second with the share estimated.
type Judged struct {
	World                      string
	Now, Mention, Kind, Shared []eval.Prediction
	Has                        []bool // what each mention means is in the list
}

// Add adds the answers of another world.
func (j *Judged) Add(o *Judged) {
	j.Now, j.Mention = append(j.Now, o.Now...), append(j.Mention, o.Mention...)
	j.Kind, j.Shared = append(j.Kind, o.Kind...), append(j.Shared, o.Shared...)
	j.Has = append(j.Has, o.Has...)
}

// Fit fits the forest that packs get on worlds, and says what forests of parts of them give for the rest.
func Fit(worlds []Answers) (score.Forests, []Judged) {
	var kinds []string
	for i := range worlds {
		if !slices.Contains(kinds, worlds[i].Kind) {
			kinds = append(kinds, worlds[i].Kind)
		}
	}
	fits := make([]score.Forests, 1+folds+len(kinds))
	chosen := func(k int, w *Answers, s *staged) bool {
		return k == 0 || k <= folds && s.fold != k-1 || k > folds && w.Kind != kinds[k-1-folds]
	}
	parallel.Each(0, 2*len(fits), func(i int) {
		k := i / 2
		chosen := func(w *Answers, s *staged) bool { return chosen(k, w, s) }
		if i%2 == 0 {
			fits[k].Has = boost(samplesOf(worlds, chosen, func(s *staged) bool { return s.has }))
		} else {
			known := func(w *Answers, s *staged) bool { return s.has && chosen(w, s) }
			fits[k].Right = boost(samplesOf(worlds, known, func(s *staged) bool { return s.anyRight }))
		}
	})
	parallel.Each(0, len(fits), func(k int) {
		fits[k].Strata = strataOf(&fits[k], samplesOf(worlds, func(w *Answers, s *staged) bool { return chosen(k, w, s) }, func(s *staged) bool { return s.has }))
	})
	out := make([]Judged, len(worlds))
	for i := range worlds {
		w := &worlds[i]
		unseen := &fits[1+folds+slices.Index(kinds, w.Kind)]
		now := func(*staged) *score.Forests { return w.forests }
		mention := func(s *staged) *score.Forests { return &fits[1+s.fold] }
		kind := func(*staged) *score.Forests { return unseen }
		out[i] = Judged{w.Name, w.predictions(now), w.predictions(mention), w.predictions(kind), w.shared(mention), w.has()}
	}
	return fits[0], out
}

func (c *Answers) has() []bool {
	out := make([]bool, len(c.each))
	for i := range c.each {
		out[i] = c.each[i].has
	}
	return out
}

// samplesOf returns what a forest learns from the chosen answers, which is whether something is true of them.
func samplesOf(worlds []Answers, chosen func(*Answers, *staged) bool, is func(*staged) bool) (out []sample) {
	for i := range worlds {
		w := &worlds[i]
		if w.Mass == 0 {
			continue
		}
		all := 0.0
		for k := range w.each {
			all += math.Sqrt(float64(w.each[k].count))
		}
		for k := range w.each {
			if s := &w.each[k]; s.found && chosen(w, s) {
				out = append(out, sample{s.inputs, is(s), w.Mass / all * math.Sqrt(float64(s.count))})
			}
		}
	}
	return out
}

// strataOf returns the share of right samples in each stratum.
func strataOf(f *score.Forests, samples []sample) (out [score.NumStrata]float32) {
	var right, all [score.NumStrata]float64
	for i := range samples {
		s := f.StratumOf(&samples[i].x)
		if all[s] += samples[i].weight; samples[i].right {
			right[s] += samples[i].weight
		}
	}
	for s := range out {
		out[s] = float32((right[s] + 0.5) / (all[s] + 1))
	}
	return out
}

// staged is what became of a mention, and what a forest sees.
type staged struct {
	has      bool // the list has what is meant
	found    bool // there are entities
	inputs   score.Inputs
	right    bool    // the first match, which is what is shown
	anyRight bool    // any of those that are as good
	first    float64 // share of the first match in what they have together
	count    int
	fold     int
}

// Answers looks the mentions up. It does not keep the pack.
func (c *World) Answers() Answers {
	calibration, contents := engine.Of(c.Pack).Calibration, engine.Of(c.Pack).Contents()
	r := &calibration.Ranker
	same := func(e int32) int32 {
		if len(contents.Same) == 0 {
			return e
		}
		return int32(contents.Same[e])
	}
	out := make([]staged, len(c.Mentions))
	parallel.Each(0, len(out), func(i int) {
		m := &c.Mentions[i]
		s := staged{count: m.Count, fold: foldOf(m.Text)}
		meant := func(x *score.Candidate) bool {
			return slices.ContainsFunc(m.Entities, func(e int32) bool { return same(e) == same(x.Entity) }) ||
				len(m.Named) > 0 && slices.Contains(m.Named, names.Key(contents.Names.At(int(x.Row))))
		}
		rows := engine.Of(c.Pack).Candidates(m.Text)
		switch {
		case c.Absent:
			rows = slices.DeleteFunc(rows, func(x score.Candidate) bool { return meant(&x) })
		case c.Short:
			rows = slices.DeleteFunc(rows, func(x score.Candidate) bool {
				if meant(&x) {
					return halfOf(m.Text)
				}
				return same(x.Entity)%20 != 0
			})
		}
		if best := r.Fold(slices.Clone(rows)); c.Lone && len(best) > 0 {
			rows = slices.DeleteFunc(rows, func(x score.Candidate) bool {
				return same(x.Entity) != same(best[0].Entity) && same(x.Entity)%20 != 0
			})
		}
		s.has = len(m.Entities) > 0 && !c.Absent && !(c.Short && halfOf(m.Text)) || slices.ContainsFunc(rows, func(x score.Candidate) bool { return meant(&x) })
		if rows = r.Fold(rows); len(rows) > 0 {
			score.SuppressOtherMembers(rows)
			score.MarkWhole(rows)
			p, pNIL := score.Probabilities(rows, r.NIL)
			s.inputs = engine.Of(c.Pack).Inputs(m.Text, rows, p, pNIL)
			s.found, s.right = true, meant(&rows[0])
			shares := score.AsGood(rows, p)
			if c.General && isTie(rows, shares) {
				s.has, s.anyRight = true, true
			}
			s.first = shares[0]
			for k, share := range shares {
				s.anyRight = s.anyRight || share > 0 && meant(&rows[k])
			}
		}
		out[i] = s
	})
	if c.Near {
		out = slices.DeleteFunc(out, func(s staged) bool {
			edits := s.inputs[score.InputEdits]
			return !s.found || edits < 1 || edits > 2
		})
	}
	a := Answers{*c, out, &calibration.Forests}
	a.Pack, a.Mentions = nil, nil
	return a
}

// isTie reports whether several entities are tied by names that have all words of the mention.
func isTie(rows []score.Candidate, shares []float64) bool {
	tied := 0
	for i, share := range shares {
		if share > 0 && rows[i].Whole {
			tied++
		}
	}
	return tied > 1
}

// predictions are what unscaled forests say of answers.
func (c *Answers) predictions(of func(*staged) *score.Forests) []eval.Prediction {
	return c.where(of, func(score.Stratum) float64 { return 0 })
}

// shared are predictions with the share of the world estimated from its mentions.
func (c *Answers) shared(of func(*staged) *score.Forests) []eval.Prediction {
	var seen []score.Seen
	var f *score.Forests
	for i := range c.each {
		if a := &c.each[i]; a.found {
			f = of(a)
			_, p := f.Logit(&a.inputs, 0)
			seen = append(seen, score.Seen{Has: p, Stratum: f.StratumOf(&a.inputs)})
		}
	}
	if f == nil {
		return c.predictions(of)
	}
	shifts, _ := f.Shifts(seen, 1)
	return c.where(of, func(s score.Stratum) float64 { return shifts[s] })
}

// where are predictions where the log odds that the list has what is meant are higher by shift in each stratum.
func (c *Answers) where(of func(*staged) *score.Forests, shift func(score.Stratum) float64) []eval.Prediction {
	out := make([]eval.Prediction, len(c.each))
	for i := range c.each {
		a, p := &c.each[i], 0.0
		if a.found {
			f := of(a)
			odds, _ := f.Logit(&a.inputs, shift(f.StratumOf(&a.inputs)))
			p = score.Unscaled.Top(odds, &a.inputs) * a.first
		}
		out[i] = eval.Prediction{P: p, Right: a.right, Count: a.count}
	}
	return out
}
