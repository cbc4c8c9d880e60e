package loss

import "github.com/normlet/normlet/internal/nn"

// FGSM sets dst to the fast-gradient-sign perturbation eps*sign(grad) (Goodfellow
// et al.): of all changes of no element by more than eps, the one that raises the
// loss most, to first order. grad is the loss's gradient in a network's input
// embeddings, one a row; added to them, dst gives the adversarial inputs that
// Wiatrak et al. train on besides the plain ones, positives and negatives alike.
// A zero gradient gives no change; one that is not a number stays so, that the
// loss may show it. dst may be grad.
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
