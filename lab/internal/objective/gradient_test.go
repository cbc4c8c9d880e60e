package objective

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/gradtest"
	"github.com/normlet/normlet/train"
)

// letters is how many rows the table of a linear network has.
const letters = 16

// linear is a network of unit vectors of the sums of letters' rows, which never changes.
type linear struct {
	table, grad []float32
	forms       [][]byte
	x, dx, z    nn.Matrix
	length      []float32
}

func newLinear(table []float32, n, dim int) *linear {
	return &linear{table: table, grad: make([]float32, len(table)), forms: make([][]byte, n),
		x: nn.NewMatrix(n, dim), dx: nn.NewMatrix(n, dim), z: nn.NewMatrix(n, dim), length: make([]float32, n)}
}

func (m *linear) Read(i int, form []byte, _ *rand.Rand) { m.forms[i] = append(m.forms[i][:0], form...) }

func (m *linear) row(of []float32, letter byte) []float32 {
	r, dim := int(letter)%letters, m.x.Cols
	return of[r*dim : (r+1)*dim]
}

func (m *linear) Embed(p train.Part) {
	for i := p.Lo; i < p.Hi; i++ {
		x := nn.Row(m.x, i)
		clear(x)
		for _, c := range m.forms[i] {
			for j, v := range m.row(m.table, c) {
				x[j] += v
			}
		}
	}
}

func (m *linear) Forward(p train.Part) { nn.L2Norm(p.Of(m.z), m.length[p.Lo:p.Hi], p.Of(m.x), 1e-10) }

func (m *linear) Backward(p train.Part, dz nn.Matrix) {
	nn.L2NormBackward(dz, p.Of(m.z), m.length[p.Lo:p.Hi], dz)
	for i := range dz.Rows {
		to := nn.Row(m.dx, p.Lo+i)
		for j, v := range nn.Row(dz, i) {
			to[j] += v
		}
	}
}

func (m *linear) Inputs(p train.Part) (x, dx nn.Matrix) { return p.Of(m.x), p.Of(m.dx) }

func (m *linear) Vectors() nn.Matrix { return m.z }

// Reduce leaves the gradient of the last step.
func (m *linear) Reduce(n int) float64 {
	clear(m.grad)
	for i := range n {
		for _, c := range m.forms[i] {
			to := m.row(m.grad, c)
			for j, v := range nn.Row(m.dx, i) {
				to[j] += v
			}
		}
	}
	clear(m.dx.Data)
	return nn.SumOfSquares(m.grad)
}

func (m *linear) Update(_, _ float64) {}

func (m *linear) State() [][]float32 { return nil }

func (m *linear) Restore(int, [][]float32) error { return nil }

// TestStepGradient checks what a step computes with each loss: the gradient of its loss in every parameter, from the text
// through network, parts, both halves of the loss, and the pass over adversarial inputs.
func TestStepGradient(t *testing.T) {
	terms := toy(4)
	for _, c := range []Config{
		with("ce", Settings{}),
		with("proxy", Settings{Alpha: 4, Margin: 0.1}),
		with("contrastive", Settings{}),
		with("contrastive", Settings{InBatch: true, Margin: 1.5}),
		// Steps of FGSM so small that those which turn round, where a gradient passes zero, do not show.
		with("infonce", Settings{FGSM: true, Epsilon: 1e-4, Lambda: 3}),
		with("contrastive", Settings{FGSM: true, Epsilon: 1e-4, Lambda: 3}),
	} {
		c.Batch, c.Seed, c.Temperature, c.BitShare, c.BitSlope = 6, 3, 0.5, 0.5, 1
		c.Epochs, c.Steps = 1, 1
		rng := rand.New(rand.NewPCG(1, 1))
		table := make([]float32, letters*c.Dim)
		for i := range table {
			table[i] = float32(rng.NormFloat64())
		}
		cfg, err := c.Training()
		if err != nil {
			t.Fatal(err)
		}
		var net *linear
		f := func() float64 {
			rep, err := train.RunNetwork(t.Context(), cfg, terms, func(c train.Config, n int) (train.Network, error) {
				net = newLinear(table, n, c.Dim)
				return net, nil
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return rep.Loss[0]
		}
		f()
		grad := slices.Clone(net.grad)
		if nn.SumOfSquares(grad) == 0 {
			t.Errorf("%+v: no gradient", c)
		}
		by := gradtest.Tolerance{Step: 2e-3, Absolute: 3e-3, Relative: 1e-2}
		gradtest.Check(t, fmt.Sprintf("%s %+v", c.Loss, c.Settings), f, table, grad, by)
	}
}

// TestFGSM requires positives and negatives alone to be moved, each element by epsilon to where the loss is worse, and a
// step to add the loss on these.
func TestFGSM(t *testing.T) {
	const epsilon = 1e-3
	m := newLinear(nil, 10, 4)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range m.x.Data {
		m.x.Data[i], m.dx.Data[i] = float32(rng.NormFloat64()), float32(rng.NormFloat64())
	}
	before := slices.Clone(m.x.Data)
	a := &adversarial{first: 5, threads: 3, epsilon: epsilon, lambda: 0.5}
	if weight := a.Again(m, 9); weight != 0.5 {
		t.Errorf("weight %v", weight)
	}
	for i, v := range m.x.Data {
		want := 0.0
		if row := i / 4; row >= 5 && row < 9 {
			want = math.Copysign(epsilon, float64(m.dx.Data[i]))
		}
		if d := float64(v - before[i]); math.Abs(d-want) > 1e-6 {
			t.Errorf("element %d of example %d moved by %v, want %v", i%4, i/4, d, want)
		}
	}

	for _, loss := range Losses {
		c := with(loss, Settings{Alpha: 4})
		c.Temperature, c.BitSlope, c.Until = 0.5, 1, 1
		_, rep := trained(t, c, toy(4))
		clean := rep.Loss[0]
		c.FGSM, c.Epsilon, c.Lambda = true, epsilon, 0.5
		_, rep = trained(t, c, toy(4))
		worse := (rep.Loss[0] - clean) / c.Lambda
		if !(worse > clean) || worse > 2*clean {
			t.Errorf("%s: loss %v on adversarial inputs, %v on plain ones", loss, worse, clean)
		}
	}
}
