//go:build faiss

package benchmark

import (
	"github.com/normlet/normlet/core/search"
	"github.com/normlet/normlet/internal/benchmark/faiss"
)

// peerVariants returns the exact indexes of FAISS, over bits and, unless data is nil, over vectors.
func (c *corpus) peerVariants(data []float32) ([]variant, error) {
	binary, err := faiss.NewBinaryFlat(c.codes, c.bits)
	if err != nil {
		return nil, err
	}
	vs := []variant{c.faissVariant("faiss IndexBinaryFlat", binary.Search)}
	if data == nil {
		return vs, nil
	}
	flat, err := faiss.NewFlatIP(data, c.bits)
	if err != nil {
		return nil, err
	}
	return append(vs, c.faissVariant("faiss IndexFlatIP", func(rows, distances []int32, qs []uint64, k int) error {
		return flat.Search(rows, distances, floats(qs), k)
	})), nil
}

// faissVariant answers queries with nearest, which writes k rows and distances. FAISS has batches, too, but over bits they
// take as long.
func (c *corpus) faissVariant(name string, nearest func(rows, distances []int32, qs []uint64, k int) error) variant {
	k := min(topK, c.rows)
	rows, distances := make([]int32, k), make([]int32, k)
	v := one(name, func(dst []search.Hit, q []uint64) ([]search.Hit, error) {
		err := nearest(rows, distances, q, k)
		for i := range rows {
			dst = append(dst, search.Hit{Row: rows[i], Distance: distances[i]})
		}
		return dst, err
	})
	v.freeTies = true
	return v
}
