package experiment

import (
	"context"
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/lab/internal/losses"
)

// contrastiveCurve draws the contrastive loss of a pair against its distance, for three labels.
func contrastiveCurve(_ context.Context, _ Options, r *Result, _ Progress) error {
	const steps = 200
	r.Setting = []string{"The loss of one pair of unit vectors at cosine distance d, from 0 (equal) to 2 (opposite), with label y from 0 (different) to 1 (the same), margin 1, computed by the loss that trains encoders."}
	f := Figure{Name: "loss", Title: "Contrastive loss", X: "cosine distance d", Y: "loss"}
	t := Table{Title: "Where the loss is least", Columns: []string{"y", "distance of the least loss", "1 - y", "loss there", "loss at 0", "loss at 2"}}
	verdict := reproduced
	for _, y := range []float64{0.15, 0.7, 1} {
		s := Series{Name: fmt.Sprintf("y = %g", y)}
		best, least := 0.0, math.Inf(1)
		for i := range steps + 1 {
			d := 2 * float64(i) / steps
			l := contrastive(d, y)
			s.add(d, l)
			if l < least-1e-9 {
				best, least = d, l
			}
		}
		t.add(y, best, 1-y, least, contrastive(0, y), contrastive(2, y))
		f.Series = append(f.Series, s)
		if math.Abs(best-(1-y)) > 2.0/steps {
			verdict = notReproduced
		}
	}
	r.Tables, r.Figures = []Table{t}, []Figure{f}
	r.Findings = []Finding{{"the loss is least at distance 1 - y", verdict, "found on a grid of step 0.01, see the table"}}
	return nil
}

func contrastive(d, y float64) float64 {
	a, b := nn.NewMatrix(1, 2), nn.NewMatrix(1, 2)
	a.Data[0] = 1
	b.Data[0], b.Data[1] = float32(1-d), float32(math.Sqrt(max(0, 1-(1-d)*(1-d))))
	l := losses.Contrastive{}
	return l.Loss(nn.NewMatrix(1, 2), nn.NewMatrix(1, 2), a, b, []float32{float32(y)})
}
