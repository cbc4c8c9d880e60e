package link

import "cmp"

// Config says how to train a Linker. Zero values mean the defaults in the comments.
type Config struct {
	Context   string  `json:"context"`   // Bag; or None, BiLSTM, CNN
	Rows      int     `json:"rows"`      // slots for words: 16384
	Dim       int     `json:"dim"`       // of a side's vector: 64; of the words and states of a BiLSTM; of the words, and filters, of a CNN
	Window    int     `json:"window"`    // BiLSTM, CNN: words on each side: 12
	Epochs    int     `json:"epochs"`    // 20
	Batch     int     `json:"batch"`     // mentions a step: 128
	Rate      float64 `json:"lr"`        // learning rate of Adam: 0.003
	Uniform   int     `json:"uniform"`   // entities drawn a step: 512
	Hard      int     `json:"hard"`      // nearest entities by code of each mention: 4; negative: none
	Sharpness float64 `json:"sharpness"` // what distances are multiplied by: 10
	Seed      uint64  `json:"seed"`      // of everything random

	Progress func(step, steps int) `json:"-"` // told every step; may be nil
}

func (c Config) withDefaults() Config {
	c.Context, c.Rows, c.Dim, c.Window = cmp.Or(c.Context, Bag), cmp.Or(c.Rows, 16384), cmp.Or(c.Dim, 64), cmp.Or(c.Window, 12)
	c.Epochs, c.Batch, c.Uniform, c.Hard = cmp.Or(c.Epochs, 20), cmp.Or(c.Batch, 128), cmp.Or(c.Uniform, 512), cmp.Or(c.Hard, 4)
	c.Rate, c.Sharpness = cmp.Or(c.Rate, 0.003), cmp.Or(c.Sharpness, 10)
	return c
}
