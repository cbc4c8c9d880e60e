package train

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/normlet/normlet/core/names"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/gradcheck"
	"github.com/normlet/normlet/internal/testfull"
)

// tinyStepper returns a stepper of few and small examples that has taken no step.
func tinyStepper(t testing.TB, cfg Config) *stepper {
	t.Helper()
	cfg.Rows, cfg.Dim, cfg.Batch, cfg.Seed = 24, 8, 6, 3
	cfg.Embedding, cfg.Layers, cfg.Hidden = 2, 2, 3
	cfg.Temperature, cfg.Alpha, cfg.BitSlope = 0.5, 4, 1
	terminology := toy(4)
	s, err := newStepper(cfg.Defaults(), newExamples(terminology), terminology)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// parameters returns the network's sets of parameters.
func parameters(n network) []*trained {
	switch n := n.(type) {
	case *ngramNetwork:
		return []*trained{&n.table, &n.rest.trained}
	case *bilstmNetwork:
		return []*trained{&n.chars.trained, &n.rest.trained}
	}
	return nil
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
	gradcheck.Check(t, what, f, x, grad, gradcheck.Tolerance{Step: 2e-3, Absolute: 3e-3, Relative: 1e-2})
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
		{Threads: 2, BitShare: 0.5, Loss: "ce"},
		{Threads: 2, BitShare: 0.5, Loss: "proxy", Margin: 0.1},
		{Threads: 2, BitShare: 0.5, Loss: "contrastive"},
		{Threads: 2, BitShare: 0.5, Loss: "contrastive", InBatch: true, Negatives: "mixed"},
		{Threads: 2, BitShare: 0.5, Negatives: "mixed"},
		// Steps of FGSM so small that those which turn round, where a gradient passes
		// zero, do not show.
		{Threads: 2, BitShare: 0.5, FGSM: true, Epsilon: 1e-4, Lambda: 3},
		{Encoder: "bilstm", Threads: 1, BitShare: 0.5, FGSM: true, Epsilon: 1e-4, Lambda: 3},
		{Encoder: "bilstm", Threads: 1, BitShare: 0.5},
		{Encoder: "bilstm", Threads: 20, BitShare: 0.5},
		{Encoder: "bilstm", Threads: 2, BitShare: 0.5, Loss: "contrastive", Negatives: "mixed"},
		{Threads: 2, BitShare: 0.5, Teacher: teacherWeights(t, 1), TeacherShare: 0.8},
		{Encoder: "bilstm", Threads: 2, BitShare: 0.5, Loss: "contrastive", Teacher: teacherWeights(t, 1), TeacherShare: 1},
	} {
		if i%6 != 5 && !testfull.On() { // each takes a second or more
			continue
		}
		s := tinyStepper(t, c)
		if m, ok := s.net.(*ngramNetwork); ok {
			nudge(m.model)
		}
		if c.Negatives == "mixed" {
			mineTiny(s)
		}
		norm := 0.0
		f := func() (l float64) {
			s.steps = 0 // the same random streams each time
			for _, p := range parameters(s.net) {
				for _, grad := range p.grads {
					clear(grad)
				}
			}
			l, norm = s.gradient()
			return l
		}
		f()
		var all, grads [][]float32
		for _, p := range parameters(s.net) {
			for i, grad := range p.grads {
				all, grads = append(all, p.params[i]), append(grads, slices.Clone(grad))
			}
		}
		if want := math.Sqrt(sumOfSquares(slices.Concat(grads...))); want == 0 || math.Abs(norm-want) > 1e-6*want {
			t.Errorf("%+v: norm %v, want %v", c, norm, want)
		}
		for i, param := range all {
			checkGradient(t, fmt.Sprintf("%+v, array %d", c, i), f, param, grads[i])
		}
	}
}

// mineTiny gives every name but the first two hard negatives of the next entity.
func mineTiny(s *stepper) {
	var set *examples
	switch d := s.source.(type) {
	case *synonyms:
		set = d.set
	case *graded:
		set = d.set
	}
	n := len(set.names)
	hard := make([]int32, 2*n)
	for i := range n {
		hard[2*i], hard[2*i+1] = int32(i+3)%int32(n), int32(i+4)%int32(n)
	}
	hard[0], hard[1] = -1, -1
	set.setHard(hard, 2)
}

// TestThreads requires the number of threads to change rounding and nothing else.
func TestThreads(t *testing.T) {
	for _, c := range []Config{{}, {Encoder: "bilstm"}, {Loss: "proxy", FGSM: true}, {Encoder: "bilstm", Loss: "contrastive", FGSM: true}} {
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

// TestFGSM requires a step to find worse inputs, of the positives and negatives
// alone, and to add the loss on these.
func TestFGSM(t *testing.T) {
	const epsilon = 1e-3
	for _, c := range []Config{{}, {Encoder: "bilstm"}, {Loss: "contrastive"}, {Encoder: "bilstm", Loss: "proxy"}} {
		c.Threads = 3
		clean, _ := tinyStepper(t, c).step(1)

		c.FGSM, c.Epsilon, c.Lambda = true, epsilon, 0.5
		s := tinyStepper(t, c)
		total, _ := s.step(1)
		adversarial := (total - clean) / c.Lambda
		if !(adversarial > clean) || adversarial > 2*clean {
			t.Errorf("%+v: loss %v on adversarial inputs, %v on plain ones", c, adversarial, clean)
		}
	}

	s := tinyStepper(t, Config{Threads: 2, FGSM: true})
	m := s.net.(*ngramNetwork)
	n := s.source.begin(0)
	parallel(2, n, func(p part) { s.read(p); s.net.embed(p) })
	before := slices.Clone(m.act.x.Data)
	s.pass(n, 1)
	parallel(2, n, func(p part) { m.perturb(p, s.pairs, epsilon) })
	for i, v := range m.act.x.Data {
		want := float64(0)
		if i/m.act.x.Cols >= s.pairs {
			want = epsilon
		}
		if d := math.Abs(float64(v - before[i])); math.Abs(d-want) > 1e-6 {
			t.Fatalf("element %d of example %d moved by %v, want %v", i%m.act.x.Cols, i/m.act.x.Cols, d, want)
		}
	}
}

// TestPerturbCharacters requires all characters of the positives to move, and none
// of the names that look for them.
func TestPerturbCharacters(t *testing.T) {
	s := tinyStepper(t, Config{Encoder: "bilstm", Threads: 1})
	m := s.net.(*bilstmNetwork)
	n := s.source.begin(0)
	all := part{0, 0, n}
	s.read(all)
	m.embed(all)
	w := m.parts[0]
	before := slices.Clone(w.x.Data)
	s.pass(n, 1)
	m.perturb(all, s.pairs, 0.5)
	moved := make([]int, n)
	for row, example := range w.steps.Sequences(nil) {
		if nn.Row(w.x, row)[0] != before[row*w.x.Cols] {
			moved[example]++
		}
	}
	for i, got := range moved {
		want := 0
		if i >= s.pairs {
			want = len(m.symbols[i])
		}
		if got != want {
			t.Errorf("%d characters of example %d moved, want %d", got, i, want)
		}
	}
}

// TestMaxNorm requires long gradients to be cut and short ones to stay.
func TestMaxNorm(t *testing.T) {
	for _, c := range []struct {
		norm, most float64
		want       float32
	}{{3, 0, 1}, {3, -1, 1}, {3, 4, 1}, {4, 1, 0.25}, {0, 1, 1}} {
		if got := normScale(c.norm, c.most); got != c.want {
			t.Errorf("gradient of norm %v, limit %v: factor %v, want %v", c.norm, c.most, got, c.want)
		}
	}
	for _, encoder := range Encoders {
		free := tinyStepper(t, Config{Encoder: encoder, Threads: 2, MaxNorm: -1})
		cut := tinyStepper(t, Config{Encoder: encoder, Threads: 2, MaxNorm: 1e-9}) // so small that Adam's epsilon shows
		l, norm := free.step(1)
		if again, same := cut.step(1); again != l || same != norm || norm <= 1e-9 {
			t.Errorf("%s: loss %v and norm %v with a limit, %v and %v without", encoder, again, same, l, norm)
		}
		start := tinyStepper(t, Config{Encoder: encoder, Threads: 2})
		for set, from := range parameters(start.net) {
			moved := func(s *stepper) (sum float64) {
				for i, p := range parameters(s.net)[set].params {
					for j, v := range p {
						sum += math.Abs(float64(v - from.params[i][j]))
					}
				}
				return sum
			}
			if a, b := moved(free), moved(cut); !(b < a/2) {
				t.Errorf("%s: parameters move by %v with a limit, by %v without", encoder, b, a)
			}
		}
	}
}

// TestForwardIsTheEncoders requires the training code and core/encoder to give
// the same vectors for the same weights, and nearly the same for weights that
// core/encoder has rounded.
func TestForwardIsTheEncoders(t *testing.T) {
	for _, kind := range Encoders {
		s := tinyStepper(t, Config{Encoder: kind, Threads: 1, Levels: 127, Clip: 100})
		for range 20 {
			s.step(1)
		}
		w := s.net.weights()
		enc, err := encoder.New(w)
		if err != nil {
			t.Fatal(err)
		}
		rounded := tinyStepper(t, Config{Encoder: kind, Threads: 1})
		setWeights(rounded.net, w)
		for _, c := range []struct {
			what      string
			net       network
			tolerance float64
		}{{"rounded", rounded.net, 1e-5}, {"as trained", s.net, 0.03}} {
			for _, text := range []string{"", "a", "FOX-P2", "PLCγ2", "Haemophilus influenzae", "胰岛素", fmt.Sprintf("%0200d", 7)} {
				one := part{0, 0, 1}
				c.net.read(0, []byte(names.Form(text)), nil)
				c.net.embed(one)
				c.net.forward(one)
				got := nn.Row(c.net.vectors(), 0)
				for i, v := range enc.Encode(nil, text) {
					if d := math.Abs(float64(v - got[i])); !(d <= c.tolerance) {
						t.Errorf("%s, weights %s, %q: element %d is %v, core/encoder gives %v", kind, c.what, text, i, got[i], v)
					}
				}
			}
		}
	}
}

// setWeights sets a network to the values that w rounds to.
func setWeights(n network, w *encoder.Weights) {
	switch n := n.(type) {
	case *ngramNetwork:
		m := n.model
		m.bag.Table, m.in.W, m.out.W = floats(w.Table), floats(w.W1), floats(w.W2)
		m.norm.Gain, m.norm.Bias, m.in.B, m.out.B = w.Gain, w.Bias, w.B1, w.B2
	case *bilstmNetwork:
		m, b := n.model, w.BiLSTM
		m.chars.Table, m.out.W, m.out.B = rowFloats(b.Table), rowFloats(b.Dense), b.Bias
		for i := range m.stack.Layers {
			for d := range m.stack.Layers[i] {
				to, from := &m.stack.Layers[i][d], b.Layers[i][d]
				to.W, to.U, to.B = rowFloats(from.W), rowFloats(from.U), from.B
			}
		}
	}
}

func floats(q encoder.Int8) []float32 {
	out := make([]float32, len(q.Data))
	for i, v := range q.Data {
		out[i] = q.Scale * float32(v)
	}
	return out
}

func rowFloats(q encoder.Int8Rows) (out []float32) {
	cols := len(q.Data) / len(q.Scales)
	for i, scale := range q.Scales {
		out = append(out, floats(encoder.Int8{Scale: scale, Data: q.Data[i*cols : (i+1)*cols]})...)
	}
	return out
}
