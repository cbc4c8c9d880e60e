package sentence

import (
	"math"
	"slices"
	"testing"

	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/internal/f32"
)

// plain returns a model that takes nothing off and divides by nothing.
func plain(e Encoder, words *Vectors, train []string) *Model {
	m := NewModel(e, words, train, 1)
	for j := range m.mean {
		m.mean[j], m.scale[j] = 0, 1
	}
	return m
}

// TestEncoders compares pools with those worked out by hand.
func TestEncoders(t *testing.T) {
	words := &Vectors{Dim: 2, Word: map[string][]float32{"a": {3, 0}, "b": {1, -2}}}
	train := []string{"a a a b"}
	weight := func(share float64) float32 { return float32(sifA / (sifA + share)) }
	for _, c := range []struct {
		pools []Pool
		want  []float32
	}{
		{[]Pool{PoolMean}, []float32{2, -1}},
		{[]Pool{PoolMax, PoolMin}, []float32{3, 0, 1, -2}},
		{[]Pool{PoolSIF}, []float32{(3*weight(0.75) + weight(0.25)) / 2, -weight(0.25)}},
	} {
		m := plain(Encoder{Pools: c.pools}, words, train)
		got := m.raw([]string{"b, A unknown", "unknown"})
		for j, want := range c.want {
			if math.Abs(float64(got.Row(0)[j]-want)) > 1e-6 || got.Row(1)[j] != 0 {
				t.Errorf("%v: %v, want %v, and nothing for a sentence without known words: %v", c.pools, got.Row(0), c.want, got.Row(1))
			}
		}
		v := m.Vectors([]string{"a", "unknown"})
		for i := range v.Len() {
			if square := f32.Dot(v.Row(i), v.Row(i)); math.Abs(float64(square)-1) > 1e-6 {
				t.Errorf("%v: vector %d is %v, want length 1", c.pools, i, v.Row(i))
			}
		}
	}
}

// TestRandomEncoders: pools see projections of words, and with pairs the order of words.
func TestRandomEncoders(t *testing.T) {
	train, _, words := Small(50, 8, 2)
	texts := Sentences(train)
	forth, back := []string{"word1 word2 word3"}, []string{"word3 word2 word1"}
	for _, e := range []Encoder{
		{Name: "words", Pools: []Pool{PoolMax}, Random: 64},
		{Name: "pairs", Pools: []Pool{PoolMax}, Random: 64, Pairs: true},
	} {
		m := NewModel(e, words, texts, 3)
		if m.Dim != 64 {
			t.Fatalf("%s: %d dimensions", e.Name, m.Dim)
		}
		one := m.raw(forth).Data
		if other := m.raw(back).Data; slices.Equal(one, other) == e.Pairs {
			t.Errorf("%s: another order of words gives the same: %v", e.Name, !e.Pairs)
		} else if !slices.Equal(one[:32], other[:32]) {
			t.Errorf("%s: features of words depend on their order", e.Name)
		}
		if again := NewModel(e, words, texts, 3).raw(forth).Data; !slices.Equal(one, again) {
			t.Errorf("%s: the same seed gives other features", e.Name)
		}
		if again := NewModel(e, words, texts, 4).raw(forth).Data; slices.Equal(one, again) {
			t.Errorf("%s: another seed gives the same features", e.Name)
		}
	}
	m := NewModel(Encoder{Pools: []Pool{PoolMax}, Random: 64}, words, texts, 3)
	for j, x := range m.raw(forth).Data {
		if want := max(m.word["word1"][j], m.word["word2"][j], m.word["word3"][j]); x != want {
			t.Fatalf("feature %d: %v, want %v", j, x, want)
		}
	}
}

// TestStandardized: columns of the sentences learned from have mean 0 and variance 1, before they
// are brought to length 1; a constant one is 0.
func TestStandardized(t *testing.T) {
	train, _, words := Small(100, 4, 5)
	for _, v := range words.Word {
		v[3] = 7
	}
	m := NewModel(Encoder{Pools: []Pool{PoolMean}}, words, Sentences(train), 1)
	rows := m.raw(Sentences(train))
	for j := range 4 {
		var sum, square float64
		for i := range rows.Len() {
			x := float64((rows.Row(i)[j] - m.mean[j]) * m.scale[j])
			sum, square = sum+x/float64(rows.Len()), square+x*x/float64(rows.Len())
		}
		want := 1.0
		if j == 3 {
			want = 0
		}
		if math.Abs(sum) > 1e-5 || math.Abs(square-want) > 1e-4 {
			t.Errorf("column %d: mean %v, variance %v, want %v", j, sum, square, want)
		}
	}
}

// TestReduction: of vectors that vary in few directions but for a little, the directions are found.
func TestReduction(t *testing.T) {
	const n, dim, few = 300, 120, 4
	_, _, words := Small(0, dim, 6)
	x := fit.Vectors{Dim: dim}
	for i := range n {
		row := make([]float32, dim)
		for k := range few {
			row[10*k] = words.Word["word1"][(i+31*k)%dim] * float32(few-k)
		}
		f32.Axpy(1e-2, words.Word[[]string{"word2", "word3", "word4", "word5", "word6"}[i%5]], row)
		row[i%dim] += 0.05
		x.Data = append(x.Data, row...)
	}
	r, err := NewReduction(x, few, 1)
	if err != nil {
		t.Fatal(err)
	}
	if r.Share < 0.999 || r.Share > 1 {
		t.Errorf("the directions hold %v of the variance", r.Share)
	}
	y := r.Apply(x)
	if y.Dim != few || y.Len() != n {
		t.Fatalf("%d vectors of %d coordinates", y.Len(), y.Dim)
	}
	for i := range 20 {
		for j := range i {
			want, got := f32.Dot(x.Row(i), x.Row(j)), f32.Dot(y.Row(i), y.Row(j))
			if math.Abs(float64(want-got)) > 0.02 {
				t.Errorf("vectors %d and %d: inner product %v, of the coordinates %v", i, j, want, got)
			}
		}
	}
	if _, err := NewReduction(fit.Vectors{Dim: dim, Data: x.Data[:dim*10]}, few, 1); err == nil {
		t.Error("ten vectors are enough")
	}
}
