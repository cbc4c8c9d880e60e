package logistic

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/nn"
)

// clouds returns rows around a centre for each class, the centres being apart so many deviations.
func clouds(n, dim, classes int, apart float64, seed uint64) (nn.Matrix, []int) {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, labels := nn.NewMatrix(n, dim), make([]int, n)
	for i := range n {
		labels[i] = i % classes
		for j := range dim {
			nn.Row(x, i)[j] = float32(rng.NormFloat64())
		}
		nn.Row(x, i)[labels[i]] += float32(apart)
	}
	return x, labels
}

func newSet(t *testing.T, x nn.Matrix, labels []int, classes int) *Set {
	t.Helper()
	s, err := NewSet(x, labels, classes)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// until returns the numbers from lo to hi-1.
func until(lo, hi int) (out []int) {
	for i := lo; i < hi; i++ {
		out = append(out, i)
	}
	return out
}

// TestGradient compares the gradient with differences of the loss, of two classes and of three.
func TestGradient(t *testing.T) {
	for _, classes := range []int{2, 3} {
		x, labels := clouds(40, 5, classes, 1, 2)
		s := newSet(t, x, labels, classes)
		p := newProblem(s.outputs*s.rows.Cols, until(3, 37))
		p.penalty = 0.3
		p.begin()
		rng := rand.New(rand.NewPCG(3, 3))
		for i := range p.trial {
			p.trial[i] = float32(rng.NormFloat64())
		}
		s.evaluate([]*problem{p})
		grad := slices.Clone(p.trialGrad)
		loss := func(i int, by float32) float64 {
			before := p.trial[i]
			p.trial[i] += by
			s.evaluate([]*problem{p})
			p.trial[i] = before
			return p.trialLoss
		}
		for i := range p.trial {
			if i%s.rows.Cols > s.cols {
				continue // filling: its numbers are 0 in every row
			}
			const by = 1.0 / 64
			want := (loss(i, by) - loss(i, -by)) / (2 * by)
			if math.Abs(float64(grad[i])-want) > 2e-4 {
				t.Errorf("%d classes, weight %d: gradient %v, want %v", classes, i, grad[i], want)
			}
		}
	}
}

// TestMinimum: at the end nothing is left of the gradient, and the intercept of rows that say
// nothing is the log odds of the labels.
func TestMinimum(t *testing.T) {
	x, labels := clouds(300, 6, 3, 1, 4)
	s := newSet(t, x, labels, 3)
	p := newProblem(s.outputs*s.rows.Cols, until(0, 300))
	p.penalty = 1e-2
	s.fit([]*problem{p}, 200)
	for i, g := range p.grad {
		if math.Abs(float64(g)) > 5e-3 {
			t.Errorf("weight %d: gradient %v", i, g)
		}
	}
	flat := nn.NewMatrix(100, 3)
	ones := make([]int, 100)
	for i := range 80 {
		ones[i] = 1
	}
	s = newSet(t, flat, ones, 2)
	p = newProblem(s.rows.Cols, until(0, 100))
	s.fit([]*problem{p}, 200)
	if got, want := float64(p.w[3]), math.Log(80./20); math.Abs(got-want) > 0.02 {
		t.Errorf("intercept %v, want %v", got, want)
	}
}

// TestPredict: classes that are far apart are told from each other, those at the same place are not.
func TestPredict(t *testing.T) {
	for _, classes := range []int{2, 4} {
		for apart, want := range map[float64][2]float64{8: {0.99, 1}, 0: {0, 0.7}} {
			x, labels := clouds(400, 10, classes, apart, 5)
			got, err := newSet(t, x, labels, classes).Predict([]Split{{until(0, 300), until(300, 400)}}, Config{})
			if err != nil {
				t.Fatal(err)
			}
			right := 0.0
			for i, l := range got[0] {
				if l == labels[300+i] {
					right += 0.01
				}
			}
			if right < want[0]-1e-9 || right > want[1]+1e-9 {
				t.Errorf("%d classes %v apart: %v right, want %v", classes, apart, right, want)
			}
		}
	}
}

// TestTogether: splits that are fitted together end where they end alone.
func TestTogether(t *testing.T) {
	x, labels := clouds(200, 9, 3, 1, 6)
	s := newSet(t, x, labels, 3)
	splits := []Split{{until(0, 100), until(100, 200)}, {until(100, 200), until(0, 100)}, {until(50, 150), until(0, 50)}}
	together, err := s.Predict(splits, Config{})
	if err != nil {
		t.Fatal(err)
	}
	for i, split := range splits {
		if alone, err := s.Predict([]Split{split}, Config{}); err != nil || !slices.Equal(alone[0], together[i]) {
			t.Errorf("split %d: %v alone, %v together, %v", i, alone[0], together[i], err)
		}
	}
}

// TestUnseen: labels of rows outside the training rows do not matter.
func TestUnseen(t *testing.T) {
	x, labels := clouds(200, 9, 2, 1, 7)
	split := []Split{{until(0, 150), until(150, 200)}}
	one, err := newSet(t, x, labels, 2).Predict(split, Config{})
	if err != nil {
		t.Fatal(err)
	}
	other := slices.Clone(labels)
	for i := range other[150:] {
		other[150+i] = 1 - other[150+i]
	}
	if two, err := newSet(t, x, other, 2).Predict(split, Config{}); err != nil || !slices.Equal(one[0], two[0]) {
		t.Errorf("%v and %v, %v", one, two, err)
	}
}

// TestPenalty: with noise in many columns, the large penalty is taken, and it is the better one.
func TestPenalty(t *testing.T) {
	x, labels := clouds(300, 200, 2, 2, 8)
	s := newSet(t, x, labels, 2)
	split := []Split{{until(0, 200), until(200, 300)}}
	best := s.choose(split, Config{Penalties: []float64{1e-2, 1e-9}, Steps: 60})
	if best[0].penalty != 1e-2 {
		t.Errorf("penalty %v, want the larger", best[0].penalty)
	}
}

func TestErrors(t *testing.T) {
	x, labels := clouds(10, 2, 2, 1, 9)
	for _, c := range []struct {
		labels  []int
		classes int
		want    string
	}{
		{labels[1:], 2, "10 rows with 9 labels"},
		{labels, 1, "1 classes"},
		{[]int{0, 1, 0, 1, 2, 0, 0, 0, 0, 0}, 2, "row 4 has label 2 of 2 classes"},
		{[]int{0, 1, 0, -1, 0, 0, 0, 0, 0, 0}, 2, "row 3 has label -1"},
	} {
		if _, err := NewSet(x, c.labels, c.classes); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if _, err := newSet(t, x, labels, 2).Predict([]Split{{until(0, 4), until(4, 10)}}, Config{}); err == nil || !strings.Contains(err.Error(), "split 0 has 4 rows") {
		t.Errorf("four rows: %v", err)
	}
}
