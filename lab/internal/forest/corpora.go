// Package forest fits the forest that says how likely an answer is right, which every pack is given, on labelled
// mentions of many terminologies.
package forest

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/internal/core/score"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// Corpus is a pack, built from its terminology alone, with labelled mentions.
type Corpus struct {
	Name     string
	Kind     string // of names: what is fitted on other kinds is judged on it
	Judge    bool   // nothing is ever fitted on it
	Unlinked bool   // its mentions have no entity: they only teach and show what NIL is
	Pack     *core.Normalizer
	Mentions []Mention
}

// Mention is a text and the right entities, none if the pack lacks them.
type Mention struct {
	Text     string
	Entities []int32
	Count    int // of occurrences
}

// Mentions returns the queries whose gold ids n has, as mentions, without repetitions.
func Mentions(n *core.Normalizer, queries []data.Query) (out []Mention) {
	r := eval.NewResolver(n.Contents())
	for _, q := range queries {
		if len(q.Gold) > 0 {
			out = append(out, Mention{Text: q.Mention, Entities: r.Entities(q.Gold), Count: 1})
		}
	}
	return together(out)
}

// Unlinked returns queries as mentions without an entity in n, without
// repetitions.
func Unlinked(queries []data.Query) []Mention {
	out := make([]Mention, len(queries))
	for i, q := range queries {
		out[i] = Mention{Text: q.Mention, Count: 1}
	}
	return together(out)
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

// Fitted compares three forests on a corpus: that of the pack, one fitted on all corpora but
// judges, and one fitted on other kinds of names alone.
type Fitted struct {
	Corpus                string
	Before, After, Unseen Judgement
	Chance                float64 // the error that chance alone makes, if the p of Unseen are the true ones
}

// Judgement is how well a forest does.
type Judgement struct {
	Error    float64 // expected calibration error, ten bins
	Right    float64 // share of mentions that are answered, and right
	Answered float64 // share of mentions that are not NIL
}

// Answers are what became of the mentions of a corpus, as far as a forest can tell.
type Answers struct {
	Corpus
	each   []staged
	forest *score.Forest // of the pack
}

// Fit fits the forest that packs get on corpora, whose kinds all count the same, and compares
// it with the packs as they are and with the forests that the other kinds of names give.
func Fit(corpora []Answers) (score.Forest, []Fitted) {
	var kinds []string
	for i := range corpora {
		if !slices.Contains(kinds, corpora[i].Kind) {
			kinds = append(kinds, corpora[i].Kind)
		}
	}
	byKind := make([]score.Forest, len(kinds)+1) // without each kind, and of all
	parallel.Each(0, len(byKind), func(k int) {
		byKind[k] = boost(samplesOf(corpora, func(c *Corpus) bool {
			return !c.Judge && (k == len(kinds) || c.Kind != kinds[k])
		}))
	})
	all := byKind[len(kinds)]
	out := make([]Fitted, len(corpora))
	for i := range corpora {
		c := &corpora[i]
		unseen := &byKind[slices.Index(kinds, c.Kind)]
		out[i] = Fitted{
			Corpus: c.Name, Before: c.judge(c.forest), After: c.judge(&all), Unseen: c.judge(unseen),
			Chance: eval.ChanceError(c.predictions(unseen)),
		}
	}
	return all, out
}

// kindMass is for how many mentions each kind of names counts, unlinkedMass for how many its mentions without an
// entity do, where it has enough of them: those of fewer than minUnlinked only judge.
const (
	kindMass     = 5000
	unlinkedMass = 100
	minUnlinked  = 100
)

// samplesOf returns what a forest learns from the chosen corpora: those of a kind count the same.
func samplesOf(corpora []Answers, chosen func(*Corpus) bool) (out []sample) {
	type part struct {
		kind     string
		unlinked bool
	}
	parts := map[part]int{}
	teaches := func(c *Answers) bool { return chosen(&c.Corpus) && (!c.Unlinked || occurrences(c.each) >= minUnlinked) }
	for i := range corpora {
		if c := &corpora[i]; teaches(c) {
			parts[part{c.Kind, c.Unlinked}]++
		}
	}
	for i := range corpora {
		c := &corpora[i]
		if !teaches(c) {
			continue
		}
		mass := float64(kindMass)
		if c.Unlinked {
			mass = unlinkedMass
		}
		weight := mass / float64(parts[part{c.Kind, c.Unlinked}]) / float64(occurrences(c.each))
		for k := range c.each {
			if s := &c.each[k]; len(s.p) > 0 {
				out = append(out, sample{s.inputs, s.anyRight, weight * float64(s.count)})
			}
		}
	}
	return out
}

// staged is what became of a mention: the ranker's probabilities of entities and NIL, and what a
// forest sees.
type staged struct {
	p        []float64
	pNIL     float64
	ties     int
	inputs   score.Inputs
	right    bool // the first match, which is what is shown
	anyRight bool // any of those that are as good
	count    int
}

// Answers looks the mentions up. It does not keep the pack.
func (c *Corpus) Answers() Answers {
	calibration := c.Pack.Calibration()
	r := &calibration.Ranker
	out := make([]staged, len(c.Mentions))
	parallel.Each(0, len(out), func(i int) {
		m := &c.Mentions[i]
		s := staged{count: m.Count}
		if rows := r.Fold(c.Pack.Candidates(m.Text)); len(rows) > 0 {
			s.p, s.pNIL = score.Probabilities(rows, r.NIL)
			s.p = score.Rivals(rows, s.p)
			s.inputs = calibration.Inputs(&rows[0], s.p, s.pNIL)
			_, s.ties, _ = score.Best(s.p)
			for k := range s.ties {
				right := slices.Contains(m.Entities, rows[k].Entity)
				s.right, s.anyRight = s.right || k == 0 && right, s.anyRight || right
			}
		}
		out[i] = s
	})
	a := Answers{*c, out, &calibration.Forest}
	a.Pack = nil
	return a
}

func occurrences(as []staged) (n int) {
	for i := range as {
		n += as[i].count
	}
	return n
}

// judge looks at the answers with the p that an unscaled forest gives.
func (c *Answers) judge(f *score.Forest) Judgement {
	right, answered := 0, 0
	for i := range c.each {
		a := &c.each[i]
		p := slices.Clone(a.p)
		if len(p) == 0 || score.Spread(a.top(f), p, a.pNIL) > p[0] {
			continue
		}
		if answered += a.count; a.right {
			right += a.count
		}
	}
	all := float64(max(1, occurrences(c.each)))
	return Judgement{eval.CalibrationError(c.predictions(f)), float64(right) / all, float64(answered) / all}
}

// top is the probability of the best entities by an unscaled forest.
func (a *staged) top(f *score.Forest) float64 { return score.Unscaled.Top(f, &a.inputs, a.p, a.pNIL) }

// predictions are what an unscaled forest says of answers.
func (c *Answers) predictions(f *score.Forest) []eval.Prediction {
	out := make([]eval.Prediction, len(c.each))
	for i := range c.each {
		a, p := &c.each[i], 0.0
		if len(a.p) > 0 {
			p = a.top(f) / float64(a.ties)
		}
		out[i] = eval.Prediction{P: p, Right: a.right, Count: a.count}
	}
	return out
}
