// Package topic compares the text around a mention with what entities are about, which tells entities of one name
// apart: LSD is an enzyme or a drug. Surroundings finds other names of an entity in the text, in any pack. Profiles,
// which some packs have, say what else an entity is about.
//
// A profile is a code of 64 or 128 bits. It is cut from a vector of the names and definitions of the entity and of its
// neighbours in a knowledge graph, and of the publications and families that it shares (package train/topic). A Table
// gives words codes in the same space, and weights:
//
//	context  -> words -> sum of their codes' signs, weighed -> unit vector c
//	score(c, profile) = (sum of c_i where bit i is set, less the others) / sqrt(bits)
//
// The sum is of integers, so it is the same on every platform.
//
// # Binary form
//
// The payload of a pack's section CTXT, all little-endian:
//
//	byte     version, 1
//	byte     zero
//	uint16   bits of a profile and of a word's code
//	float32  weight of the score of a profile in the score of an entity
//	uvarint  number n of words
//	4n       hashes of the words, each less the one before, ascending
//	n        weights of the words
//	n x bits codes of the words, as uint64
package topic

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/wire"
)

// Table gives words their codes.
type Table struct {
	Bits    int      // of a profile and of a code: 64 or 128
	Weight  float32  // of Score in the score of an entity
	Words   []uint32 // hashes, ascending
	Weights []uint8  // of each word
	Codes   []uint64 // word-major
}

const version = 1

// AppendBinary appends the payload of a section CTXT.
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
	b = append(b, t.Weights...)
	return wire.AppendUint64s(b, t.Codes)
}

func parse(data []byte) (*Table, error) {
	r := wire.NewReader(data)
	v := r.Uint8()
	if r.Err() == nil && v != version {
		return nil, &wire.VersionError{Part: "version of the profiles", Have: version, Want: int(v)}
	}
	r.Zeros(1)
	t := &Table{Bits: int(r.Uint16()), Weight: r.Float32()}
	if r.Err() == nil && t.Bits != 64 && t.Bits != maxBits {
		return nil, fmt.Errorf("profiles of %d bits; allowed are 64 and 128", t.Bits)
	}
	n := r.Count(4 + 1 + t.Bits/8)
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
	t.Weights = slices.Clone(r.Bytes(n))
	t.Codes = r.Uint64s(n * (t.Bits / 64))
	if err := r.Close(); err != nil {
		return nil, err
	}
	if w := float64(t.Weight); math.IsNaN(w) || w < 0 || w > maxWeight {
		return nil, fmt.Errorf("weight %v; allowed is 0 to %d", t.Weight, maxWeight)
	}
	return t, nil
}

const (
	maxBits   = 128
	maxWeight = 100 // of Table.Weight
)

// AppendVector appends the unit vector of the words of context to dst, or reports
// false if the table knows none. The words of mention, which all candidates share, do
// not count. Of a context of more than names.MaxBytes it reads the part around
// the mention, or the beginning if the mention is not in it.
func (t *Table) AppendVector(dst []float32, context, mention string) ([]float32, bool) {
	var sum [maxBits]int32
	known := false
	own := AppendWords(nil, mention)
	for _, w := range AppendWords(nil, around(context, mention)) {
		i, ok := slices.BinarySearch(t.Words, w)
		if !ok || slices.Contains(own, w) {
			continue
		}
		known = true
		t.add(&sum, i)
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

// add adds the signs of the code of word i, weighed.
func (t *Table) add(sum *[maxBits]int32, i int) {
	weight, code := int32(t.Weights[i]), t.Codes[i*(t.Bits/64):]
	for j := range t.Bits {
		sum[j] += weight * (int32(code[j/64]>>(j%64)&1)*2 - 1)
	}
}

// around returns the part of context that is read.
func around(context, mention string) string {
	if len(context) <= names.MaxBytes {
		return context
	}
	start := max(0, strings.Index(context, mention)+len(mention)/2-names.MaxBytes/2)
	start = min(start, len(context)-names.MaxBytes)
	for start < len(context) && !utf8.RuneStart(context[start]) {
		start++
	}
	return context[start:min(start+names.MaxBytes, len(context))]
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
