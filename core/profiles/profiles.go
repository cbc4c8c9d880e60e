// Package profiles compares the text around a mention with what entities are
// about, which tells entities of one name apart: LSD is an enzyme or a drug.
//
// An entity's profile is a code of 64 or 128 bits, cut from a vector of what is
// known of the entity: its names and definition, those of its neighbours in a
// knowledge graph, and with whom it shares publications or families (package
// train/profiles makes it). A Table gives words vectors in the same space:
//
//	context  -> words -> sum of their vectors, weighed by rarity -> unit vector c
//	score(c, profile) = sum of c_i where bit i is set, less the others / sqrt(bits)
//
// The sum is one of integers, so that it is the same on every platform.
//
// # Binary form
//
// The payload of a pack's section CTXT, all little-endian:
//
//	byte     version, 1
//	byte     zero
//	uint16   bits of a profile, which is also the dimension of the vectors
//	float32  weight of the score of a profile in the score of an entity
//	uvarint  number n of words
//	4n       hashes of the words, each less the one before, ascending
//	n        weights of the words
//	n x bits vectors, an int8 each
package profiles

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/wire"
)

// Table gives words their vectors.
type Table struct {
	Bits    int     // of a profile; the dimension of the vectors
	Weight  float32 // of Score in the score of an entity
	Words   []uint32
	Rarity  []uint8 // of each word
	Vectors []int8  // word-major
}

const version = 1

// AppendBinary appends the binary form to b.
func (t *Table) AppendBinary(b []byte) []byte {
	b = append(b, version, 0)
	b = wire.AppendUint16(b, uint16(t.Bits))
	b = wire.AppendFloat32(b, t.Weight)
	b = wire.AppendUvarint(b, uint64(len(t.Words)))
	last := uint32(0)
	for _, w := range t.Words {
		b = wire.AppendUint32(b, w-last)
		last = w
	}
	b = append(b, t.Rarity...)
	for _, v := range t.Vectors {
		b = append(b, byte(v))
	}
	return b
}

// Parse reads what AppendBinary wrote.
func Parse(data []byte) (*Table, error) {
	r := wire.NewReader(data)
	v := r.Uint8()
	if r.Err() == nil && v != version {
		return nil, fmt.Errorf("version %d, this program knows %d: use a newer release", v, version)
	}
	r.Zeros(1)
	t := &Table{Bits: int(r.Uint16()), Weight: r.Float32()}
	if r.Err() == nil && t.Bits != 64 && t.Bits != 128 {
		return nil, fmt.Errorf("profiles of %d bits; allowed are 64 and 128", t.Bits)
	}
	n := r.Count(4 + 1 + t.Bits)
	t.Words = make([]uint32, n)
	last := uint32(0)
	for i := range t.Words {
		step := r.Uint32()
		if i > 0 && (step == 0 || last+step < last) {
			r.Failf("the words are not ascending")
		}
		last += step
		t.Words[i] = last
	}
	t.Rarity = slices.Clone(r.Bytes(n))
	t.Vectors = make([]int8, n*t.Bits)
	for i, b := range r.Bytes(n * t.Bits) {
		t.Vectors[i] = int8(b)
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	if w := float64(t.Weight); math.IsNaN(w) || w < 0 || w > maxWeight {
		return nil, fmt.Errorf("weight %v; allowed is 0 to %d", t.Weight, maxWeight)
	}
	return t, nil
}

// maxWeight bounds Table.Weight.
const maxWeight = 100

// AppendVector appends the unit vector of the words of context to dst, and reports
// whether the table knows any; it appends nothing if not. The words of mention do
// not count, which all candidates share. Of a context of more than
// encoder.MaxTextBytes only those around the mention are read, or the first ones
// if it is not in it.
func (t *Table) AppendVector(dst []float32, context, mention string) ([]float32, bool) {
	var sum [128]int32
	known := false
	own := AppendWords(nil, mention)
	for _, w := range AppendWords(nil, around(context, mention)) {
		i, ok := slices.BinarySearch(t.Words, w)
		if !ok || slices.Contains(own, w) {
			continue
		}
		known = true
		rarity := int32(t.Rarity[i])
		for j, v := range t.Vectors[i*t.Bits : (i+1)*t.Bits] {
			sum[j] += rarity * int32(v)
		}
	}
	if !known {
		return dst, false
	}
	var squares float32
	for _, v := range sum[:t.Bits] {
		squares += float32(float32(v) * float32(v))
	}
	scale := 1 / f32.Sqrt(max(squares, 1))
	for _, v := range sum[:t.Bits] {
		dst = append(dst, float32(float32(v)*scale))
	}
	return dst, true
}

// around returns the part of context that is read.
func around(context, mention string) string {
	if len(context) <= encoder.MaxTextBytes {
		return context
	}
	start := max(0, strings.Index(context, mention)+len(mention)/2-encoder.MaxTextBytes/2)
	start = min(start, len(context)-encoder.MaxTextBytes)
	for start < len(context) && !utf8.RuneStart(context[start]) {
		start++
	}
	return context[start:min(start+encoder.MaxTextBytes, len(context))]
}

// Score returns how near a unit vector is to a profile: their cosine, in [-1,1].
func Score(vector []float32, profile []uint64) float32 {
	var s float32
	for i, v := range vector {
		if profile[i/64]>>(i%64)&1 != 0 {
			s += v
		} else {
			s -= v
		}
	}
	return s / f32.Sqrt(float32(len(vector)))
}
