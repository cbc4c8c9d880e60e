package train

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
)

// Config says how to train. Zero values mean the defaults in the comments, which
// Defaults fills in. The fields in JSON decide the result, to the bit.
type Config struct {
	Rows   int `json:"rows"`   // height of the feature table: 16384
	Dim    int `json:"dim"`    // length of the vectors: 128
	Hidden int `json:"hidden"` // width of the residual MLP: Dim

	Epochs    int     `json:"epochs"`     // passes over the names: 8
	Steps     int     `json:"steps"`      // of an epoch at most: all that its names make
	Batch     int     `json:"batch"`      // pairs a step: 512
	TableRate float64 `json:"table_rate"` // Adam learning rate of the table: 2e-3
	Rate      float64 `json:"rate"`       // Adam learning rate of the rest: 1e-3
	Dropout   float64 `json:"dropout"`    // share of features dropped: 0.3; negative: none

	Balance float64 `json:"balance"` // of several namespaces: the share of one is proportional to its number of names to this power: 0.5
	Block   int     `json:"block"`   // of several namespaces: pairs of one together in a batch: 128

	Loss        string    `json:"loss"`        // what reports and checkpoints call it: infonce, or the Objective's name
	Objective   Objective `json:"-"`           // what to learn instead of synonyms by InfoNCE; nil: these
	Temperature float64   `json:"temperature"` // of the softmax: 0.05
	BitShare    float64   `json:"bit_share"`   // share of the loss on soft bits, the rest on vectors: 0.7; negative: none
	BitSlope    float64   `json:"bit_slope"`   // of the soft bits, see loss.SoftBits: 4

	Levels  int     `json:"levels"`  // quantization levels of the table each side of zero: 15
	Clip    float64 `json:"clip"`    // the outermost level, in standard deviations of the table: 3.5
	Seed    uint64  `json:"seed"`    //
	Threads int     `json:"threads"` // parts of a batch, which decide the order of sums: GOMAXPROCS

	Checkpoint string `json:"-"` // file for the state of the run, written after every epoch and when ctx is cancelled; "": none
	Every      int    `json:"-"` // steps after which the checkpoint is written, too; 0: at ends of epochs only
	Until      int    `json:"-"` // stop after this step, with the encoder as it is then; 0: after the last
	Resume     bool   `json:"-"` // go on from Checkpoint
}

// Defaults returns c with defaults for zero values.
func (c Config) Defaults() Config {
	c.Rows, c.Dim = cmp.Or(c.Rows, 16384), cmp.Or(c.Dim, 128)
	c.Hidden = cmp.Or(c.Hidden, c.Dim)

	c.Epochs, c.Batch = cmp.Or(c.Epochs, 8), cmp.Or(c.Batch, 512)
	c.TableRate, c.Rate, c.Dropout = cmp.Or(c.TableRate, 2e-3), cmp.Or(c.Rate, 1e-3), cmp.Or(c.Dropout, 0.3)

	c.Balance, c.Block = cmp.Or(c.Balance, 0.5), cmp.Or(c.Block, 128)
	c.Loss, c.Temperature = cmp.Or(c.Loss, c.loss()), cmp.Or(c.Temperature, 0.05)
	c.BitShare, c.BitSlope = cmp.Or(c.BitShare, 0.7), cmp.Or(c.BitSlope, 4)

	c.Levels, c.Clip, c.Threads = cmp.Or(c.Levels, 15), cmp.Or(c.Clip, 3.5), cmp.Or(c.Threads, runtime.GOMAXPROCS(0))
	return c
}

// Check reports unknown words and contradictory settings.
func (c Config) Check() error {
	c = c.Defaults()
	switch {
	case c.Loss != c.loss():
		return fmt.Errorf("loss %q without its objective; want %q", c.Loss, c.loss())
	case c.Resume && c.Checkpoint == "":
		return errors.New("resume without a checkpoint to go on from")
	}
	return nil
}

func (c Config) loss() string {
	if c.Objective == nil {
		return "infonce"
	}
	return c.Objective.Name()
}
