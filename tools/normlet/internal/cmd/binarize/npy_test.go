package binarize

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// npyFile returns an .npy file as numpy.save writes it.
func npyFile(dtype, fortran, shape string, body []byte) string {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", dtype, fortran, shape)
	header += strings.Repeat(" ", 117-len(header)) + "\n"
	return "\x93NUMPY\x01\x00" + string(binary.LittleEndian.AppendUint16(nil, uint16(len(header)))) + header + string(body)
}

func vectorsFile(v []float32, dim int) string {
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return npyFile("<f4", "False", fmt.Sprintf("(%d, %d)", len(v)/dim, dim), b)
}

func randomVectors(n, dim int) []float32 {
	rng := rand.New(rand.NewPCG(3, 0))
	v := make([]float32, n*dim)
	for i := range v {
		v[i] = float32(rng.NormFloat64())
	}
	return v
}

// FuzzParseVectors: no file makes the reader panic, and what it returns is clean.
func FuzzParseVectors(f *testing.F) {
	f.Add([]byte(vectorsFile(randomVectors(3, 2), 2)))
	f.Add([]byte(npyFile("<f8", "False", "(1, 2)", make([]byte, 16))))
	f.Add([]byte("\x93NUMPY\x02\x00\xff\xff\xff\xff{'descr': '<f4'}"))
	f.Add([]byte("\x93NUMPY\x01\x00\x05\x00}'shape': ('descr': 'fortran_order': \n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		v, err := parseVectors(content)
		if err == nil && (v.Len() < 1 || v.CheckRows() != nil || len(v.Data) != v.Len()*v.Dim || 4*len(v.Data) > len(content)) {
			t.Errorf("vectors of %d elements, %d numbers from %d bytes", v.Dim, len(v.Data), len(content))
		}
	})
}
