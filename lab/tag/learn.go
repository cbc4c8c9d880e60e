package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/wire"
	learn "github.com/normlet/normlet/train/tag"
)

// named is names of a type, from one list.
type named struct {
	Type  string
	Names []string
}

// looksConfig says how looks are learned.
type looksConfig struct {
	Bits, Steps int
	Lower       float64 // share of the names that are seen in small letters, so that capitals alone decide nothing
	Seed        uint64
}

// shippedLooks is that of the shipped looks.
var shippedLooks = looksConfig{Bits: 14, Steps: 1_000_000, Lower: 0.3, Seed: 1}

// learnLooks learns the file of looks from lists: in each step a name of a list of a type is drawn, where types, and the lists of a
// type, have equal chances.
func learnLooks(types []string, lists []named, c looksConfig) ([]byte, error) {
	types = append(types[:len(types):len(types)], learn.NoType)
	of := make([][]named, len(types))
	for t, name := range types {
		for _, list := range lists {
			if list.Type == name && len(list.Names) > 0 {
				of[t] = append(of[t], list)
			}
		}
		if len(of[t]) == 0 {
			return nil, fmt.Errorf("no names of the type %s", name)
		}
	}
	width := len(types)
	weights, late := make([]int64, width<<c.Bits), make([]int64, width<<c.Bits)
	scores := make([]int64, width)
	rng := rand.New(rand.NewPCG(c.Seed, 2))
	for step := range c.Steps {
		t := rng.IntN(width)
		list := of[t][rng.IntN(len(of[t]))].Names
		name := list[rng.IntN(len(list))]
		if rng.Float64() < c.Lower {
			name = strings.ToLower(name)
		}
		features := learn.LookFeatures(name, c.Bits)
		clear(scores)
		for _, f := range features {
			for i, w := range weights[int(f)*width:][:width] {
				scores[i] += w
			}
		}
		said := slices.Index(scores, slices.Max(scores))
		if said == t {
			continue
		}
		for _, f := range features {
			at := int(f) * width
			weights[at+t]++
			weights[at+said]--
			late[at+t] += int64(step)
			late[at+said] -= int64(step)
		}
	}
	return looksFile(types, c.Bits, averaged(weights, late, int64(c.Steps))), nil
}

// looksFile returns what learn.ReadLooks reads.
func looksFile(types []string, bits int, weights []int8) []byte {
	b := wire.AppendUvarint([]byte{byte(bits)}, uint64(len(types)))
	for _, t := range types {
		b = wire.AppendLenBytes(b, t)
	}
	for _, w := range weights {
		b = append(b, byte(w))
	}
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // neither fails
	z.Write(b)
	z.Close()
	return out.Bytes()
}

// averaged returns the average of all weights that there were, in a byte each.
func averaged(weights, late []int64, steps int64) []int8 {
	out := make([]int8, len(weights))
	for i, w := range weights {
		v := (w*steps - late[i]) * looksUnit / steps
		out[i] = int8(min(max(v, -127), 127))
	}
	return out
}

// looksUnit is what one step of learning is in a weight.
const looksUnit = 2
