package losses

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss/losstest"
)

// batchLoss is what CrossEntropy and Proxy have in common.
type batchLoss interface {
	Loss(da, db, a, b nn.Matrix, la, lb []int32) float64
}

// TestBatchGradients checks both sides of every loss over labelled rows, with and
// without extra negatives, some of which have a label of the batch.
func TestBatchGradients(t *testing.T) {
	losses := []struct {
		name string
		make func() batchLoss
	}{
		{"cross-entropy", func() batchLoss { return &CrossEntropy{Temperature: 0.3} }},
		{"proxy", func() batchLoss { return &Proxy{Alpha: 5, Margin: 0.1} }},
		{"proxy steep", func() batchLoss { return &Proxy{} }},
	}
	for _, l := range losses {
		for _, lb := range [][]int32{{0, 1, 2, 3, 4}, {7, 7, 1, 7, 1}, {3, 3, 3}, {9}, {0, 1, 2, 8, 1}, {4, 4, 4, 4, 4}, {5, 6}} {
			for _, n := range []int{len(lb), (len(lb) + 1) / 2} {
				da, db, a, b := losstest.Labelled(uint64(n), 4, n, lb)
				l.make().Loss(da, db, a, b, lb[:n], lb)
				f := func() float64 {
					return l.make().Loss(nn.NewMatrix(n, 4), nn.NewMatrix(len(lb), 4), a, b, lb[:n], lb)
				}
				losstest.CheckGradient(t, l.name+" a", f, a.Data, da.Data)
				losstest.CheckGradient(t, l.name+" b", f, b.Data, db.Data)
			}
		}
	}
}

// TestBatchThreads requires the same bits of any number of threads.
func TestBatchThreads(t *testing.T) {
	lb := make([]int32, 90)
	for i := range lb {
		lb[i] = int32(i % 40)
	}
	const n = 61
	for _, l := range []struct {
		name string
		make func(threads int) batchLoss
	}{
		{"cross-entropy", func(k int) batchLoss { return &CrossEntropy{Temperature: 0.05, Threads: k} }},
		{"proxy", func(k int) batchLoss { return &Proxy{Margin: 0.05, Threads: k} }},
	} {
		da, db, a, b := losstest.Labelled(1, 16, n, lb)
		want := l.make(1).Loss(da, db, a, b, lb[:n], lb)
		for _, threads := range []int{0, 4, 100} {
			da2, db2 := nn.NewMatrix(n, 16), nn.NewMatrix(len(lb), 16)
			got := l.make(threads).Loss(da2, db2, a, b, lb[:n], lb)
			if got != want || !slices.Equal(da.Data, da2.Data) || !slices.Equal(db.Data, db2.Data) {
				t.Errorf("%s: %d threads give loss %v, one gives %v, or other gradients", l.name, threads, got, want)
			}
		}
	}
}

// TestBatchReuse requires that buffers of an earlier, larger or smaller batch
// leave no trace.
func TestBatchReuse(t *testing.T) {
	for _, l := range []struct {
		name   string
		reused batchLoss
		make   func() batchLoss
	}{
		{"cross-entropy", &CrossEntropy{Temperature: 0.1}, func() batchLoss { return &CrossEntropy{Temperature: 0.1} }},
		{"proxy", &Proxy{}, func() batchLoss { return &Proxy{} }},
	} {
		for i, shape := range [][2]int{{6, 6}, {2, 2}, {4, 9}, {4, 4}, {7, 8}} {
			lb := make([]int32, shape[1])
			for i := range lb {
				lb[i] = int32(i / 2)
			}
			da, db, a, b := losstest.Labelled(uint64(i), 3, shape[0], lb)
			got := l.reused.Loss(da, db, a, b, lb[:shape[0]], lb)
			da2, db2 := nn.NewMatrix(shape[0], 3), nn.NewMatrix(shape[1], 3)
			want := l.make().Loss(da2, db2, a, b, lb[:shape[0]], lb)
			if got != want || !slices.Equal(da.Data, da2.Data) || !slices.Equal(db.Data, db2.Data) {
				t.Errorf("%s: batch of %v: loss %v with old buffers, %v with new, or other gradients", l.name, shape, got, want)
			}
		}
	}
}

// finite fails the test when a gradient is not a number.
func finite(t *testing.T, gradients ...nn.Matrix) {
	t.Helper()
	for _, g := range gradients {
		for i, v := range g.Data {
			if v-v != 0 {
				t.Errorf("gradient %d is %v", i, v)
			}
		}
	}
}
