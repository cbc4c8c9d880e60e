package loss

import (
	"math"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/vec"
)

// SoftBits sets soft to the soft signs of z, tanh(slope*sqrt(dim)*z) / sqrt(dim). A loss on them
// teaches an encoder vectors that survive being cut to their signs.
func SoftBits(soft, z nn.Matrix, slope float32) {
	root := float32(math.Sqrt(float64(z.Cols)))
	for i := range z.Rows {
		out := nn.Row(soft, i)
		copy(out, nn.Row(z, i))
		vec.Scale(slope*root, out)
		vec.Tanh(out)
		for j := range out {
			out[j] /= root
		}
	}
}

// SoftBitsBackward sets dz = (1-share)*dz + share*(gradient through SoftBits),
// given its output soft and the gradient dsoft in it.
func SoftBitsBackward(dz, soft, dsoft nn.Matrix, slope, share float32) {
	dim := float32(dz.Cols)
	for i := range dz.Rows {
		d, s, ds := nn.Row(dz, i), nn.Row(soft, i), nn.Row(dsoft, i)
		for j := range d {
			d[j] = float32((1-share)*d[j]) + float32(share*slope*(1-float32(s[j]*s[j]*dim))*ds[j])
		}
	}
}
