package link

import (
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/vec"
	"github.com/normlet/normlet/lab/internal/sequence"
)

// filterWords is how many words in a row a filter sees.
const filterWords = 3

// convolution is a convolutional network over the words of the mention and the nearest ones on each side (CNN). Every
// filter sees three words in a row, zeros standing beyond the ends; its largest values over the words of the mention,
// and over those beside it, each through a tanh, are the context. A side without words gives zeros.
type convolution struct {
	words   sequence.Embedding
	filters nn.Dense // from three words to Dim numbers
	window  int

	ids   [][]uint32 // rows of the words of each example
	inner [][2]int   // where the mention begins and ends among them
	x     nn.Matrix  // three words, for every word of every example
	best  []int      // rows of x with the largest values, for each column of y; -1: none
	y     nn.Matrix
}

func newConvolution(cfg Config) *convolution {
	return &convolution{words: sequence.NewEmbedding(cfg.Rows, cfg.Dim), filters: nn.NewDense(filterWords*cfg.Dim, cfg.Dim), window: cfg.Window}
}

func (c *convolution) initialize(rng *rand.Rand) {
	c.words.Init(rng)
	sequence.Glorot(rng, c.filters.W, c.filters.In, c.filters.Out)
}

func (c *convolution) params() [][]float32 { return append(c.words.Params(), c.filters.Params()...) }

func (c *convolution) forward(y nn.Matrix, list []*Example) {
	c.ids, c.inner = c.ids[:0], c.inner[:0]
	rows := 0
	for _, e := range list {
		left, right := e.left[max(0, len(e.left)-c.window):], e.right[:min(len(e.right), c.window)]
		c.ids = append(c.ids, rowsOf(slices.Concat(left, e.middle, right), c.words.Rows))
		c.inner = append(c.inner, [2]int{len(left), len(left) + len(e.middle)})
		rows += len(left) + len(e.middle) + len(right)
	}
	c.x = nn.NewMatrix(rows, c.filters.In)
	c.eachWord(func(row, part int, id uint32) {
		copy(c.piece(c.x, row, part), c.words.Table[int(id)*c.words.Dim:][:c.words.Dim])
	})
	values := nn.NewMatrix(rows, c.filters.Out)
	c.filters.Forward(values, c.x)
	c.pool(y, values)
	c.y = y
}

// eachWord calls f with every place of a word in x: the row, and which of the three words of it.
func (c *convolution) eachWord(f func(row, part int, id uint32)) {
	first := 0
	for _, ids := range c.ids {
		for i := range ids {
			for part := range filterWords {
				if j := i + part - filterWords/2; j >= 0 && j < len(ids) {
					f(first+i, part, ids[j])
				}
			}
		}
		first += len(ids)
	}
}

func (c *convolution) piece(x nn.Matrix, row, part int) []float32 {
	return nn.Row(x, row)[part*c.words.Dim:][:c.words.Dim]
}

// pool sets the rows of y to the largest values of each example: over its mention, and over what is beside it.
func (c *convolution) pool(y, values nn.Matrix) {
	width := c.filters.Out
	c.best = slices.Repeat([]int{-1}, len(c.ids)*2*width)
	first := 0
	for e, ids := range c.ids {
		out, best := nn.Row(y, e), c.best[e*2*width:]
		clear(out)
		for i := range ids {
			side := width
			if i >= c.inner[e][0] && i < c.inner[e][1] {
				side = 0
			}
			for j, v := range nn.Row(values, first+i) {
				if at := side + j; best[at] < 0 || v > out[at] {
					out[at], best[at] = v, first+i
				}
			}
		}
		vec.Tanh(out)
		first += len(ids)
	}
}

func (c *convolution) backward(grad contextLayer, dy nn.Matrix) {
	g, width := grad.(*convolution), c.filters.Out
	values, dx := nn.NewMatrix(c.x.Rows, width), nn.NewMatrix(c.x.Rows, c.x.Cols)
	for e := range c.ids {
		for at, slope := range nn.Row(dy, e) {
			if row := c.best[e*2*width+at]; row >= 0 {
				t := nn.Row(c.y, e)[at]
				nn.Row(values, row)[at%width] += slope * float32(1-t*t)
			}
		}
	}
	c.filters.Backward(&g.filters, dx, c.x, values)
	c.eachWord(func(row, part int, id uint32) {
		vec.Add(g.words.Table[int(id)*g.words.Dim:][:g.words.Dim], c.piece(dx, row, part))
	})
}
