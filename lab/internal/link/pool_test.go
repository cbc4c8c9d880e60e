package link

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/nn"
)

// rated returns cases with rankings that are given.
func rated(t *testing.T) *Cases {
	s := space(t, 20)
	s.Entities = s.Entities[:10] // the others have no vector
	s.unit = nn.Rows(s.unit, 0, 10)
	points := nn.NewMatrix(1, s.dim())
	copy(points.Data, nn.Row(s.unit, 7))
	score := func(e int32) float32 { return 1 - float32(e)/20 }
	return &Cases{Space: s, points: points, Near: [][]int32{{7, 3, 5, 9}}, Rankings: []*Ranking{{[]int32{0, 15, 3, 4}, score}},
		Examples: []Example{{Gold: []int32{7}, Count: 3}}}
}

func TestPools(t *testing.T) {
	c := rated(t)
	for _, x := range []struct {
		total, graph int
		want         []int32
	}{
		{3, 0, []int32{0, 15, 3}},
		{3, 1, []int32{0, 15, 7}},
		{4, 1, []int32{0, 15, 3, 7}},
		{5, 2, []int32{0, 15, 3, 7, 5}},
		{30, 5, []int32{0, 15, 3, 4, 7, 5, 9}},
		{1, 5, []int32{7}},
	} {
		p := c.Pools(x.total, x.graph)[0]
		if !slices.Equal(p.Entities, x.want) || len(p.Surface) != len(x.want) || len(p.Context) != len(x.want) {
			t.Errorf("%d, %d by graph: %+v, want %v", x.total, x.graph, p, x.want)
		}
	}
	p := c.Pools(4, 1)[0]
	if math.Abs(float64(p.Context[3])-1) > 1e-5 || p.Surface[1] != 0.25 {
		t.Errorf("%+v", p)
	}
	if mean := (p.Context[0] + p.Context[2] + p.Context[3]) / 3; math.Abs(float64(p.Context[1]-mean)) > 1e-6 {
		t.Errorf("context %v of an entity without a vector, want %v", p.Context[1], mean)
	}
	if got := p.ranked(Weights{Q: 1}); got[0] != 7 {
		t.Errorf("by context alone: %v", got)
	}
	if got := p.ranked(Weights{}); !slices.Equal(got, p.Entities) {
		t.Errorf("without weights: %v", got)
	}
}

func TestMeasure(t *testing.T) {
	pools := []Pool{
		{Entities: []int32{1, 2}, Surface: []float32{0.1, 0.9}, Context: []float32{1, 0}, gold: []int32{2}, count: 3},
		{Entities: []int32{5, 6}, Surface: []float32{0.9, 0.1}, Context: []float32{0, 1}, gold: []int32{6}, count: 1},
		{Entities: []int32{5}, Surface: []float32{0}, Context: []float32{0}, gold: []int32{7}, count: 1},
		{gold: []int32{7}, count: 1},
	}
	m := Measure(pools, Weights{P: 1})
	if m.Recall != 4./6 || m.At1 != 0.5 || m.At5 != 4./6 || m.Occurrences != 6 || m.Pool != 1 || !slices.Equal(m.Right, []bool{true, false, false, false}) || !slices.Equal(m.Found, []bool{true, true, false, false}) {
		t.Errorf("%+v", m)
	}
	if m := Measure(nil, Weights{}); m.Recall != 0 || m.Pool != 0 {
		t.Errorf("of nothing: %+v", m)
	}
}

// TestFit finds the weights that mentions were drawn by.
func TestFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	want := Weights{P: 4, Q: -2}
	var pools []Pool
	for range 4000 {
		p := Pool{count: 1 + rng.IntN(2)}
		for e := range int32(5) {
			p.Entities = append(p.Entities, e)
			p.Surface, p.Context = append(p.Surface, rng.Float32()), append(p.Context, rng.Float32())
		}
		share := p.softmax([]float64{want.P, want.Q})
		u, e := rng.Float64(), 0
		for ; e < 4 && u > share[e]; e++ {
			u -= share[e]
		}
		p.gold = []int32{int32(e)}
		pools = append(pools, p)
	}
	if got := Fit(pools); math.Abs(got.P-want.P) > 0.2 || math.Abs(got.Q-want.Q) > 0.2 {
		t.Errorf("weights %v, want about %v", got, want)
	}
	none := []Pool{{Entities: []int32{1}, Surface: []float32{1}, Context: []float32{1}, gold: []int32{2}, count: 1}}
	if got := Fit(none); got != (Weights{P: 1}) {
		t.Errorf("weights %v of nothing to learn from", got)
	}
	one := []Pool{{Entities: []int32{1, 2}, Surface: []float32{1, 0}, Context: []float32{0, 1}, gold: []int32{1}, count: 1}}
	if got := Fit(one); math.IsNaN(got.P+got.Q) || math.IsInf(got.P+got.Q, 0) || !(got.P > got.Q) {
		t.Errorf("weights %v where all can be told apart", got)
	}
}
