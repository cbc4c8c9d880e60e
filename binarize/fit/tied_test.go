package fit

import (
	"context"
	"math"
	"slices"
	"testing"
)

// TestUntie compares the gradient of tied weights with differences of the error of codes that stay
// as they are.
func TestUntie(t *testing.T) {
	const share, h = 0.5, 1e-2
	a, p := smallNet(7, 5, 6)
	a.tie(share)
	g := newAutoencoder(5, 6)
	a.forward(p, nil)
	a.backward(g, p)
	g.untie(share)
	codes := slices.Clone(p.code.Data)
	loss := func() (sum float64) {
		copy(p.code.Data, codes)
		a.tie(share)
		a.decode.Forward(p.diff, p.code)
		for i, x := range p.x.Data {
			d := float64(p.diff.Data[i] - x)
			sum += d * d / float64(len(p.diff.Data))
		}
		return sum
	}
	for i, old := range a.encode.W {
		a.encode.W[i] = old + h
		up := loss()
		a.encode.W[i] = old - h
		down := loss()
		a.encode.W[i] = old
		if want, got := (up-down)/(2*h), float64(g.encode.W[i]); math.Abs(want-got) > 1e-3 {
			t.Errorf("weight %d: gradient %v, want %v", i, got, want)
		}
	}
	if slices.ContainsFunc(g.decode.W, func(x float32) bool { return x != 0 }) {
		t.Error("the decoder's own weights have a gradient")
	}
}

// TestTied: the decoder stays the encoder transposed while training, which lowers the loss.
func TestTied(t *testing.T) {
	x := clusters(600, 16, 3)
	cfg := Config{Bits: 64, Tied: true, Epochs: 6, Start: StartRandom, Rate: 2e-3}
	cfg = cfg.withDefaults(Autoencoder, x.Dim)
	l, err := newLearner(context.Background(), newSample(x, cfg), cfg, new(Report), 0)
	if err != nil {
		t.Fatal(err)
	}
	first := l.validate()
	for epoch := range cfg.Epochs {
		if err := l.epoch(context.Background(), epoch+1); err != nil {
			t.Fatal(err)
		}
	}
	if last := l.validate(); !(last < first) {
		t.Errorf("loss %v, at the start %v", last, first)
	}
	for i := range cfg.Bits {
		for j := range x.Dim {
			if want, got := float32(l.share*l.net.encode.W[i*x.Dim+j]), l.net.decode.W[j*cfg.Bits+i]; want != got {
				t.Fatalf("bit %d, element %d: the decoder has %v, the encoder %v", i, j, got, want)
			}
		}
	}
	if l.share <= 0 {
		t.Errorf("share %v", l.share)
	}
}

// TestStraight: the gradient in an encoder's bias is then half of that in the codes, wherever the
// sigmoid is.
func TestStraight(t *testing.T) {
	a, p := smallNet(7, 5, 6)
	g := newAutoencoder(5, 6)
	a.forward(p, nil)
	want := make([]float32, 6)
	for i := range p.grad.Data {
		p.grad.Data[i] = float32(i%5) - 2
		want[i%6] += p.grad.Data[i] / 2
	}
	a.through(g, p, true)
	if !slices.Equal(g.encode.B, want) {
		t.Errorf("%v, want %v", g.encode.B, want)
	}
}
