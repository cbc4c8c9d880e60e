package zeroshot

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/lab/internal/losses"
)

// CrossEntropy is what ProxyConfig.Loss may be beside Proxy.
const CrossEntropy = "ce"

// ProxyConfig says how TrainProxies trains. Zero values mean the defaults in the comments.
type ProxyConfig struct {
	Loss        string  `json:"loss"`        // Proxy
	Proxies     int     `json:"proxies"`     // entities of a step, at most all, those of its mentions included: Batch
	Negatives   int     `json:"negatives"`   // other than 0: instead, so many entities for each mention alone
	Hard        float64 `json:"hard"`        // share of Negatives that are the nearest entities: 0
	Dot         bool    `json:"dot"`         // compare by dot product, not by cosine
	Rows        int     `json:"rows"`        // slots for features: 32768
	Dim         int     `json:"dim"`         // of vectors: 64
	Steps       int     `json:"steps"`       // 240; negative: none
	Batch       int     `json:"batch"`       // mentions a step: 64
	Rounds      int     `json:"rounds"`      // times that the nearest entities are looked for: 3
	Rate        float64 `json:"lr"`          // learning rate of Adam, falling to 0: 0.003
	Alpha       float64 `json:"alpha"`       // of the proxy loss: 32
	Margin      float64 `json:"margin"`      // of the proxy loss: 0
	Temperature float64 `json:"temperature"` // of cross-entropy: 0.05
	Seed        uint64  `json:"seed"`
	Threads     int     `json:"threads"` // 2
}

// Defaults returns c with defaults for zero values.
func (c ProxyConfig) Defaults() ProxyConfig {
	c.Loss, c.Rows, c.Dim, c.Steps = cmp.Or(c.Loss, Proxy), cmp.Or(c.Rows, 1<<15), cmp.Or(c.Dim, 64), cmp.Or(c.Steps, 240)
	c.Batch, c.Rounds, c.Rate, c.Threads = cmp.Or(c.Batch, 64), cmp.Or(c.Rounds, 3), cmp.Or(c.Rate, 0.003), cmp.Or(c.Threads, 2)
	c.Alpha, c.Temperature = cmp.Or(c.Alpha, 32), cmp.Or(c.Temperature, 0.05)
	c.Proxies, c.Steps = max(c.Proxies, c.Batch), max(c.Steps, 0)
	return c
}

// TrainProxies learns an encoder from mentions of entities, which are described by texts. It ends with ctx's error, or
// when a loss is no finite number.
//
// Every mention is compared with the same proxies, the entities of the step, or with ones of its own. With s+ its
// similarity to its entity and s- that to another, the proxy loss is
//
//	log(1 + exp(-Alpha (s+ - Margin))) + log(1 + sum of exp(Alpha (s- + Margin)))
//
// and cross-entropy that of the softmax over s/Temperature.
func TrainProxies(ctx context.Context, texts []string, mentions []Mention, cfg ProxyConfig) (*Encoder, error) {
	cfg = cfg.Defaults()
	if len(texts) < 2 || len(mentions) == 0 {
		return nil, fmt.Errorf("zeroshot: %w: %d entities and %d mentions to train on", errEmptySplit, len(texts), len(mentions))
	}
	t, err := newProxyTrainer(ctx, texts, mentions, cfg)
	if err != nil {
		return nil, err
	}
	for round := range cfg.Rounds {
		if err := t.round(ctx, round); err != nil {
			return nil, err
		}
	}
	return t.Encoder, nil
}

// losser is a loss of package losses on labels.
type losser interface {
	Loss(da, db, a, b nn.Matrix, la, lb []int32) float64
}

type proxyTrainer struct {
	*trainer
	cfg      ProxyConfig
	features [][]uint32 // of the entities
	mentions [][]uint32 // their features
	gold     []int32    // their entities
	draws    []int32    // mentions of all steps
	hard     [][]int32  // entities nearest to each mention of the round
	loss     losser
	taken    []bool // entities that the step has
}

func newProxyTrainer(ctx context.Context, texts []string, mentions []Mention, cfg ProxyConfig) (*proxyTrainer, error) {
	c := Config{Rows: cfg.Rows, Dim: cfg.Dim, Seed: cfg.Seed, Threads: cfg.Threads}
	t := &proxyTrainer{cfg: cfg, trainer: &trainer{Encoder: newEncoder(c), grad: newEncoder(c), touched: make([]bool, cfg.Rows)}}
	t.features, t.taken = t.Encoder.features(texts), make([]bool, len(texts))
	spelled := make([]string, len(mentions))
	for i, m := range mentions {
		spelled[i] = m.Text
		t.gold = append(t.gold, int32(m.Entity))
	}
	t.mentions = t.Encoder.features(spelled)
	rng := rand.New(rand.NewPCG(cfg.Seed, 21))
	for len(t.draws) < cfg.Steps*cfg.Batch {
		for _, m := range rng.Perm(len(mentions)) {
			t.draws = append(t.draws, int32(m))
		}
	}
	t.loss = &losses.CrossEntropy{Temperature: float32(cfg.Temperature), Threads: cfg.Threads}
	if cfg.Loss == Proxy {
		t.loss = &losses.Proxy{Alpha: float32(cfg.Alpha), Margin: float32(cfg.Margin), Threads: cfg.Threads}
	}
	t.initialize(frequencies(t.features, cfg.Rows))
	if cfg.Dot {
		t.dot, t.grad.dot = true, true
		return t, t.scale(ctx)
	}
	return t, nil
}

// scale makes the mean square of the entities' lengths 1, so that dot products begin where cosines do.
func (t *proxyTrainer) scale(ctx context.Context) error {
	v, err := t.encode(ctx, len(t.features), func(lo, hi int) [][]uint32 { return t.features[lo:hi] })
	if err != nil {
		return err
	}
	square := 0.0
	for _, x := range v.Data {
		square += float64(x) * float64(x) / float64(v.Rows)
	}
	if square > 0 {
		for i := range t.out.W {
			t.out.W[i] /= float32(math.Sqrt(square))
		}
	}
	return nil
}

// round takes a share of the steps.
func (t *proxyTrainer) round(ctx context.Context, round int) error {
	steps, size := t.cfg.Steps, t.cfg.Batch
	lo, hi := round*steps/t.cfg.Rounds, (round+1)*steps/t.cfg.Rounds
	if t.cfg.Negatives > 0 && t.cfg.Hard > 0 {
		if err := t.mine(ctx, t.draws[lo*size:hi*size]); err != nil {
			return err
		}
	}
	total := 0.0
	for step := lo; step < hi; step++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		rng := rand.New(rand.NewPCG(t.cfg.Seed, 1<<32+uint64(step)))
		l := t.gradient(t.draw(t.draws[step*size:(step+1)*size], rng))
		if math.IsNaN(l) || math.IsInf(l, 0) {
			return fmt.Errorf("zeroshot: the loss of step %d is not a finite number; try a lower learning rate", step+1)
		}
		t.update(t.cfg.Rate * (1 - float64(step)/float64(steps)))
		total += l
	}
	t.Loss = append(t.Loss, total/float64(max(1, hi-lo)))
	return nil
}

// gradient returns the mean loss of a batch of mentions and adds to the gradients. proxies are entities: those of all
// mentions, of which the first are the mentions' own, or a list for each of them that begins with its own.
func (t *proxyTrainer) gradient(batch, proxies []int32) float64 {
	n := len(batch)
	var texts [][]uint32
	for _, m := range batch {
		texts = append(texts, t.mentions[m])
	}
	for _, e := range proxies {
		texts = append(texts, t.features[e])
	}
	p := t.forward(texts)
	dz := nn.NewMatrix(len(texts), t.cfg.Dim)
	a, b := nn.Rows(p.z, 0, n), nn.Rows(p.z, n, len(texts))
	da, db := nn.Rows(dz, 0, n), nn.Rows(dz, n, len(texts))
	var l float64
	if t.cfg.Negatives == 0 {
		labels := make([]int32, n)
		for i, m := range batch {
			labels[i] = t.gold[m]
		}
		l = t.loss.Loss(da, db, a, b, labels, proxies)
	} else {
		width := len(proxies) / n
		for i, m := range batch {
			lo, hi := i*width, (i+1)*width
			l += t.loss.Loss(nn.Rows(da, i, i+1), nn.Rows(db, lo, hi), nn.Rows(a, i, i+1), nn.Rows(b, lo, hi), t.gold[m:m+1], proxies[lo:hi]) / float64(n)
		}
		for i := range dz.Data {
			dz.Data[i] /= float32(n)
		}
	}
	t.backward(t.grad, t.touched, p, dz)
	return l
}
