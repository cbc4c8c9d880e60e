package rank

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/core/score"

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
	Pack     *core.Normalizer
	Mentions []Mention
}

// Mention is what somebody wrote, and the entities that are right, none if the
// pack has none of them.
type Mention struct {
	Text     string
	Entities []int32
	Count    int // of occurrences
}

// Mentions returns the queries that have gold ids as mentions of what n has, without repetitions.
func Mentions(n *core.Normalizer, queries []data.Query) (out []Mention) {
	r := eval.NewResolver(n.Contents())
	for _, q := range queries {
		if len(q.Gold) > 0 {
			out = append(out, Mention{Text: q.Mention, Entities: r.Entities(q.Gold), Count: 1})
		}
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

// CalibrationErrors are expected calibration errors in a corpus (ten bins).
type CalibrationErrors struct {
	Corpus string
	Before float64 // of the pack as it is
	After  float64 // with the forest fitted on all corpora but judges
	Unseen float64 // with that of corpora of other kinds
	Chance float64 // what chance alone makes of it, if the p of Unseen are the true ones
}

// Answers are what became of the mentions of a corpus, as far as a forest can tell.
type Answers struct {
	Corpus
	each   []staged
	forest *score.Forest // of the pack
}

// FitForest fits the forest that packs get on corpora, whose kinds all count the same, and compares
// it with the packs as they are and with the forests that the other kinds of names give.
func FitForest(corpora []Answers) (score.Forest, []CalibrationErrors) {
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
	out := make([]CalibrationErrors, len(corpora))
	for i := range corpora {
		c := &corpora[i]
		unseen := c.predictions(&byKind[slices.Index(kinds, c.Kind)])
		out[i] = CalibrationErrors{
			Corpus: c.Name, Before: eval.CalibrationError(c.predictions(c.forest)),
			After: eval.CalibrationError(c.predictions(&all)), Unseen: eval.CalibrationError(unseen),
			Chance: eval.ChanceError(unseen),
		}
	}
	return all, out
}

// kindMass is for how many mentions each kind of names counts.
const kindMass = 5000

// samplesOf returns what a forest learns from the chosen corpora: those of a kind count the same.
func samplesOf(corpora []Answers, chosen func(*Corpus) bool) (out []sample) {
	ofKind := map[string]int{}
	for i := range corpora {
		if chosen(&corpora[i].Corpus) {
			ofKind[corpora[i].Kind]++
		}
	}
	for i := range corpora {
		c := &corpora[i]
		if !chosen(&c.Corpus) {
			continue
		}
		weight := kindMass / float64(ofKind[c.Kind]) / float64(occurrences(c.each))
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

// predictions are what an unscaled forest says of answers.
func (c *Answers) predictions(f *score.Forest) []eval.Prediction {
	out := make([]eval.Prediction, len(c.each))
	for i := range c.each {
		a, p := &c.each[i], 0.0
		if len(a.p) > 0 {
			p = score.Unscaled.Top(f, &a.inputs, a.p, a.pNIL) / float64(a.ties)
		}
		out[i] = eval.Prediction{P: p, Right: a.right, Count: a.count}
	}
	return out
}
