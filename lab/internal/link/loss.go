package link

import (
	"math"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/lab/internal/vec"
)

// leastDistance keeps the gradient of a distance of zero defined.
const leastDistance = 1e-3

// distanceLoss returns the mean cross-entropy of the rows of z over candidates c by negative
// distance times sharpness, and sets dz to its gradient. gold has the right rows of c.
func distanceLoss(dz, z, c nn.Matrix, gold [][]int32, sharpness float32) float64 {
	scores := nn.NewMatrix(z.Rows, c.Rows)
	nn.Gemm(blas.NoTrans, blas.Trans, 1, z, c, 0, scores)
	square := make([]float32, c.Rows)
	for j := range square {
		square[j] = f32.Dot(nn.Row(c, j), nn.Row(c, j))
	}
	total, distances := 0.0, make([]float32, c.Rows)
	for i := range z.Rows {
		row := nn.Row(scores, i)
		own := f32.Dot(nn.Row(z, i), nn.Row(z, i))
		for j, dot := range row {
			distances[j] = f32.Sqrt(max(leastDistance*leastDistance, own+square[j]-2*dot))
			row[j] = -sharpness * distances[j]
		}
		total += crossEntropy(row, gold[i])
		sum := float32(0) // of weights: the gradient is sharpness times (sum of weight c) - (sum of weight) z
		for j, d := range distances {
			row[j] /= d
			sum += row[j]
		}
		copy(nn.Row(dz, i), nn.Row(z, i))
		f32.Scale(-sharpness*sum/float32(z.Rows), nn.Row(dz, i))
	}
	nn.Gemm(blas.NoTrans, blas.NoTrans, sharpness/float32(z.Rows), scores, c, 1, dz)
	return total / float64(z.Rows)
}

// crossEntropy replaces scores by the gradient of the cross-entropy in them, softmax minus target, and returns it.
func crossEntropy(scores []float32, gold []int32) float64 {
	share, hit := 1/float32(len(gold)), 0.0
	for _, g := range gold {
		hit += float64(share * scores[g])
	}
	most, sum := vec.ExpBelow(scores)
	f32.Scale(1/sum, scores)
	for _, g := range gold {
		scores[g] -= share
	}
	return float64(most) + math.Log(float64(sum)) - hit
}
