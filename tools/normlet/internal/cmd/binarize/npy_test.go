package binarize

import (
	"testing"

	"github.com/normlet/normlet/tools/normlet/internal/npytest"
)

// FuzzParseVectors: no file makes the reader panic, and what it returns is clean.
func FuzzParseVectors(f *testing.F) {
	f.Add([]byte(npytest.Vectors(npytest.Random(3, 2), 2)))
	f.Add([]byte(npytest.File("<f8", "False", "(1, 2)", make([]byte, 16))))
	f.Add([]byte("\x93NUMPY\x02\x00\xff\xff\xff\xff{'descr': '<f4'}"))
	f.Add([]byte("\x93NUMPY\x01\x00\x05\x00}'shape': ('descr': 'fortran_order': \n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		v, err := parseVectors(content)
		if err == nil && (v.Len() < 1 || v.CheckRows() != nil || len(v.Data) != v.Len()*v.Dim || 4*len(v.Data) > len(content)) {
			t.Errorf("vectors of %d elements, %d numbers from %d bytes", v.Dim, len(v.Data), len(content))
		}
	})
}
