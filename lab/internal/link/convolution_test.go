package link

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/gradtest"
)

// newToyConvolution returns a network of 8 slots and 3 filters, and one for its gradient.
func newToyConvolution() (c, grad *convolution) {
	cfg := Config{Rows: 8, Dim: 3, Window: 2}
	c, grad = newConvolution(cfg), newConvolution(cfg)
	c.initialize(rand.New(rand.NewPCG(1, 2)))
	return c, grad
}

// TestConvolution compares the vectors of examples with their definition, and their gradient with central differences.
func TestConvolution(t *testing.T) {
	c, grad := newToyConvolution()
	list := []*Example{
		{left: []uint32{1e9, 2e9, 3e9}, middle: []uint32{4e9, 5e8}, right: []uint32{6e8}},
		{middle: []uint32{7e8}},
		{left: []uint32{8e8}, right: []uint32{9e8, 1e8, 2e8}},
		{},
	}
	y := nn.NewMatrix(len(list), 2*c.filters.Out)
	c.forward(y, list)
	for e, want := range [][2][]int{{{2, 3}, {0, 1, 4}}, {{0}, nil}, {nil, {0, 1, 2}}, {nil, nil}} {
		for side, places := range want {
			for j := range c.filters.Out {
				value := float32(0)
				for i, at := range places {
					if v := c.value(e, at, j); i == 0 || v > value {
						value = v
					}
				}
				got := nn.Row(y, e)[side*c.filters.Out+j]
				if want := f32.Tanh(value); got < want-1e-5 || got > want+1e-5 {
					t.Errorf("example %d, side %d, filter %d: %v, want %v", e, side, j, got, want)
				}
			}
		}
	}
	weights := nn.NewMatrix(y.Rows, y.Cols)
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range weights.Data {
		weights.Data[i] = float32(rng.NormFloat64())
	}
	value := func() float64 {
		c.forward(y, list)
		return float64(f32.Dot(y.Data, weights.Data))
	}
	value()
	c.backward(grad, weights)
	for i, p := range c.params() {
		g := grad.params()[i]
		if slices.Max(g) == 0 {
			t.Errorf("parameter %d has no gradient", i)
		}
		gradtest.Check(t, "convolution", value, p, slices.Clone(g), gradtest.Tolerance{Step: 1e-3, Absolute: 2e-3, Relative: 1e-2})
	}
}

// value is what a filter says to the three words around one of an example.
func (c *convolution) value(example, at, filter int) float32 {
	ids, sum := c.ids[example], c.filters.B[filter]
	for part := range filterWords {
		if j := at + part - 1; j >= 0 && j < len(ids) {
			row := c.words.Table[int(ids[j])*c.words.Dim:][:c.words.Dim]
			sum += f32.Dot(row, c.filters.W[filter*c.filters.In+part*c.words.Dim:][:c.words.Dim])
		}
	}
	return sum
}

// TestMiddle: an example has the words of its mention, too.
func TestMiddle(t *testing.T) {
	e := newExample("tide gate", "the tide gate of mice")
	if len(e.left) != 1 || len(e.middle) != 2 || len(e.right) != 2 {
		t.Errorf("%d words left, %d of the mention, %d right", len(e.left), len(e.middle), len(e.right))
	}
}
