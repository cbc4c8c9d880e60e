package kg

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
)

// What Config.Loss, Regularizer and Optimizer may be.
const (
	OneVsAll = "1vsall"  // softmax over all entities
	Sampled  = "sampled" // softmax over sampled entities and the tails of the step
	N3       = "n3"
	L2       = "l2"
	DURA     = "dura"
	Adagrad  = "adagrad"
	Adam     = "adam"
)

// Config says how to train. Zero values mean the defaults in the comments.
type Config struct {
	Rank        int     `json:"rank"`      // complex numbers in a vector: 50
	Epochs      int     `json:"epochs"`    // passes over the triples: 50
	Batch       int     `json:"batch"`     // queries a step: 500
	MaxTails    int     `json:"max_tails"` // answers that a query of a step has; others are in further queries: 64
	Rate        float64 `json:"lr"`        // learning rate: 0.1 with Adagrad, 0.001 with Adam
	Optimizer   string  `json:"optimizer"` // Adagrad
	Regularizer string  `json:"reg"`       // N3
	Weight      float64 `json:"weight"`    // of the regularizer: 0.05; negative: none
	Loss        string  `json:"loss"`      // OneVsAll
	Negatives   int     `json:"negatives"` // Sampled: entities drawn a step: 1000, or all if there are fewer
	Init        float64 `json:"init"`      // standard deviation of the vectors' elements at the start: 0.001
	Seed        uint64  `json:"seed"`      // of everything random

	Threads    int    `json:"-"` // GOMAXPROCS; the result does not depend on it
	Checkpoint string `json:"-"` // file for the state of the run, written at every end of an epoch; none if empty
	Every      int    `json:"-"` // steps after which the checkpoint is written, too; 0: none
	Resume     bool   `json:"-"` // go on from the checkpoint, if there is one

	Progress func(step, steps int, loss float64) `json:"-"` // told every step; may be nil
	EndEpoch func(epoch int, m *Model) error     `json:"-"` // shown the model after every epoch, from 1; an error ends the run; may be nil
}

// Defaults returns c with its zero values filled in.
func (c Config) Defaults() Config {
	c.Rank, c.Epochs, c.Batch = cmp.Or(c.Rank, 50), cmp.Or(c.Epochs, 50), cmp.Or(c.Batch, 500)
	c.MaxTails, c.Negatives = cmp.Or(c.MaxTails, 64), cmp.Or(c.Negatives, 1000)
	c.Optimizer, c.Regularizer, c.Loss = cmp.Or(c.Optimizer, Adagrad), cmp.Or(c.Regularizer, N3), cmp.Or(c.Loss, OneVsAll)
	if c.Optimizer == Adam {
		c.Rate = cmp.Or(c.Rate, 0.001)
	}
	c.Rate, c.Weight, c.Init = cmp.Or(c.Rate, 0.1), cmp.Or(c.Weight, 0.05), cmp.Or(c.Init, 1e-3)
	c.Threads = cmp.Or(c.Threads, runtime.GOMAXPROCS(0))
	return c
}

// Check reports a setting that makes no sense.
func (c Config) Check() error {
	for _, s := range []struct {
		what, have string
		want       []string
	}{{"optimizer", c.Optimizer, []string{Adagrad, Adam}}, {"regularizer", c.Regularizer, []string{N3, L2, DURA}}, {"loss", c.Loss, []string{OneVsAll, Sampled}}} {
		if !slices.Contains(s.want, s.have) {
			return fmt.Errorf("%s %q is not known; want %s", s.what, s.have, strings.Join(s.want, " or "))
		}
	}
	for _, s := range []struct {
		what        string
		have        int
		least, most int
	}{
		{"rank", c.Rank, 1, maxRank}, {"epochs", c.Epochs, 1, 1e6}, {"batch", c.Batch, 1, 1 << 20}, {"max-tails", c.MaxTails, 1, 1 << 20},
		{"negatives", c.Negatives, 1, 1 << 24}, {"threads", c.Threads, 1, 1024}, {"every", c.Every, 0, math.MaxInt32},
	} {
		if s.have < s.least || s.have > s.most {
			return fmt.Errorf("%s %d: want %d to %d", s.what, s.have, s.least, s.most)
		}
	}
	if !(c.Rate > 0 && c.Rate <= 10) || !(c.Init > 0 && c.Init <= 10) || !(c.Weight <= 1000) || math.IsInf(c.Weight, -1) {
		return fmt.Errorf("lr %v, init %v, weight %v: want lr and init above 0 and at most 10, weight at most 1000", c.Rate, c.Init, c.Weight)
	}
	if c.Resume && c.Checkpoint == "" {
		return fmt.Errorf("resume without a checkpoint to go on from")
	}
	return nil
}
