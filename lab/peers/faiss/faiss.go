//go:build faiss

package faiss

/*
#cgo CXXFLAGS: -O2 -std=c++17
#cgo LDFLAGS: -lfaiss -llapack -lblas -lgomp
#include "shim.h"
*/
import "C"

import (
	"errors"
	"runtime"
	"unsafe"
)

// Index is an exact index. It is not safe for concurrent use.
type Index struct {
	p    unsafe.Pointer
	bits int // or dimensions
}

// NewBinaryFlat returns an IndexBinaryFlat with a copy of row-major codes.
func NewBinaryFlat(codes []uint64, bits int) (*Index, error) {
	return wrap(C.normlet_binary_new(C.int(bits), C.long(len(codes)*64/bits), unsafe.Pointer(&codes[0])), bits)
}

// NewFlatIP returns an IndexFlatIP with a copy of row-major vectors of dim elements, each 1 or -1.
func NewFlatIP(vectors []float32, dim int) (*FlatIP, error) {
	x, err := wrap(C.normlet_float_new(C.int(dim), C.long(len(vectors)/dim), (*C.float)(&vectors[0])), dim)
	return (*FlatIP)(x), err
}

func wrap(p unsafe.Pointer, bits int) (*Index, error) {
	if p == nil {
		return nil, errors.New("faiss: the index could not be made (out of memory?)")
	}
	x := &Index{p, bits}
	runtime.AddCleanup(x, func(p unsafe.Pointer) { C.normlet_free(p) }, p)
	return x, nil
}

var errSearch = errors.New("faiss: the search failed")

// Search writes the k nearest rows of every query in qs, and their Hamming distances.
func (x *Index) Search(rows, distances []int32, qs []uint64, k int) error {
	defer runtime.KeepAlive(x)
	n := len(qs) * 64 / x.bits
	if C.normlet_binary_search(x.p, C.long(n), unsafe.Pointer(&qs[0]), C.long(k), (*C.int)(&distances[0]), (*C.int)(&rows[0])) != 0 {
		return errSearch
	}
	return nil
}

// FlatIP is an index of vectors of signs.
type FlatIP Index

// Search writes the k rows with the largest dot product of every query in qs, and the number of signs that differ.
func (x *FlatIP) Search(rows, distances []int32, qs []float32, k int) error {
	defer runtime.KeepAlive(x)
	n := len(qs) / x.bits
	if C.normlet_float_search(x.p, C.long(n), (*C.float)(&qs[0]), C.long(k), (*C.int)(&distances[0]), (*C.int)(&rows[0])) != 0 {
		return errSearch
	}
	return nil
}
