package train

import "runtime"

// Config says how to train. Zero values mean the defaults in the comments, which
// Defaults fills in.
type Config struct {
	Rows        int     `json:"rows"`        // height of the feature table: 16384
	Dim         int     `json:"dim"`         // length of the vectors: 128
	Hidden      int     `json:"hidden"`      // width of the residual MLP: Dim
	Epochs      int     `json:"epochs"`      // passes over the names: 5
	Batch       int     `json:"batch"`       // pairs a step: 512
	Temperature float64 `json:"temperature"` // of the softmax: 0.05
	TableRate   float64 `json:"table_rate"`  // Adam learning rate of the table: 2e-3
	Rate        float64 `json:"rate"`        // Adam learning rate of the rest: 1e-3
	Dropout     float64 `json:"dropout"`     // share of features forgotten: 0.15; negative: none
	BitShare    float64 `json:"bit_share"`   // share of the loss on soft bits, the rest on vectors: 0.7; negative: none
	BitSlope    float64 `json:"bit_slope"`   // of the soft bits, see loss.SoftBits: 4
	Levels      int     `json:"levels"`      // quantization levels of the table each side of zero: 15
	Clip        float64 `json:"clip"`        // the outermost level, in standard deviations of the table: 3.5
	Seed        uint64  `json:"seed"`        //
	Threads     int     `json:"threads"`     // shards of a batch, which decide the order of sums: GOMAXPROCS
}

// Defaults returns c with defaults for zero values.
func (c Config) Defaults() Config {
	for p, v := range map[*int]int{
		&c.Rows: 16384, &c.Dim: 128, &c.Epochs: 5, &c.Batch: 512, &c.Levels: 15, &c.Threads: runtime.GOMAXPROCS(0),
	} {
		if *p == 0 {
			*p = v
		}
	}
	for p, v := range map[*float64]float64{
		&c.Temperature: 0.05, &c.TableRate: 2e-3, &c.Rate: 1e-3, &c.Dropout: 0.15, &c.BitShare: 0.7, &c.BitSlope: 4, &c.Clip: 3.5,
	} {
		if *p == 0 {
			*p = v
		}
	}
	if c.Hidden == 0 {
		c.Hidden = c.Dim
	}
	return c
}

// Report is what a run has to say about itself.
type Report struct {
	Config   Config    `json:"config"`
	Entities int       `json:"entities"`
	Names    int       `json:"names"` // trained on; held-out ones are not among them
	Steps    int       `json:"steps"`
	Loss     []float64 `json:"loss"` // mean of each epoch
}

// Progress is called after every step with its loss.
type Progress func(done, total int, loss float64)
