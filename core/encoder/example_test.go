package encoder_test

import (
	"fmt"

	"github.com/normlet/normlet/core/encoder"
)

// A real encoder comes out of training or of a pack; this one only knows which
// letters a name has.
func ExampleEncoder() {
	const rows, dim = 256, 8
	w := &encoder.Weights{
		Rows: rows, Dim: dim,
		Table: encoder.Int8{Scale: 1. / 64, Data: make([]int8, rows*dim)},
		Gain:  []float32{1, 1, 1, 1, 1, 1, 1, 1},
		Bias:  make([]float32, dim), B2: make([]float32, dim),
	}
	for i := range w.Table.Data {
		w.Table.Data[i] = int8(i * i % 127)
	}
	e, err := encoder.New(w)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, b := e.Encode(nil, "PLCγ2"), e.Encode(nil, "plcgamma2")
	cosine := float32(0)
	for i := range a {
		cosine += a[i] * b[i]
	}
	fmt.Printf("%d elements, cosine %.2f\n", e.Dim(), cosine)
	// Output: 8 elements, cosine 1.00
}
