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
	bits := c.faissVariant("faiss IndexBinaryFlat", 1, binary.Search)
	batch := c.faissVariant("faiss IndexBinaryFlat, batch of 256", batchSize, binary.Search)
	vs := []variant{bits, batch}
	if data == nil {
		return vs, nil
	}
	flat, err := faiss.NewFlatIP(data, c.bits)
	if err != nil {
		return nil, err
	}
	return append(vs, c.faissVariant("faiss IndexFlatIP", 1, func(rows, distances []int32, qs []uint64, k int) error {
		return flat.Search(rows, distances, floats(qs), k)
	})), nil
}

// faissVariant answers queries with search, which fills k rows and distances a query.
func (c *corpus) faissVariant(name string, batch int, nearest func(rows, distances []int32, qs []uint64, k int) error) variant {
	k := min(topK, c.rows)
	return variant{name: name, batch: batch, freeTies: true, search: func(dst [][]search.Hit, qs []uint64) error {
		for at := 0; at < len(dst); at += batch {
			n := min(batch, len(dst)-at)
			rows, distances := make([]int32, n*k), make([]int32, n*k)
			if err := nearest(rows, distances, qs[at*c.words:(at+n)*c.words], k); err != nil {
				return err
			}
			for i := range n {
				dst[at+i] = dst[at+i][:0]
				for j := i * k; j < (i+1)*k; j++ {
					dst[at+i] = append(dst[at+i], search.Hit{Row: rows[j], Distance: distances[j]})
				}
			}
		}
		return nil
	}}
}
