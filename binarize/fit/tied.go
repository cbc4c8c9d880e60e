package fit

import (
	"errors"

	"gonum.org/v1/gonum/blas"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/nn"
)

// tie sets the decoder's weights to share times the transposed ones of the encoder.
func (a *autoencoder) tie(share float32) {
	dim, bits := a.encode.In, a.encode.Out
	for i := range bits {
		for j, w := range a.encode.W[i*dim : (i+1)*dim] {
			a.decode.W[j*bits+i] = float32(share * w)
		}
	}
}

// untie moves the gradient of tied decoder weights to those of the encoder that they come from.
func (a *autoencoder) untie(share float32) {
	dim, bits := a.encode.In, a.encode.Out
	for i := range bits {
		for j := range dim {
			a.encode.W[i*dim+j] += float32(share * a.decode.W[j*bits+i])
		}
	}
	clear(a.decode.W)
}

// fitShare returns the share with which the codes of p, decoded by the encoder's own weights, come
// closest to its vectors.
func (a *autoencoder) fitShare(p *pass) (float32, error) {
	w := nn.Matrix{Rows: a.encode.Out, Cols: a.encode.In, Stride: a.encode.In, Data: a.encode.W}
	nn.Gemm(blas.NoTrans, blas.NoTrans, 1, p.code, w, 0, p.diff)
	share := f32.Dot(p.diff.Data, p.x.Data) / f32.Dot(p.diff.Data, p.diff.Data)
	if share-share != 0 {
		return 0, errors.New("no tied decoder fits the codes: are some numbers huge?")
	}
	return share, nil
}
