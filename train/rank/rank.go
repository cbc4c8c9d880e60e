// Package rank fits the Ranker of a pack. It needs no labelled mentions.
//
// It makes up mentions from the names of the terminology and looks them up under three conditions: the index has the name; the
// index lacks the name (an unknown synonym); or the index lacks the whole entity (NIL). The weights maximize the probability
// of the right outcome, with a ridge that pulls them towards score.DefaultRanker.
//
// Made-up mentions cannot teach how likely an answer is right. Package lab/fit learns that from labelled mentions of other
// terminologies. If the list has labelled mentions of its own, ranker and scalings are also fitted on those.
package rank

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"sync"

	"github.com/normlet/normlet/internal/core/score"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/internal/parallel"
)

// Config says how to fit. A zero field means the default in its comment.
type Config struct {
	Mentions int     // number of made-up mentions; default 6000
	Ridge    float64 // strength of the pull to Center, in mentions; default 3000, a twentieth of it for the fit on labelled mentions
	Seed     uint64
	Center   score.Ranker                               // start of the fit, to which the ridge pulls; default score.DefaultRanker
	Noise    func(name string, rng *rand.Rand) string   // returns a name as people write it; nil: the name
	HeldOut  func(id, name string, kind pack.Kind) bool // reports names that the encoder was not trained on; nil: all

	Estimated bool // the weights of entities are estimated

	Labelled      []Example // mentions that people wrote, on which ranker and scalings are also fitted
	CalibrateOnly bool      // only the scalings are fitted on Labelled
	Learned       bool      // the encoder was trained on Labelled, so that their cosines do not tell those of other mentions
	// Unseen changes a candidate as if the pack had not seen the labelled mentions of a fold, and reports whether it would
	// still be a candidate. nil: the pack has seen no labelled mentions.
	Unseen func(fold int, c *score.Candidate) bool
	// Without is like Unseen, for a pack that has seen no labelled mentions.
	Without func(c *score.Candidate) bool
}

// Example is a mention with the entity that it means.
type Example struct {
	Mention string
	Entity  int32 // number of the entity, or Missing
	Fold    int   // group of mentions that are left out together
}

// Missing is the Entity of an Example whose entity the list lacks. Only the scalings learn from it.
const Missing = -1

// besideLabelled is the weight of a made-up mention if there are labelled ones, whose weight is 1.
const besideLabelled = 0.33

// MinLabelled is the least number of labelled mentions that ranker and scalings are fitted on.
const MinLabelled = 20

// Report describes the result of a fit.
type Report struct {
	Mentions int     `json:"mentions"` // number of made-up and labelled mentions
	Loss     float64 `json:"loss"`     // mean negative log probability of the right outcome
	Accuracy float64 `json:"accuracy"` // share of mentions whose most likely outcome is right
	Trial    *Trial  `json:"trial,omitempty"`
}

// Fit fits the ranker and the scalings of n. weight has, for each entity, how much people write about it, by which Fit draws
// the made-up mentions; nil: all entities are alike.
func Fit(n *core.Normalizer, cfg Config, weight []float64) (*score.Calibration, *Report, error) {
	cfg.setDefaults()
	sampler := newSampler(n, cfg, weight)
	outcomes, views := sampler.sample(), sampler.labelled()
	known := knownOf(views)
	taught := total(known) >= MinLabelled
	r, loss := fitRounds(outcomes, cfg)
	without := r
	if taught && !cfg.CalibrateOnly {
		for i := range outcomes {
			outcomes[i].weight = besideLabelled
		}
		outcomes = append(outcomes, ofViews(known, true)...)
		cfg.Ridge /= 20
		r, loss = fitRounds(outcomes, cfg)
	}
	r.Weights[score.Elsewhere] = r.Weights[score.MentionIn] // a word counts the same, whichever name of an entity has it
	c := &score.Calibration{Ranker: r, Weighted: !cfg.Estimated, Forests: defaultForests(), Scalings: unscaled()}
	if taught {
		fitScalings(c, n, foldAll(ofViews(views, true), &r), cfg.Learned)
	}
	rep := &Report{Mentions: len(outcomes), Loss: loss, Accuracy: accuracy(foldAll(outcomes, &r), &r)}
	if len(known) > 0 {
		rep.Trial = try(known, &r, &without)
	}
	return c, rep, nil
}

func (cfg *Config) setDefaults() {
	cfg.Mentions, cfg.Ridge = cmp.Or(cfg.Mentions, 6000), cmp.Or(cfg.Ridge, 3000)
	if cfg.Center == (score.Ranker{}) {
		cfg.Center = score.DefaultRanker()
	}
}

// fitRounds fits four times, from the center on, and chooses the best row of each entity again before each fit.
func fitRounds(outcomes []outcome, cfg Config) (r score.Ranker, loss float64) {
	r = cfg.Center
	for range 4 {
		r, loss = fit(foldAll(outcomes, &r), r, cfg)
	}
	return r, loss
}

// folding is the memory that foldAll reuses.
type folding struct {
	score.Folding
	rows []score.Candidate
}

func foldAll(outcomes []outcome, r *score.Ranker) []outcome {
	best := make([]outcome, len(outcomes))
	var scratch sync.Pool // of folding
	parallel.Each(0, len(outcomes), func(i int) {
		f, ok := scratch.Get().(*folding)
		if !ok {
			f = new(folding)
		}
		defer scratch.Put(f)
		f.rows = outcomes[i].rows.appendTo(f.rows[:0])
		best[i] = outcome{outcomes[i].mention, outcomes[i].gold, packed(f.Fold(r, f.rows)), outcomes[i].weight}
	})
	return best
}

// dims is the number of fitted values: the weights and the NIL score.
const dims = int(score.NumFeatures) + 1

func toVector(r *score.Ranker) []float64 {
	x := make([]float64, dims)
	for i, w := range r.Weights {
		x[i] = float64(w)
	}
	x[dims-1] = float64(r.NIL)
	return x
}

func fromVector(x []float64) (r score.Ranker) {
	for i := range r.Weights {
		r.Weights[i] = float32(x[i])
	}
	r.NIL = float32(x[dims-1])
	return r
}

// fit minimizes the mean negative log probability plus ridge, starting at r.
func fit(outcomes []outcome, r score.Ranker, cfg Config) (score.Ranker, float64) {
	center, ridge := toVector(&cfg.Center), cfg.Ridge
	n := 0.0
	for i := range outcomes {
		n += outcomes[i].weight
	}
	eval := func(grad, x []float64) float64 {
		loss := lossAndGrad(outcomes, x, grad)
		for i, v := range x {
			scale := math.Max(1, math.Abs(center[i]))
			d := (v - center[i]) / scale
			loss += float64(ridge * d * d / 2)
			grad[i] += ridge * d / scale
		}
		for i := range grad {
			grad[i] /= n
		}
		return loss / n
	}
	x, least := minimize(eval, toVector(&r), 1e-5, 100)
	return fromVector(x), least
}

// lossAndGrad returns the summed negative log probability of the right outcomes, and sets grad to its gradient. The sums have a
// fixed order.
func lossAndGrad(outcomes []outcome, x, grad []float64) float64 {
	clear(grad)
	const shards = 16
	var losses [shards]float64
	var grads [shards][dims]float64
	parallel.Each(0, shards, func(s int) {
		for i := s; i < len(outcomes); i += shards {
			losses[s] += one(&outcomes[i], x, grads[s][:])
		}
	})
	loss := 0.0
	for s := range shards {
		loss += losses[s]
		for i, g := range grads[s] {
			grad[i] += g
		}
	}
	return loss
}

// one adds the gradient of one outcome's loss to grad and returns the loss.
func one(o *outcome, x, grad []float64) float64 {
	top := x[dims-1]
	var room [256]float64
	scores := room[:0]
	values := o.rows.values
	for _, h := range o.rows.heads {
		s := 0.0
		for set := h.has; set != 0; set &= set - 1 {
			s += float64(x[bits.TrailingZeros32(set)] * float64(values[0]))
			values = values[1:]
		}
		scores = append(scores, s)
		top = max(top, s)
	}
	pNIL := f64.Exp(x[dims-1] - top)
	sum, gold := pNIL, x[dims-1]
	for j, s := range scores {
		if o.rows.heads[j].entity == o.gold {
			gold = s
		}
		scores[j] = f64.Exp(s - top)
		sum += scores[j]
	}
	values = o.rows.values
	for j, h := range o.rows.heads {
		d := scores[j] / sum
		if h.entity == o.gold {
			d--
		}
		d *= o.weight
		for set := h.has; set != 0; set &= set - 1 {
			grad[bits.TrailingZeros32(set)] += float64(d * float64(values[0]))
			values = values[1:]
		}
	}
	grad[dims-1] += o.weight * pNIL / sum
	if o.gold < 0 {
		grad[dims-1] -= o.weight
	}
	return o.weight * (top + f64.Log(sum) - gold)
}

func accuracy(outcomes []outcome, r *score.Ranker) float64 {
	right, all := 0.0, 0.0
	for _, o := range outcomes {
		answer := int32(-1)
		if rows := o.rows.heads; len(rows) > 0 && rows[0].score >= r.NIL {
			answer = rows[0].entity
		}
		if all += o.weight; answer == o.gold {
			right += o.weight
		}
	}
	return right / all
}
