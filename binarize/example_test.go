package binarize_test

import (
	"fmt"
	"math/bits"

	"github.com/normlet/normlet/binarize"
)

// signs is a hard threshold at zero for vectors of 64 elements.
func signs() *binarize.Head {
	return &binarize.Head{Bits: 64, Dim: 64, T: make([]float32, 64), Method: "ht"}
}

// ramp returns the vector first, first+1, ...
func ramp(first float32) []float32 {
	v := make([]float32, 64)
	for i := range v {
		v[i] = first + float32(i)
	}
	return v
}

// A head turns a vector into bits; vectors that are near have codes that differ in few of them.
func ExampleHead_Encode() {
	h := signs()
	a := h.Encode(nil, ramp(-31.5))
	b := h.Encode(nil, ramp(-27.5))
	fmt.Printf("%016x\n%016x\n", a[0], b[0])
	fmt.Println("Hamming distance", bits.OnesCount64(a[0]^b[0]))
	// Output:
	// ffffffff00000000
	// fffffffff0000000
	// Hamming distance 4
}

// A query keeps the floats of a mention, and so tells codes apart better than the distance of two codes does.
func ExampleQuery() {
	h := signs()
	query := binarize.NewQuery(h.Project(nil, ramp(-31.5)))
	for _, first := range []float32{-31.5, -27.5, 0} {
		fmt.Println(query.Score(h.Encode(nil, ramp(first))))
	}
	// Output:
	// 1024
	// 1008
	// 63
}

// A head is stored in a pack; a damaged one is refused.
func ExampleParseHead() {
	data, err := signs().AppendBinary(nil)
	if err != nil {
		panic(err)
	}
	h, err := binarize.ParseHead(data)
	fmt.Println(h.Method, h.Bits, err)
	_, err = binarize.ParseHead(data[:100])
	fmt.Println(err)
	// Output:
	// ht 64 <nil>
	// binarize: not a valid head: 100 bytes, the header asks for 274
}
