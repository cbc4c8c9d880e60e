package fit

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/testfull"
)

// smallNet returns a net of random weights and a pass of vectors through it.
func smallNet(rows, dim, bits int) (*autoencoder, *pass) {
	rng := rand.New(rand.NewPCG(9, 0))
	a, p := newAutoencoder(dim, bits), newPass(rows, dim, bits)
	for _, m := range append(a.params(), p.x.Data) {
		for i := range m {
			m[i] = float32(rng.NormFloat64()) / 2
		}
	}
	return a, p
}

// TestDecoderGradient compares with differences of the error, which the decoder
// changes smoothly.
func TestDecoderGradient(t *testing.T) {
	a, p := smallNet(7, 5, 6)
	g := newAutoencoder(5, 6)
	a.forward(p, nil)
	a.backward(g, p)
	const h = 1e-2
	for k, param := range a.decode.Params() {
		for i := range param {
			old := param[i]
			param[i] = old + h
			up := a.forward(p, nil)
			param[i] = old - h
			down := a.forward(p, nil)
			param[i] = old
			if want, got := (up-down)/(2*h), float64(g.decode.Params()[k][i]); math.Abs(want-got) > 1e-3 {
				t.Fatalf("parameter %d, element %d: gradient %v, want %v", k, i, got, want)
			}
		}
	}
}

// TestStraightThrough: the encoder's gradients are those of a net whose codes are
// 2 sigmoid - 1, taken where the codes are.
func TestStraightThrough(t *testing.T) {
	a, p := smallNet(7, 5, 6)
	g := newAutoencoder(5, 6)
	a.forward(p, nil)
	for i := range p.grad.Data {
		p.grad.Data[i] = float32(i%5) - 2
	}
	weights := slices.Clone(p.grad.Data) // of the codes in the sum that is differentiated
	a.through(g, p)
	soft := func() (sum float64) {
		a.forward(p, nil)
		for i, s := range p.soft.Data {
			sum += float64(weights[i] * (2*s - 1))
		}
		return sum
	}
	const h = 1e-2
	for k, param := range a.encode.Params() {
		for i := range param {
			old := param[i]
			param[i] = old + h
			up := soft()
			param[i] = old - h
			down := soft()
			param[i] = old
			if want, got := (up-down)/(2*h), float64(g.encode.Params()[k][i]); math.Abs(want-got) > 2e-2 {
				t.Fatalf("parameter %d, element %d: gradient %v, want %v", k, i, got, want)
			}
		}
	}
}

// TestStochastic: a unit is 1 as often as its sigmoid says, and without a
// generator when that is above a half.
func TestStochastic(t *testing.T) {
	a, p := smallNet(3, 5, 6)
	const trials = 4000
	ones := make([]float64, len(p.code.Data))
	rng := rand.New(rand.NewPCG(1, 0))
	for range trials {
		a.forward(p, rng)
		for i, c := range p.code.Data {
			ones[i] += float64(c+1) / 2 / trials
		}
	}
	a.forward(p, nil)
	for i, s := range p.soft.Data {
		if math.Abs(ones[i]-float64(s)) > 4*0.5/math.Sqrt(trials) {
			t.Errorf("unit %d is 1 in %v of cases, want %v", i, ones[i], s)
		}
		if (p.code.Data[i] == 1) != (s > 0.5) {
			t.Errorf("unit %d is %v where its sigmoid is %v", i, p.code.Data[i], s)
		}
	}
}

// TestPreserve checks the loss on codes whose distances are known, and that its
// gradient is that of the same expression with codes that may vary.
func TestPreserve(t *testing.T) {
	p := newPass(3, 1, 4)
	copy(p.code.Data, []float32{
		1, 1, 1, 1, // a
		1, -1, -1, -1, // b, 3 bits from a
		1, -1, -1, 1, // c, 1 bit from b
	})
	right, wrong := triple{2, 1, 0}, triple{0, 1, 2} // in the wrong one, a is taken to be nearer to b than c
	for _, test := range []struct {
		triples []triple
		want    float64
	}{{nil, 0}, {[]triple{right}, 0}, {[]triple{wrong}, 2}, {[]triple{wrong, right}, 1}} {
		clear(p.grad.Data)
		if got := preserve(p, test.triples, 1); got != test.want {
			t.Errorf("loss of %v is %v, want %v", test.triples, got, test.want)
		}
		if moved := !slices.Equal(p.grad.Data, make([]float32, 12)); moved != (test.want > 0) {
			t.Errorf("%v: gradient %v", test.triples, p.grad.Data)
		}
	}
	clear(p.grad.Data)
	preserve(p, []triple{wrong}, 0.8)
	grad := slices.Clone(p.grad.Data)
	for i := range p.code.Data {
		p.code.Data[i] += 0.1
		up := preserve(p, []triple{wrong}, 0)
		p.code.Data[i] -= 0.2
		down := preserve(p, []triple{wrong}, 0)
		p.code.Data[i] += 0.1
		if want := 0.8 * (up - down) / 0.2; math.Abs(want-float64(grad[i])) > 1e-4 {
			t.Errorf("gradient of element %d: %v, want %v", i, grad[i], want)
		}
	}
}

// TestBatches checks both kinds of triples against the cosines themselves.
func TestBatches(t *testing.T) {
	x := clusters(500, 32, 3)
	for _, kind := range []Triples{TriplesNear, TriplesRandom} {
		b, err := newBatcher(t.Context(), x, Config{Triples: kind}, true)
		if err != nil {
			t.Fatal(err)
		}
		rng, at := rand.New(rand.NewPCG(1, 0)), -1
		rows, triples := b.batch(nil, nil, 100, rng, func() int { at++; return at })
		wantRows, wantTriples := 100, 400
		if kind == TriplesNear {
			wantRows, wantTriples = 96, 12*28 // groups of 8
		}
		if len(rows) != wantRows || len(triples) < wantTriples*9/10 || len(triples) > wantTriples {
			t.Errorf("%d rows, %d triples; want %d and somewhat less than %d", len(rows), len(triples), wantRows, wantTriples)
		}
		cosine := func(i, j int) float32 { return f32.Dot(b.unit.Row(rows[i]), b.unit.Row(rows[j])) }
		for _, tr := range triples {
			if cosine(tr.a, tr.b) <= cosine(tr.b, tr.c) {
				t.Fatalf("triple %v: cosines %v and %v", tr, cosine(tr.a, tr.b), cosine(tr.b, tr.c))
			}
		}
	}
}

// TestNearest64 compares the neighbours that the search finds with all there are.
func TestNearest64(t *testing.T) {
	unit := normalized(clusters(1000, 48, 1))
	near, err := nearest64(t.Context(), unit, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for row := range 100 {
		got := make([]int, nearRows)
		for i, r := range near[row*nearRows : (row+1)*nearRows] {
			got[i] = int(r)
		}
		slices.Sort(got)
		want := nearest(unit.Len(), row, nearRows, func(j int) float32 { return -f32.Dot(unit.Row(row), unit.Row(j)) })
		found += shared(want, got)
	}
	if share := float64(found) / (100 * nearRows); share < 0.95 {
		t.Errorf("%v of the neighbours were found", share)
	}
}

// TestLearned: training improves on a poor start on vectors it has not seen,
// and ends with the best it had, which may be a good start.
func TestLearned(t *testing.T) {
	x := clusters(testfull.Or(1000, 3000), 96, 1)
	for _, method := range []string{Autoencoder, AutoencoderSP} {
		for name, cfg := range map[string]Config{
			"default": {Bits: 64}, "random": {Bits: 64, Start: StartRandom}, "wide": {Bits: 192, Epochs: 5}, "pca": {Bits: 64, Start: StartPCA},
		} {
			_, r, err := Fit(context.Background(), method, x, cfg)
			if err != nil {
				t.Fatal(err)
			}
			best := slices.Min(r.Loss)
			improves := r.Epochs >= 1 && best < r.Loss[0]
			poor := cfg.Start == StartRandom || cfg.Bits > x.Dim
			if r.Loss[r.Epochs] != best || poor && !improves {
				t.Errorf("%s, %s: losses %v, best after %d epochs", method, name, r.Loss, r.Epochs)
			}
		}
	}
}

// TestPreservingHelps: from the same start, training with the second loss gets
// more triples of vectors it has not seen right than reconstruction alone.
func TestPreservingHelps(t *testing.T) {
	x := clusters(testfull.Or(2000, 4000), 96, 2)
	wrong := func(lambda float64) float64 {
		cfg := Config{Bits: 64, Start: StartRandom, Rate: 5e-3}.withDefaults(AutoencoderSP, x.Dim)
		l, err := newLearner(t.Context(), newSample(x, cfg), cfg, new(Report), 1)
		if err != nil {
			t.Fatal(err)
		}
		l.lambda = lambda
		for epoch := range cfg.Epochs {
			if err := l.epoch(t.Context(), epoch+1); err != nil {
				t.Fatal(err)
			}
		}
		l.lambda = 0
		mse := l.validate()
		l.lambda = 1
		return l.validate() - mse
	}
	plain, both := wrong(0), wrong(0.8)
	t.Logf("held-out triples are wrong by %v bits, without the semantic-preserving loss by %v", both, plain)
	if both > 0.9*plain {
		t.Errorf("held-out triples are wrong by %v bits, without the semantic-preserving loss by %v", both, plain)
	}
}

// TestNoLambda: without the second loss, ae-sp is ae.
func TestNoLambda(t *testing.T) {
	x := clusters(400, 64, 1)
	a, _, err := Fit(context.Background(), Autoencoder, x, Config{Bits: 64, Epochs: 2})
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := Fit(context.Background(), AutoencoderSP, x, Config{Bits: 64, Epochs: 2, Lambda: -1})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(a.W, b.W) || !reflect.DeepEqual(a.T, b.T) {
		t.Error("the heads differ")
	}
}

func TestPatience(t *testing.T) {
	x := clusters(400, 64, 1)
	var done []int
	cfg := Config{Bits: 64, Rate: 1, Patience: 2, Epochs: 9, Progress: func(d, total int, loss float64) {
		if total != 9 || !(loss > 0) {
			t.Errorf("%d of %d, loss %v", d, total, loss)
		}
		done = append(done, d)
	}}
	_, r, err := Fit(context.Background(), Autoencoder, x, cfg) // a rate that only does harm
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{0, 1, 2}; !slices.Equal(done, want) || r.Epochs != 0 || len(r.Loss) != 3 {
		t.Errorf("progress %v, losses %v, best after %d", done, r.Loss, r.Epochs)
	}
}

func TestCancelled(t *testing.T) {
	x := clusters(400, 64, 1)
	for _, method := range Methods() {
		ctx, cancel := context.WithCancel(t.Context())
		cfg := Config{Bits: 64, Progress: func(done, _ int, _ float64) {
			if done == 1 {
				cancel()
			}
		}}
		if method != Autoencoder && method != AutoencoderSP {
			cancel()
		}
		h, r, err := Fit(ctx, method, x, cfg)
		if !errors.Is(err, context.Canceled) || h != nil || r != nil {
			t.Errorf("%s: error %v", method, err)
		}
		cancel()
	}
}

// TestLeastSquares undoes a known map.
func TestLeastSquares(t *testing.T) {
	a, p := smallNet(400, 5, 6)
	a.forward(p, nil)
	want := nn.NewMatrix(400, 5)
	a.decode.Forward(want, p.code)
	got := nn.NewDense(6, 5)
	if err := leastSquares(&got, p.code, want); err != nil {
		t.Fatal(err)
	}
	for i, v := range append(got.W, got.B...) {
		if w := append(a.decode.W, a.decode.B...)[i]; math.Abs(float64(v-w)) > 0.05 { // the ridge shrinks a little
			t.Errorf("weight %d: %v, want %v", i, v, w)
		}
	}
}
