package losses

import "github.com/normlet/normlet/internal/nn"

// FGSM sets dst to eps*sign(grad), the fast-gradient-sign perturbation of input embeddings
// (Goodfellow et al.): the change of no element by more than eps that raises the loss most, to
// first order. A number that is none stays so. dst may be grad.
func FGSM(dst, grad nn.Matrix, eps float32) {
	for i := range grad.Rows {
		out := nn.Row(dst, i)
		for j, v := range nn.Row(grad, i) {
			switch {
			case v > 0:
				out[j] = eps
			case v < 0:
				out[j] = -eps
			default:
				out[j] = v
			}
		}
	}
}
