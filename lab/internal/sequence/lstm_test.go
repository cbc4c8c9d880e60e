package sequence

import (
	"fmt"
	"github.com/normlet/normlet/internal/nn"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// sequences of symbols below 5: unequal lengths, length 1, none, a symbol twice, and one pair of equal length.
var sequences = [][]uint32{{1, 2, 3}, {4}, {}, {0, 0, 1, 4, 2}, {3, 1, 4}}

func TestSteps(t *testing.T) {
	var s Steps
	for range 2 { // the second time in the memory of the first
		s.Pack([][]uint32{{97, 98, 99}, {112}, {}, {120, 121}})
		if want := []uint32{97, 120, 112, 98, 121, 99}; !slices.Equal(s.IDs, want) || s.Rows() != 6 {
			t.Errorf("IDs %v, want %v", s.IDs, want)
		}
		for _, c := range []struct {
			k       int
			reverse bool
			want    block
		}{
			{0, false, block{lo: 0, n: 3}},
			{1, false, block{lo: 3, n: 2, from: 0, going: 2}},
			{2, false, block{lo: 5, n: 1, from: 3, going: 1}},
			{0, true, block{lo: 5, n: 1}},
			{1, true, block{lo: 3, n: 2, from: 5, going: 1}},
			{2, true, block{lo: 0, n: 3, from: 3, going: 2}},
		} {
			if got := s.block(c.k, c.reverse); got != c.want {
				t.Errorf("step %d, reverse %v: %+v, want %+v", c.k, c.reverse, got, c.want)
			}
		}
		for place, want := range []int{5, 4, 2} {
			if got := s.last(place); got != want {
				t.Errorf("last row of place %d is %d, want %d", place, got, want)
			}
		}
		var empty Steps
		if empty.Pack(nil); empty.Rows() != 0 || len(empty.start) != 1 {
			t.Errorf("no sequences: %+v", empty)
		}
	}
}

func TestEmbeddingGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	e, g := NewEmbedding(6, 3), NewEmbedding(6, 3)
	random(rng, e.Table)
	ids := []uint32{4, 0, 4, 1}
	x, c := nn.NewMatrix(4, 3), randomMatrix(rng, 4, 3)
	g.Table[2*3] = 7 // of a row that does not occur
	e.Backward(&g, ids, c)
	if g.Table[2*3] != 7 {
		t.Errorf("a row that does not occur has gradient %v", g.Table[2*3])
	}
	g.Table[2*3] = 0
	checkGradient(t, "Table", func() float64 { e.Forward(x, ids); return dot(x, c) }, e.Table, g.Table)
}

// network is an embedding and a stack, whose loss is a fixed linear function of the outputs.
type network struct {
	embedding Embedding
	stack     *BiLSTM
	steps     Steps
	acts      BiLSTMActivations
	x, y, c   nn.Matrix
}

func newNetwork(seed uint64, sequences [][]uint32, layers int) *network {
	const dim, hidden = 3, 2
	rng := rand.New(rand.NewPCG(seed, 0))
	n := &network{embedding: NewEmbedding(5, dim), stack: NewBiLSTM(dim, hidden, layers)}
	n.embedding.Init(rng)
	n.stack.Init(rng)
	for _, p := range n.stack.Params() { // larger than init's, so that the gates bend
		for i := range p {
			p[i] += float32(rng.NormFloat64() / 2)
		}
	}
	n.c = randomMatrix(rng, len(sequences), 2*hidden)
	n.set(sequences)
	return n
}

func (n *network) set(sequences [][]uint32) {
	n.steps.Pack(sequences)
	n.x = nn.NewMatrix(n.steps.Rows(), n.embedding.Dim)
	n.y = nn.NewMatrix(len(sequences), 2*n.stack.Hidden)
}

func (n *network) loss() float64 {
	n.embedding.Forward(n.x, n.steps.IDs)
	return n.lossOfInput()
}

func (n *network) lossOfInput() float64 {
	n.stack.Forward(&n.acts, n.y, n.x, &n.steps)
	return dot(n.y, n.c)
}

// gradients returns those of the table, of the stack's parameters, and of x.
func (n *network) gradients() (table []float32, params [][]float32, dx nn.Matrix) {
	e, g := NewEmbedding(n.embedding.Rows, n.embedding.Dim), NewBiLSTM(n.embedding.Dim, n.stack.Hidden, len(n.stack.Layers))
	n.loss()
	dx = nn.NewMatrix(n.x.Rows, n.x.Cols)
	for i := range dx.Data {
		dx.Data[i] = float32(math.NaN()) // Backward overwrites
	}
	n.stack.Backward(g, &n.acts, dx, n.x, n.c, &n.steps)
	e.Backward(&e, n.steps.IDs, dx)
	return e.Table, g.Params(), dx
}

func TestBiLSTMGradient(t *testing.T) {
	for _, c := range []struct {
		what      string
		sequences [][]uint32
		layers    int
	}{
		{"unequal lengths, 1 layer", sequences, 1},
		{"unequal lengths, 2 layers", sequences, 2},
		{"unequal lengths, 3 layers", sequences, 3},
		{"equal lengths", [][]uint32{{1, 2}, {3, 4}}, 2},
		{"batch of 1", sequences[3:4], 2},
		{"length 1", sequences[1:2], 2},
	} {
		n := newNetwork(5, c.sequences, c.layers)
		table, params, dx := n.gradients()
		checkGradient(t, c.what+": table", n.loss, n.embedding.Table, table)
		for i, p := range n.stack.Params() {
			checkGradient(t, fmt.Sprintf("%s: parameter %d", c.what, i), n.loss, p, params[i])
		}
		n.loss()
		checkGradient(t, c.what+": x", n.lossOfInput, n.x.Data, dx.Data)
	}
}

// TestBiLSTMAdds requires Backward to add to the gradients of the parameters.
func TestBiLSTMAdds(t *testing.T) {
	n := newNetwork(6, sequences, 2)
	_, once, dx := n.gradients()
	g := NewBiLSTM(n.embedding.Dim, n.stack.Hidden, 2)
	for range 2 {
		n.loss()
		n.stack.Backward(g, &n.acts, dx, n.x, n.c, &n.steps)
	}
	for i, p := range g.Params() {
		for j, v := range p {
			if math.Abs(float64(v-2*once[i][j])) > 1e-5 {
				t.Errorf("parameter %d: the second backward pass gives %v after %v", i, v, once[i][j])
			}
		}
	}
}

// plainLSTM is the recurrence written plainly, in float64, for one sequence of vectors.
func plainLSTM(l *LSTM, xs [][]float64) [][]float64 {
	sigmoid := func(v float64) float64 { return 1 / (1 + math.Exp(-v)) }
	h, c, out := make([]float64, l.Hidden), make([]float64, l.Hidden), make([][]float64, len(xs))
	for k := range xs {
		t := k
		if l.Reverse {
			t = len(xs) - 1 - k
		}
		sums := make([]float64, 4*l.Hidden)
		for r := range sums {
			sums[r] = float64(l.B[r])
			for j, v := range xs[t] {
				sums[r] += float64(l.W[r*l.In+j]) * v
			}
			for j, v := range h {
				sums[r] += float64(l.U[r*l.Hidden+j]) * v
			}
		}
		for j := range h {
			i, f, g, o := sums[j], sums[l.Hidden+j], sums[2*l.Hidden+j], sums[3*l.Hidden+j]
			c[j] = sigmoid(f)*c[j] + sigmoid(i)*math.Tanh(g)
			out[t] = append(out[t], sigmoid(o)*math.Tanh(c[j]))
		}
		copy(h, out[t])
	}
	return out
}

// TestBiLSTMAgainstPlain compares with one sequence at a time, so it also shows that the lengths of the others and their
// order do not matter, and that what an earlier, larger batch left behind does not.
func TestBiLSTMAgainstPlain(t *testing.T) {
	long := make([]uint32, 40)
	n := newNetwork(7, sequences, 3)
	n.set([][]uint32{long, long, long, long, long, long, long})
	n.c = nn.NewMatrix(7, 4)
	n.loss()
	for _, order := range [][]int{{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {3, 0, 2, 4, 1}, {2}, {}} {
		var batch [][]uint32
		for _, i := range order {
			batch = append(batch, sequences[i])
		}
		n.set(batch)
		n.c = nn.NewMatrix(len(batch), 4)
		n.loss()
		for i, sequence := range batch {
			want := plainStack(n, sequence)
			for j, got := range nn.Row(n.y, i) {
				if math.Abs(float64(got)-want[j]) > 1e-5 {
					t.Errorf("order %v: output %d of %v is %v, want %v", order, j, sequence, got, want[j])
				}
			}
		}
	}
}

func plainStack(n *network, sequence []uint32) []float64 {
	out := make([]float64, 2*n.stack.Hidden)
	if len(sequence) == 0 {
		return out
	}
	var xs [][]float64
	for _, id := range sequence {
		var x []float64
		for _, v := range n.embedding.row(id) {
			x = append(x, float64(v))
		}
		xs = append(xs, x)
	}
	for i := range n.stack.Layers {
		forward, reverse := plainLSTM(&n.stack.Layers[i][0], xs), plainLSTM(&n.stack.Layers[i][1], xs)
		for t := range xs {
			xs[t] = slices.Concat(forward[t], reverse[t])
		}
	}
	copy(out, xs[len(xs)-1][:n.stack.Hidden])
	copy(out[n.stack.Hidden:], xs[0][n.stack.Hidden:])
	return out
}

func TestLSTMInit(t *testing.T) {
	l := newLSTM(10, 20, false)
	l.init(rand.New(rand.NewPCG(8, 0)))
	for i, b := range l.B {
		want := float32(0)
		if 20 <= i && i < 40 {
			want = 1
		}
		if b != want {
			t.Errorf("bias %d is %v, want %v", i, b, want)
		}
	}
	for _, c := range []struct {
		name  string
		w     []float32
		limit float64
	}{{"W", l.W, math.Sqrt(6. / 30)}, {"U", l.U, math.Sqrt(6. / 40)}} {
		low, high := float64(slices.Min(c.w)), float64(slices.Max(c.w))
		if low < -c.limit || high > c.limit || low > -0.95*c.limit || high < 0.95*c.limit {
			t.Errorf("%s lies from %v to %v, want up to %v", c.name, low, high, c.limit)
		}
	}
}

// BenchmarkBiLSTM is one step of training: forward and backward of 256 names of 4 to 32 characters, at the default sizes.
func BenchmarkBiLSTM(b *testing.B) {
	rng := rand.New(rand.NewPCG(9, 0))
	var batch [][]uint32
	for i := range 256 {
		batch = append(batch, make([]uint32, 4+i%29))
	}
	const dim, hidden, layers = 32, 64, 4
	stack, g := NewBiLSTM(dim, hidden, layers), NewBiLSTM(dim, hidden, layers)
	stack.Init(rng)
	var s Steps
	s.Pack(batch)
	x, dx := randomMatrix(rng, s.Rows(), dim), nn.NewMatrix(s.Rows(), dim)
	y, dy := nn.NewMatrix(len(batch), 2*hidden), randomMatrix(rng, len(batch), 2*hidden)
	var a BiLSTMActivations
	b.ReportAllocs()
	for b.Loop() {
		stack.Forward(&a, y, x, &s)
		stack.Backward(g, &a, dx, x, dy, &s)
	}
	b.ReportMetric(float64(s.Rows()), "rows")
}
