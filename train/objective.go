package train

import (
	"math/rand/v2"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/train/data"
)

// Objective is what an encoder learns when it is not that the names of an entity find each other by
// InfoNCE.
type Objective interface {
	// Name tells the objective from others, its settings included.
	Name() string
	// Task returns the task of a run on the names of t, without those that are held out. usual is the
	// one without an objective.
	Task(cfg Config, t *data.Terminology, usual *Synonyms) (Task, error)
}

// Task has the examples and the loss of every step. Both follow from the seed and the step.
type Task interface {
	PerEpoch() int // steps
	Examples() int // of a batch
	// Begin draws the batch of a step, the first being 0. Steps come in ascending order.
	Begin(step int)
	// Text returns the text of example i. It may be called by several goroutines; what is random comes
	// from rng alone.
	Text(i int, rng *rand.Rand) string
	// Loss returns the loss of the vectors of the batch, and sets dx to its gradient.
	Loss(dx, x nn.Matrix) float64
}

// SecondPass is a Task with a second pass over each batch, from changed input embeddings.
type SecondPass interface {
	// Again changes the input embeddings of a batch of n examples, of which net has the gradient. It
	// returns the weight of the loss from there, which is added.
	Again(net Network, n int) (weight float64)
}
