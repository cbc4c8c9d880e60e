package sequence

import (
	"github.com/normlet/normlet/internal/nn"
	"math"
	"math/rand/v2"
)

// Embedding gives every symbol a vector: a row of Table, which is Rows x Dim.
type Embedding struct {
	Rows, Dim int
	Table     []float32
}

// NewEmbedding returns an embedding of zeros.
func NewEmbedding(rows, dim int) Embedding {
	return Embedding{Rows: rows, Dim: dim, Table: make([]float32, rows*dim)}
}

// Init draws the table from N(0, 1).
func (e *Embedding) Init(rng *rand.Rand) {
	for i := range e.Table {
		e.Table[i] = float32(rng.NormFloat64())
	}
}

// Params returns the layer's parameters, in a fixed order.
func (e *Embedding) Params() [][]float32 { return [][]float32{e.Table} }

func (e *Embedding) row(id uint32) []float32 {
	return e.Table[int(id)*e.Dim : (int(id)+1)*e.Dim]
}

// Forward sets the rows of x (len(ids) x Dim) to the vectors of ids.
func (e *Embedding) Forward(x nn.Matrix, ids []uint32) {
	for i, id := range ids {
		copy(nn.Row(x, i), e.row(id))
	}
}

// Backward adds the rows of dx to the rows of g that ids name, in their order; other rows stay untouched.
func (e *Embedding) Backward(g *Embedding, ids []uint32, dx nn.Matrix) {
	for i, id := range ids {
		row := g.row(id)
		for j, v := range nn.Row(dx, i) {
			row[j] += v
		}
	}
}

// Glorot draws the out x in weights w from the uniform distribution of Glorot and Bengio (2010), whose variance is
// 2/(in+out). len(w) may be several such matrices, gates for example.
func Glorot(rng *rand.Rand, w []float32, in, out int) {
	limit := math.Sqrt(6 / float64(in+out))
	for i := range w {
		w[i] = float32((float64(2*float64(rng.Float64())) - 1) * limit)
	}
}
