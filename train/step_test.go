package train

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/core/names"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/gradtest"
	"github.com/normlet/normlet/internal/testfull"
)

// tinyStepper returns a stepper of few and small examples that has taken no step.
func tinyStepper(t testing.TB, cfg Config) *stepper {
	t.Helper()
	cfg.Rows, cfg.Dim, cfg.Batch, cfg.Seed = 24, 8, 6, 3
	cfg.Hidden = 3
	cfg.Temperature, cfg.BitSlope = 0.5, 1
	terminology := toy(4)
	s, err := newStepper(cfg.Defaults(), newExamples(terminology), terminology, startNgram)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func startNgram(cfg Config, n int) (Network, error) { return newNgramNetwork(cfg, n), nil }

// parameters returns the network's sets of parameters.
func parameters(n Network) []*nn.Learned {
	m := n.(*ngramNetwork)
	return []*nn.Learned{&m.table, &m.rest.Learned}
}

// nudge keeps the hidden units away from the corner of ReLU, which has no
// gradient, and makes a step of the differences small beside the table.
func nudge(m *ngram) {
	for i := range m.in.B {
		m.in.B[i] = 3 * float32(i%2*2-1)
	}
	for i := range m.bag.Table {
		m.bag.Table[i] *= 10
	}
}

func checkGradient(t *testing.T, what string, f func() float64, x, grad []float32) {
	t.Helper()
	gradtest.Check(t, what, f, x, grad, gradtest.Tolerance{Step: 2e-3, Absolute: 3e-3, Relative: 1e-2})
}

// TestStepGradient checks what a step itself computes: the gradient of its loss
// in every parameter, from the text through network, parts and both halves of the
// loss.
func TestStepGradient(t *testing.T) {
	for i, c := range []Config{
		{Threads: 1, BitShare: -1},
		{Threads: 1, BitShare: 0.5},
		{Threads: 3, BitShare: 0.5},
		{Threads: 20, BitShare: 0.5}, // more parts than examples
		{Threads: 2, BitShare: 0.5, Objective: shifted{by: 0.1, weight: 3}},
	} {
		if i != 1 && i != 4 && !testfull.On() { // each takes a second or more
			continue
		}
		s := tinyStepper(t, c)
		nudge(s.net.(*ngramNetwork).model)
		norm := 0.0
		f := func() (l float64) {
			s.steps = 0 // the same random streams each time
			for _, p := range parameters(s.net) {
				for _, grad := range p.Grads {
					clear(grad)
				}
			}
			l, norm = s.gradient()
			return l
		}
		f()
		var all, grads [][]float32
		for _, p := range parameters(s.net) {
			for i, grad := range p.Grads {
				all, grads = append(all, p.Params[i]), append(grads, slices.Clone(grad))
			}
		}
		if want := math.Sqrt(nn.SumOfSquares(slices.Concat(grads...))); want == 0 || math.Abs(norm-want) > 1e-6*want {
			t.Errorf("%+v: norm %v, want %v", c, norm, want)
		}
		for i, param := range all {
			checkGradient(t, fmt.Sprintf("%+v, array %d", c, i), f, param, grads[i])
		}
	}
}

// TestThreads requires the number of threads to change rounding and nothing else.
func TestThreads(t *testing.T) {
	for _, c := range []Config{{}, {Objective: shifted{by: 0.1, weight: 0.5}}} {
		c.BitShare = 0.5
		c.Threads = 1
		one := tinyStepper(t, c)
		c.Threads = 5
		five := tinyStepper(t, c)
		for step := range 10 {
			a, norm := one.step(1)
			b, norm5 := five.step(1)
			if math.Abs(a-b) > 1e-3 || math.Abs(norm-norm5) > 1e-2*norm {
				t.Fatalf("%+v, step %d: loss %v, gradient %v with one thread, %v, %v with five", c, step, a, norm, b, norm5)
			}
		}
	}
}

// TestForwardIsTheEncoders requires the training code and core/encoder to give
// the same vectors for the same weights, and nearly the same for weights that
// core/encoder has rounded.
func TestForwardIsTheEncoders(t *testing.T) {
	s := tinyStepper(t, Config{Threads: 1, Levels: 127, Clip: 100})
	for range 20 {
		s.step(1)
	}
	w := s.net.(*ngramNetwork).weights()
	enc, err := encoder.New(w)
	if err != nil {
		t.Fatal(err)
	}
	rounded := tinyStepper(t, Config{Threads: 1})
	setWeights(rounded.net.(*ngramNetwork).model, w)
	for _, c := range []struct {
		what      string
		net       Network
		tolerance float64
	}{{"rounded", rounded.net, 1e-5}, {"as trained", s.net, 0.03}} {
		for _, text := range []string{"", "a", "FOX-P2", "PLCγ2", "Haemophilus influenzae", "胰岛素", fmt.Sprintf("%0200d", 7)} {
			one := Part{0, 0, 1}
			c.net.Read(0, []byte(names.Form(text)), nil)
			c.net.Embed(one)
			c.net.Forward(one)
			got := nn.Row(c.net.Vectors(), 0)
			for i, v := range enc.Encode(nil, text) {
				if d := math.Abs(float64(v - got[i])); !(d <= c.tolerance) {
					t.Errorf("weights %s, %q: element %d is %v, core/encoder gives %v", c.what, text, i, got[i], v)
				}
			}
		}
	}
}

// setWeights sets a network to the values that w rounds to.
func setWeights(m *ngram, w *encoder.Weights) {
	m.bag.Table, m.in.W, m.out.W = floats(w.Table), floats(w.W1), floats(w.W2)
	m.norm.Gain, m.norm.Bias, m.in.B, m.out.B = w.Gain, w.Bias, w.B1, w.B2
}

func floats(q encoder.Int8) []float32 {
	out := make([]float32, len(q.Data))
	for i, v := range q.Data {
		out[i] = q.Scale * float32(v)
	}
	return out
}
