//go:build faiss

package main

import (
	"encoding/binary"
	"os"
	"path/filepath"

	"github.com/normlet/normlet/lab/peers/faiss"
)

var faissPeer = peer{name: "faiss", about: "FAISS, Hamming distance of normlet's codes", write: buildFaiss, open: openFaiss}

func codesFile(dir string) string { return filepath.Join(dir, "codes") }

func buildFaiss(j job) error {
	rows, err := readList(j.source)
	if err != nil {
		return err
	}
	if err := writeRefs(j.dir, rows); err != nil {
		return err
	}
	e, err := keepEmbedding(j)
	if err != nil {
		return err
	}
	var b []byte
	for _, r := range rows {
		for _, word := range e.code(r.name) {
			b = binary.LittleEndian.AppendUint64(b, word)
		}
	}
	return os.WriteFile(codesFile(j.dir), b, 0o666)
}

// code returns the code of a text.
func (e embedding) code(text string) []uint64 { return e.head.Encode(nil, e.Encode(nil, text)) }

type faissIndex struct {
	*faiss.Index
	embedding
	refs
	rows, distances []int32
}

func openFaiss(dir string) (index, error) {
	x := &faissIndex{rows: make([]int32, shortlist), distances: make([]int32, shortlist)}
	var err error
	if x.refs, err = readRefs(dir); err != nil {
		return nil, err
	}
	if x.embedding, err = openEmbedding(dir); err != nil {
		return nil, err
	}
	content, err := os.ReadFile(codesFile(dir))
	if err != nil {
		return nil, err
	}
	var codes []uint64
	for ; len(content) > 0; content = content[8:] {
		codes = append(codes, binary.LittleEndian.Uint64(content))
	}
	x.Index, err = faiss.NewBinaryFlat(codes, x.head.Bits)
	return x, err
}

func (x *faissIndex) search(mention string) ([]int32, error) {
	k := min(shortlist, len(x.refs))
	if err := x.Search(x.rows, x.distances, x.code(mention), k); err != nil {
		return nil, err
	}
	var hits []hit
	for i, r := range x.rows[:k] {
		hits = append(hits, hit{-float64(x.distances[i]), x.refs[r]})
	}
	return entities(hits), nil
}
