package losses

import (
	"cmp"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
)

// Contrastive is the loss of a Siamese network on pairs with soft labels. At cosine distance d =
// 1 - cos with label y, 0 (different) to 1 (the same), it is y/2 d² + (1-y)/2 max(0, Margin-d)²,
// which is least at d = (1-y) Margin: with a margin of 1, y is the wanted cosine.
type Contrastive struct {
	Margin float32 // distance beyond which different names are left alone; 0: 1
}

// Loss returns the mean loss of the pairs, which are row i of a and row i of b with label y[i], and
// sets da and db to its gradients. All four matrices have one shape, of at least one row.
func (l *Contrastive) Loss(da, db, a, b nn.Matrix, y []float32) float64 {
	margin, scale := cmp.Or(l.Margin, 1), 1/float32(a.Rows)
	sum := 0.0
	for i := range a.Rows {
		u, v := nn.Row(a, i), nn.Row(b, i)
		du, dv := nn.Row(da, i), nn.Row(db, i)
		d := 1 - f32.Dot(u, v)
		gap := max(0, margin-d)
		sum += float64(float64(float32(y[i]*d*d)+float32((1-y[i])*gap*gap)) / 2)
		g := scale * (float32((1-y[i])*gap) - float32(y[i]*d)) // in the cosine, the slope in d turned round
		for j := range du {
			du[j], dv[j] = g*v[j], g*u[j]
		}
	}
	return sum / float64(a.Rows)
}
