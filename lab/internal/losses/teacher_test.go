package losses

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss/losstest"
)

// divergenceByHand computes the loss as its comment states it.
func divergenceByHand(x, teacher nn.Matrix, temperature float64) float64 {
	share := func(m nn.Matrix, i, j int) float64 {
		weight := func(k int) float64 {
			dot := 0.0
			for d, v := range nn.Row(m, i) {
				dot += float64(v) * float64(nn.Row(m, k)[d])
			}
			return math.Exp(dot / temperature)
		}
		sum := 0.0
		for k := range m.Rows {
			if k != i {
				sum += weight(k)
			}
		}
		return weight(j) / sum
	}
	loss := 0.0
	for i := range x.Rows {
		for j := range x.Rows {
			if j != i {
				q := share(teacher, i, j)
				loss += q * math.Log(q/share(x, i, j)) / float64(x.Rows)
			}
		}
	}
	return loss
}

// TestTeacher compares the loss with its definition and the gradient with differences, for a
// teacher of longer and of shorter vectors.
func TestTeacher(t *testing.T) {
	for _, c := range []struct{ rows, dim, of int }{{2, 3, 3}, {3, 4, 2}, {7, 4, 9}, {12, 5, 5}} {
		rng := rand.New(rand.NewPCG(uint64(c.rows), 0))
		x, teacher, dx := losstest.UnitRows(rng, c.rows, c.dim), losstest.UnitRows(rng, c.rows, c.of), nn.NewMatrix(c.rows, c.dim)
		const temperature = 0.3
		f := func() float64 {
			return (&Teacher{Temperature: temperature}).Loss(nn.NewMatrix(c.rows, c.dim), x, teacher)
		}
		got := (&Teacher{Temperature: temperature}).Loss(dx, x, teacher)
		if want := divergenceByHand(x, teacher, temperature); math.Abs(got-want) > 1e-5 {
			t.Errorf("%+v: loss %v, want %v", c, got, want)
		}
		if c.rows > 2 && !(got > 0.01) {
			t.Errorf("%+v: loss %v of vectors that have nothing in common with the teacher's", c, got)
		}
		losstest.CheckGradient(t, "x", f, x.Data, dx.Data)
	}
}

// TestTeacherReached requires no loss and no gradient where all cosines are the teacher's, which
// they also are after a rotation.
func TestTeacherReached(t *testing.T) {
	x, dx := losstest.UnitRows(rand.New(rand.NewPCG(1, 0)), 9, 4), nn.NewMatrix(9, 4)
	turned := nn.NewMatrix(9, 4)
	for i := range 9 {
		from, to := nn.Row(x, i), nn.Row(turned, i)
		to[0], to[1], to[2], to[3] = from[3], -from[0], from[2], from[1]
	}
	l := Teacher{Temperature: 0.05}
	if loss := l.Loss(dx, x, turned); math.Abs(loss) > 1e-5 {
		t.Errorf("loss %v of the teacher's own cosines", loss)
	}
	for i, v := range dx.Data {
		if math.Abs(float64(v)) > 1e-4 {
			t.Errorf("gradient %d is %v", i, v)
		}
	}
}

// TestTeacherFew has batches without anything to compare.
func TestTeacherFew(t *testing.T) {
	for rows := 1; rows <= 2; rows++ {
		x, teacher, dx := losstest.UnitRows(rand.New(rand.NewPCG(1, 0)), rows, 4), losstest.UnitRows(rand.New(rand.NewPCG(2, 0)), rows, 4), nn.NewMatrix(rows, 4)
		if loss := (&Teacher{Temperature: 0.1}).Loss(dx, x, teacher); math.Abs(loss) > 1e-6 {
			t.Errorf("%d rows: loss %v", rows, loss)
		}
		finite(t, dx)
	}
}

// TestTeacherThreads requires the same bits of any number of threads and of used buffers, and
// finite numbers of vectors that are all alike.
func TestTeacherThreads(t *testing.T) {
	used := &Teacher{Temperature: 0.05, Threads: 3}
	for _, rows := range []int{40, 9, 61} {
		rng := rand.New(rand.NewPCG(uint64(rows), 0))
		x, teacher := losstest.UnitRows(rng, rows, 8), losstest.UnitRows(rng, rows, 6)
		dx, again := nn.NewMatrix(rows, 8), nn.NewMatrix(rows, 8)
		want := (&Teacher{Temperature: 0.05}).Loss(dx, x, teacher)
		if got := used.Loss(again, x, teacher); got != want || !slices.Equal(dx.Data, again.Data) {
			t.Errorf("%d rows: loss %v, want %v, or other gradients", rows, got, want)
		}
		for i := range x.Rows {
			copy(nn.Row(x, i), nn.Row(x, 0))
		}
		if loss := used.Loss(dx, x, teacher); math.IsNaN(loss) || math.IsInf(loss, 0) {
			t.Errorf("%d equal rows: loss %v", rows, loss)
		}
		finite(t, dx)
	}
}
