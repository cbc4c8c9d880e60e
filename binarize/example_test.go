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

// A factor, kept beside the code of a name, lets a float query estimate how far
// the name's vector is.
func ExampleFactor() {
	head := &binarize.Head{Bits: 64, Dim: 64, T: make([]float32, 64), Method: "ht"}
	name, query := make([]float32, 64), make([]float32, 64)
	for i := range name {
		name[i] = float32(1 - i%2*2) // 1, -1, 1, ...
		query[i] = 1.5 * name[i]
	}
	m, q := head.Project(nil, name), head.Project(nil, query)
	code, factor := binarize.Signs(nil, m), binarize.NewFactor(m)

	score := binarize.NewQuery(q).Score(code)
	var square float32
	for _, x := range q {
		square += x * x
	}
	fmt.Printf("estimated squared distance %.0f, true %.0f\n", factor.Distance(score, square), 64*0.5*0.5)
	// Output:
	// estimated squared distance 16, true 16
}
