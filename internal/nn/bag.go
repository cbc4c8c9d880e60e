package nn

import (
	"math"

	"github.com/normlet/normlet/internal/nn/vec"
)

// Bag is an embedding bag: the output of an example is the sum of the table
// rows of its features over the square root of their number. Table is Rows x Dim.
type Bag struct {
	Rows, Dim int
	Table     []float32
}

func NewBag(rows, dim int) Bag {
	return Bag{Rows: rows, Dim: dim, Table: make([]float32, rows*dim)}
}

// Forward sets y (n x Dim) from the features of n examples.
func (b *Bag) Forward(y Matrix, features [][]uint32) {
	for i, fs := range features {
		out := Row(y, i)
		vec.AddRows(out, b.Table, fs)
		vec.Scale(bagScale(len(fs)), out)
	}
}

func bagScale(n int) float32 { return float32(1 / math.Sqrt(float64(max(1, n)))) }

// Backward adds the gradients of the rows f with f % parts == part to g and marks
// them in touched. One goroutine adds up each row, in the order of the examples, so
// parts in parallel give the same sums as one part.
func (b *Bag) Backward(g *Bag, touched []bool, features [][]uint32, dy Matrix, part, parts uint32) {
	d := make([]float32, b.Dim) // the gradient of each row of an example
	for i, fs := range features {
		copy(d, Row(dy, i))
		vec.Scale(bagScale(len(fs)), d)
		for _, f := range fs {
			if f%parts == part {
				touched[f] = true
				vec.Add(g.Table[int(f)*b.Dim:(int(f)+1)*b.Dim], d)
			}
		}
	}
}
