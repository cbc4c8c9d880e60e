// Package npytest makes files of vectors for tests.
package npytest

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// File returns an .npy file as numpy.save writes it.
func File(dtype, fortran, shape string, body []byte) string {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", dtype, fortran, shape)
	header += strings.Repeat(" ", 117-len(header)) + "\n"
	return "\x93NUMPY\x01\x00" + string(binary.LittleEndian.AppendUint16(nil, uint16(len(header)))) + header + string(body)
}

// Vectors returns an .npy file of float32 vectors.
func Vectors(v []float32, dim int) string {
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return File("<f4", "False", fmt.Sprintf("(%d, %d)", len(v)/dim, dim), b)
}

// Random returns n vectors, the same each time.
func Random(n, dim int) []float32 {
	rng := rand.New(rand.NewPCG(3, 0))
	v := make([]float32, n*dim)
	for i := range v {
		v[i] = float32(rng.NormFloat64())
	}
	return v
}
