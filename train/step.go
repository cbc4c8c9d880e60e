package train

import (
	"math/rand/v2"
	"sync"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/train/loss"
)

// stepper holds the network and the working memory of a step. A batch is split
// into shards, one a thread; dense gradients are added up in shard order, table
// rows belong to one shard each, so threads never race and sums have one order.
type stepper struct {
	cfg    Config
	set    *examples
	steps  uint64
	model  *ngram
	grad   *ngram
	shards []*ngram // dense gradients of each shard

	labels   []int32    // entity of each pair
	features [][]uint32 // of both sides: first names, then their partners
	act      *activations
	dz       nn.Matrix
	bits     nn.Matrix // soft bits of both sides
	dbits    nn.Matrix
	loss     loss.InfoNCE
	touched  []bool // rows of the table in this batch
	table    nn.Adam
	dense    nn.Adam
}

func newStepper(cfg Config, set *examples) *stepper {
	s := &stepper{cfg: cfg, set: set, touched: make([]bool, cfg.Rows)}
	s.model = newNgram(cfg.Rows, cfg.Dim, cfg.Hidden)
	s.model.init(rand.New(rand.NewPCG(cfg.Seed, 2)))
	s.grad = newNgram(cfg.Rows, cfg.Dim, cfg.Hidden)
	clear(s.grad.norm.Gain)
	for range cfg.Threads {
		g := newNgram(0, cfg.Dim, cfg.Hidden)
		clear(g.norm.Gain)
		s.shards = append(s.shards, g)
	}
	s.loss.Temperature, s.loss.Threads = float32(cfg.Temperature), cfg.Threads
	n := 2 * min(cfg.Batch, len(set.names))
	s.labels, s.features = make([]int32, n/2), make([][]uint32, n)
	s.act = newActivations(n, cfg.Dim, cfg.Hidden)
	s.dz, s.bits, s.dbits = nn.NewMatrix(n, cfg.Dim), nn.NewMatrix(n, cfg.Dim), nn.NewMatrix(n, cfg.Dim)
	return s
}

// step trains on the names in batch and returns the loss.
func (s *stepper) step(batch []int32, rate float64) float64 {
	n := 2 * len(batch)
	s.steps++
	s.parallel(n, func(_, lo, hi int) {
		s.write(batch, lo, hi)
		s.model.forward(s.act.part(lo, hi), s.features[lo:hi])
		loss.SoftBits(nn.Rows(s.bits, lo, hi), nn.Rows(s.act.z, lo, hi), float32(s.cfg.BitSlope))
	})
	share := max(0, s.cfg.BitShare)
	l := (1 - share) * s.pairLoss(s.dz, s.act.z)
	if share > 0 {
		l += share * s.pairLoss(s.dbits, s.bits)
	}
	s.parallel(n, func(shard, lo, hi int) {
		dz := nn.Rows(s.dz, lo, hi)
		if share > 0 {
			loss.SoftBitsBackward(dz, nn.Rows(s.bits, lo, hi), nn.Rows(s.dbits, lo, hi), float32(s.cfg.BitSlope), float32(share))
		}
		s.model.backward(s.shards[shard], s.act.part(lo, hi), dz)
	})
	s.updateDense(rate * s.cfg.Rate)
	s.updateTable(rate * s.cfg.TableRate)
	return l
}

// write fills in the features of examples lo to hi-1: the names of the batch,
// then a random name of the same entity for each. Every example has a random
// stream of its own, so that the split into shards does not matter.
func (s *stepper) write(batch []int32, lo, hi int) {
	var form, scratch []byte
	for i := lo; i < hi; i++ {
		rng := rand.New(rand.NewPCG(s.cfg.Seed, s.steps<<24|uint64(i)<<2|3))
		name := batch[i%len(batch)]
		entity := s.set.entity[name]
		if i < len(batch) {
			s.labels[i] = entity
		} else {
			names := s.set.of[entity]
			name = names[rng.IntN(len(names))]
		}
		form = encoder.AppendTextForm(form[:0], Noise(s.set.names[name], rng))
		s.features[i], scratch = encoder.AppendFeatures(s.features[i][:0], form, s.cfg.Rows, scratch)
		s.features[i] = dropout(s.features[i], s.cfg.Dropout, rng)
	}
}

// dropout forgets each feature with probability p, but never all of them.
func dropout(features []uint32, p float64, rng *rand.Rand) []uint32 {
	kept := features[:0]
	for i, f := range features {
		if rng.Float64() >= p || len(kept) == 0 && i == len(features)-1 {
			kept = append(kept, f)
		}
	}
	return kept
}

// pairLoss returns the loss of x, whose second half are the partners of its
// first, and sets dx.
func (s *stepper) pairLoss(dx, x nn.Matrix) float64 {
	n := len(s.labels)
	return s.loss.Loss(nn.Rows(dx, 0, n), nn.Rows(dx, n, 2*n), nn.Rows(x, 0, n), nn.Rows(x, n, 2*n), s.labels)
}

// updateDense adds up the shards' gradients and lets Adam change the weights.
func (s *stepper) updateDense(rate float64) {
	params, grads := s.model.dense(), s.grad.dense()
	for _, shard := range s.shards {
		for i, g := range shard.dense() {
			for j, v := range g {
				grads[i][j] += v
			}
			clear(g)
		}
	}
	s.dense.Begin(params)
	for i := range params {
		s.dense.Update(i, params[i], grads[i], 0, len(params[i]), rate)
	}
}

// updateTable changes the rows that occurred in the batch.
func (s *stepper) updateTable(rate float64) {
	bag, g := &s.model.bag, &s.grad.bag
	s.table.Begin([][]float32{bag.Table})
	shards := len(s.shards)
	s.parallel(shards, func(shard, _, _ int) {
		bag.Backward(g, s.touched, s.features, s.dz, uint32(shard), uint32(shards))
		for r := shard; r < bag.Rows; r += shards {
			if s.touched[r] {
				s.touched[r] = false
				s.table.Update(0, bag.Table, g.Table, r*bag.Dim, (r+1)*bag.Dim, rate)
			}
		}
	})
}

// parallel splits n items among the shards and waits for all.
func (s *stepper) parallel(n int, f func(shard, lo, hi int)) {
	var wg sync.WaitGroup
	shards := len(s.shards)
	for i := range shards {
		wg.Go(func() { f(i, n*i/shards, n*(i+1)/shards) })
	}
	wg.Wait()
}
