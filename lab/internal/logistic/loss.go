package logistic

import (
	"math"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/f64"
	"github.com/normlet/normlet/internal/nn"
)

// evaluate sets the loss and its gradient at the trial weights of every problem.
func (s *Set) evaluate(problems []*problem) {
	w := nn.NewMatrix(len(problems)*s.outputs, s.rows.Cols)
	for i, p := range problems {
		copy(w.Data[i*len(p.trial):], p.trial)
	}
	scores := s.product(w)
	residual := nn.NewMatrix(scores.Rows, scores.Cols) // 0 outside the training rows
	for i, p := range problems {
		p.trialLoss = 0
		for _, row := range p.train {
			if s.outputs == 1 {
				p.trialLoss += binary(nn.Row(residual, i), nn.Row(scores, i), row, s.labels[row])
			} else {
				p.trialLoss += s.softmax(residual, scores, i*s.outputs, row)
			}
		}
		p.trialLoss /= float64(len(p.train))
	}
	nn.Gemm(blas.NoTrans, blas.Trans, 1, residual, s.columns, 0, w)
	for i, p := range problems {
		copy(p.trialGrad, w.Data[i*len(p.trial):(i+1)*len(p.trial)])
		f32.Scale(1/float32(len(p.train)), p.trialGrad)
		s.penalize(p)
	}
}

// penalize adds the penalty of all weights but the intercepts.
func (s *Set) penalize(p *problem) {
	for lo := 0; lo < len(p.trial); lo += s.rows.Cols {
		weights := p.trial[lo : lo+s.cols]
		p.trialLoss += float64(p.penalty / 2 * float64(f32.Dot(weights, weights)))
		f32.Axpy(float32(p.penalty), weights, p.trialGrad[lo:lo+s.cols])
	}
}

// binary returns -log p of a row's label and sets its residual, p(1) less the label.
func binary(residual, scores []float32, row, label int) float64 {
	x := float64(scores[row])
	if label == 0 {
		x = -x
	}
	wrong := 1 / (1 + f64.Exp(x)) // the probability of the other label
	residual[row] = float32(wrong)
	if label == 1 {
		residual[row] = -residual[row]
	}
	return max(0, -x) + f64.Log1p(f64.Exp(-math.Abs(x)))
}

// softmax does the same for classes, whose scores are rows from first on.
func (s *Set) softmax(residual, scores nn.Matrix, first, row int) float64 {
	top := math.Inf(-1)
	for k := range s.outputs {
		top = max(top, float64(nn.Row(scores, first+k)[row]))
	}
	sum := 0.0
	for k := range s.outputs {
		sum += f64.Exp(float64(nn.Row(scores, first+k)[row]) - top)
	}
	for k := range s.outputs {
		p := f64.Exp(float64(nn.Row(scores, first+k)[row])-top) / sum
		if k == s.labels[row] {
			p--
		}
		nn.Row(residual, first+k)[row] = float32(p)
	}
	return top + f64.Log(sum) - float64(nn.Row(scores, first+s.labels[row])[row])
}
