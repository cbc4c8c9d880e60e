package train

// Report has the facts of a run.
type Report struct {
	Config       Config    `json:"config"`
	Entities     int       `json:"entities"`
	Names        int       `json:"names"` // trained on; held-out ones are not among them
	Steps        int       `json:"steps"`
	Resumed      int       `json:"resumed,omitempty"` // step after which the run went on from a checkpoint
	Loss         []float64 `json:"loss"`              // mean of each epoch
	GradientNorm []float64 `json:"gradient_norm"`     // mean of each epoch, before it is limited
}

// Progress is called after every step with its loss.
type Progress func(done, total int, loss float64)
