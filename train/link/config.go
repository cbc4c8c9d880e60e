package link

import "fmt"

// Config says how to train a Linker. Zero values mean the defaults in the comments.
type Config struct {
	Context   string  `json:"context"`   // Bag; or None, BiLSTM
	Rows      int     `json:"rows"`      // slots for words: 16384
	Dim       int     `json:"dim"`       // of a side's vector: 64; of the words and states of a BiLSTM
	Window    int     `json:"window"`    // BiLSTM: words on each side: 12
	Epochs    int     `json:"epochs"`    // 20
	Batch     int     `json:"batch"`     // mentions a step: 128
	Rate      float64 `json:"lr"`        // learning rate of Adam: 0.003
	Uniform   int     `json:"uniform"`   // entities drawn a step: 512
	Hard      int     `json:"hard"`      // nearest entities by code of each mention: 4; negative: none
	Sharpness float64 `json:"sharpness"` // what distances are multiplied by: 10
	Seed      uint64  `json:"seed"`      // of everything random

	Progress func(step, steps int) `json:"-"` // told every step; may be nil
}

// Defaults returns c with its zero values filled in.
func (c Config) Defaults() Config {
	for _, s := range []struct {
		field *int
		value int
	}{{&c.Rows, 16384}, {&c.Dim, 64}, {&c.Window, 12}, {&c.Epochs, 20}, {&c.Batch, 128}, {&c.Uniform, 512}, {&c.Hard, 4}} {
		if *s.field == 0 {
			*s.field = s.value
		}
	}
	if c.Context == "" {
		c.Context = Bag
	}
	if c.Rate == 0 {
		c.Rate = 0.003
	}
	if c.Sharpness == 0 {
		c.Sharpness = 10
	}
	return c
}

// Check reports a setting that makes no sense.
func (c Config) Check() error {
	if c.Context != None && c.Context != Bag && c.Context != BiLSTM {
		return fmt.Errorf("context %q is not known; want %s, %s or %s", c.Context, None, Bag, BiLSTM)
	}
	for _, s := range []struct {
		what       string
		have, most int
	}{{"rows", c.Rows, 1 << 24}, {"dim", c.Dim, 4096}, {"window", c.Window, MaxWords}, {"epochs", c.Epochs, 1e6}, {"batch", c.Batch, 1 << 20}, {"uniform", c.Uniform, 1 << 20}} {
		if s.have < 1 || s.have > s.most {
			return fmt.Errorf("%s %d: want 1 to %d", s.what, s.have, s.most)
		}
	}
	if !(c.Rate > 0 && c.Rate <= 10) || !(c.Sharpness > 0 && c.Sharpness <= 1e4) || c.Hard > 1<<20 {
		return fmt.Errorf("lr %v, sharpness %v, hard %d: want lr above 0 and at most 10, sharpness above 0 and at most 10000, hard at most %d", c.Rate, c.Sharpness, c.Hard, 1<<20)
	}
	return nil
}
