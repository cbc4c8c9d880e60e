// Package rank fits the Ranker of a pack without labelled mentions.
//
// It makes mentions of the terminology's names and looks them up under three conditions: the name
// is in the index, the name is taken out (an unknown synonym), or the whole entity is (NIL). The
// weights maximize the probability of the right outcome, with a ridge that pulls towards score.DefaultRanker.
//
// How sure an answer is cannot be learned from made-up mentions alone: see DefaultScalings. If
// there are labelled mentions, ranker and scalings are fitted on them, too. Operating points say
// what the list promises even if it lacks much: see Promise.
package rank

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/core/score"

	"gonum.org/v1/gonum/optimize"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/parallel"
)

// Config says how to fit. Zero values mean the defaults in the comments.
type Config struct {
	Mentions int     // made-up mentions: 6000
	Ridge    float64 // strength of the pull to the center, in mentions: 3000, a twentieth with labelled ones
	Rounds   int     // times that the best row of each entity is chosen anew: 4
	Seed     uint64
	Center   score.Ranker                               // where the fit starts and what the ridge pulls to: score.DefaultRanker
	Noise    func(name string, rng *rand.Rand) string   // writes a name as people do; nil: as it is
	HeldOut  func(id, name string, kind pack.Kind) bool // names the encoder was not trained on; nil: all

	Estimated bool // the weights of entities are estimated: see DefaultScalings

	Labelled []Example // mentions that people wrote, which ranker and scalings are fitted on, too
	Foreign  []Example // labelled mentions of what the list has not: they tell what it may promise
	Learned  bool      // the encoder was trained on them: how near they are says nothing of others
	// Unseen changes a candidate to what it would be had the pack not seen the mentions of a
	// fold, and reports whether it would be there. nil: the pack has seen no mentions.
	Unseen func(fold int, c *score.Candidate) bool
}

// Example is a mention with the entity it means.
type Example struct {
	Mention string
	Entity  int32
	Fold    int // of the mentions that have to be left out together
}

// besideLabelled is the weight of a made-up mention beside one that people wrote.
const besideLabelled = 0.33

// minLabelled is how many different labelled mentions tell what a list may promise.
const minLabelled = 200

// Report says what a fit gave.
type Report struct {
	Mentions int     `json:"mentions"` // made-up and labelled
	Loss     float64 `json:"loss"`     // mean negative log probability of the right outcome
	Accuracy float64 `json:"accuracy"` // share of mentions whose most likely outcome is right
}

// Fit fits ranker, scalings and operating points of n. weight is the sampling
// weight of each entity, how often people write about it; nil means all the same.
func Fit(n *core.Normalizer, cfg Config, weight []float64) (*score.Calibration, *Report, error) {
	if cfg.Mentions == 0 {
		cfg.Mentions = 6000
	}
	if cfg.Ridge == 0 {
		cfg.Ridge = 3000
		if len(cfg.Labelled) > 0 {
			cfg.Ridge = 150
		}
	}
	if cfg.Rounds == 0 {
		cfg.Rounds = 4
	}
	if cfg.Center == (score.Ranker{}) {
		cfg.Center = score.DefaultRanker()
	}
	sampler := newSampler(n, cfg, weight)
	labelled, outcomes := sampler.labelled(), sampler.sample()
	if len(labelled) > 0 {
		for i := range outcomes {
			outcomes[i].weight = besideLabelled
		}
		outcomes = append(outcomes, labelled...)
	}
	r := cfg.Center
	var loss float64
	for range cfg.Rounds {
		best := foldAll(outcomes, &r)
		var err error
		if r, loss, err = fit(best, r, cfg); err != nil {
			return nil, nil, err
		}
	}
	c := &score.Calibration{Ranker: r, Scalings: DefaultScalings(cfg.Estimated)}
	if err := fitScalings(c, n, foldAll(labelled, &r), cfg.Learned); err != nil {
		return nil, nil, err
	}
	c.Guard = defaultPromise.guard(synonymsOf(n.Contents()))
	if len(labelled) < minLabelled {
		madeUp := sampler.madeUp(c)
		doubtNear(&c.Guard, madeUp)
		c.Points = promised(&c.Guard, defaultPromise.Limits[:], madeUp)
	} else {
		c.Points = measured(&c.Guard, judgeAll(c, n, append(labelled, sampler.foreign()...)))
	}
	return c, &Report{Mentions: len(outcomes), Loss: loss, Accuracy: accuracy(foldAll(outcomes, &r), &r)}, nil
}

// foldAll keeps the best row of each entity under r.
func foldAll(outcomes []outcome, r *score.Ranker) []outcome {
	best := make([]outcome, len(outcomes))
	parallel.Each(0, len(outcomes), func(i int) {
		rows := append([]score.Candidate(nil), outcomes[i].rows...)
		best[i] = outcome{outcomes[i].mention, outcomes[i].gold, r.Fold(rows), outcomes[i].weight}
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
func fit(outcomes []outcome, r score.Ranker, cfg Config) (score.Ranker, float64, error) {
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
			loss += ridge * d * d / 2
			grad[i] += ridge * d / scale
		}
		for i := range grad {
			grad[i] /= n
		}
		return loss / n
	}
	// The optimizer asks for loss and gradient of one point in two calls.
	var at, lastGrad []float64
	var last float64
	both := func(x []float64) float64 {
		if !slices.Equal(at, x) {
			at, lastGrad = slices.Clone(x), make([]float64, dims)
			last = eval(lastGrad, x)
		}
		return last
	}
	problem := optimize.Problem{Func: both, Grad: func(grad, x []float64) { both(x); copy(grad, lastGrad) }}
	res, err := optimize.Minimize(problem, toVector(&r), &optimize.Settings{GradientThreshold: 1e-5, MajorIterations: 100}, &optimize.LBFGS{})
	if res == nil {
		return r, 0, fmt.Errorf("rank: %w", err)
	}
	return fromVector(res.X), res.F, nil // a line search that can do no better still has the best point
}

// lossAndGrad returns the summed negative log probability of the right outcomes
// and sets grad to its gradient. The sums run in a fixed order.
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
	scores := make([]float64, len(o.rows))
	for j := range o.rows {
		for i, f := range o.rows[j].Features {
			scores[j] += x[i] * float64(f)
		}
		top = math.Max(top, scores[j])
	}
	pNIL := math.Exp(x[dims-1] - top)
	sum, gold := pNIL, x[dims-1]
	for j, s := range scores {
		if o.rows[j].Entity == o.gold {
			gold = s
		}
		scores[j] = math.Exp(s - top)
		sum += scores[j]
	}
	for j, e := range scores {
		d := e / sum
		if o.rows[j].Entity == o.gold {
			d--
		}
		d *= o.weight
		for i, f := range o.rows[j].Features {
			grad[i] += d * float64(f)
		}
	}
	grad[dims-1] += o.weight * pNIL / sum
	if o.gold < 0 {
		grad[dims-1] -= o.weight
	}
	return o.weight * (top + math.Log(sum) - gold)
}

func accuracy(outcomes []outcome, r *score.Ranker) float64 {
	right, all := 0.0, 0.0
	for _, o := range outcomes {
		answer := int32(-1)
		if len(o.rows) > 0 && o.rows[0].Score >= r.NIL {
			answer = o.rows[0].Entity
		}
		if all += o.weight; answer == o.gold {
			right += o.weight
		}
	}
	return right / all
}
