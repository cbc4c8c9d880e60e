package tag

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/wire"
)

// NoType is the type of what no model of the tagger finds: anatomy, jobs, places.
const NoType = "none"

// Looks tells by its spelling of which type of entities a name is: beginnings, ends and middles of its words, of four
// letters at most, and its shape. It is an averaged perceptron in whole numbers.
type Looks struct {
	Types   []string // the last is NoType
	bits    int      // of the hash of a feature
	weights []int8   // of a feature, for each type
}

// looksFile is what lab/tag learned from open terminologies.
//
//go:embed looks.bin
var looksFile []byte

// defaultLooks are those that come with the program.
var defaultLooks = sync.OnceValue(func() *Looks {
	l, err := readLooks(looksFile)
	if err != nil {
		panic("looks.bin, which lab/tag writes: " + err.Error())
	}
	return l
})

// readLooks reads what Append wrote: the types, the bits, and the weights feature by feature.
func readLooks(file []byte) (*Looks, error) {
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	r := wire.NewReader(b)
	l := &Looks{bits: int(r.Uint8())}
	for range r.Count(1) {
		l.Types = append(l.Types, string(r.LenBytes()))
	}
	if l.bits > maxLooksBits || len(l.Types) == 0 {
		return nil, errors.New("no types, or too many features")
	}
	l.weights = make([]int8, len(l.Types)<<l.bits)
	for i, w := range r.Bytes(len(l.weights)) {
		l.weights[i] = int8(w)
	}
	return l, r.Close()
}

const maxLooksBits = 16

// Append appends the file of what was learned.
func (l *Looks) Append(dst []byte) []byte {
	b := wire.AppendUvarint([]byte{byte(l.bits)}, uint64(len(l.Types)))
	for _, t := range l.Types {
		b = wire.AppendLenBytes(b, t)
	}
	for _, w := range l.weights {
		b = append(b, byte(w))
	}
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // neither fails
	z.Write(b)
	z.Close()
	return append(dst, out.Bytes()...)
}

// Of returns the number of the type that a name looks like.
func (l *Looks) Of(name string) int {
	scores := make([]int32, len(l.Types))
	for _, f := range looksOf(name, l.bits) {
		for t, w := range l.weights[int(f)*len(scores):][:len(scores)] {
			scores[t] += int32(w)
		}
	}
	return best(scores)
}

func best[N int32 | int64](scores []N) (at int) {
	for i, s := range scores {
		if s > scores[at] {
			at = i
		}
	}
	return at
}

// The features of a name.
const (
	maxLook  = 120 // bytes of a name that count
	leastRun = 2   // bytes of a word
	mostRun  = 4
	maxShape = 6
)

// looksOf returns the features of a name, as hashes of a number of bits.
func looksOf(name string, bits int) (out []uint32) {
	if len(name) > maxLook {
		name = name[:maxLook]
	}
	add := func(kind byte, part string) {
		h := uint32(2166136261)
		h = (h ^ uint32(kind)) * 16777619
		for i := range len(part) {
			h = (h ^ uint32(part[i])) * 16777619
		}
		h ^= h >> 15
		out = append(out, h*0x9e3779b1>>(32-bits))
	}
	words := strings.Fields(strings.ToLower(name))
	for i, w := range words {
		add('w', w)
		if i+1 == len(words) {
			add('l', w)
		}
		w = "^" + w + "$"
		for n := leastRun; n <= mostRun; n++ {
			for from := 0; from+n <= len(w); from++ {
				add('n', w[from:from+n])
			}
		}
	}
	add('c', string(rune('0'+min(len(words), 6))))
	add('s', shape(name))
	add('f', shape(strings.SplitN(name, " ", 2)[0]))
	return out
}

// shape returns a name with A, a and 0 in place of runs of letters and digits.
func shape(name string) string {
	var out []byte
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'A' && c <= 'Z':
			c = 'A'
		case c >= 'a' && c <= 'z' || c >= utf8.RuneSelf:
			c = 'a'
		case c >= '0' && c <= '9':
			c = '0'
		}
		if n := len(out); n > 0 && out[n-1] == c {
			continue
		}
		if out = append(out, c); len(out) == maxShape {
			break
		}
	}
	return string(out)
}

// Named is names of a type, from one list.
type Named struct {
	Type  string
	Names []string
}

// LooksConfig says how looks are learned.
type LooksConfig struct {
	Bits, Steps int
	Lower       float64 // share of the names that are seen in small letters, so that capitals alone decide nothing
	Seed        uint64
}

// DefaultLooksConfig is that of the shipped looks.
var DefaultLooksConfig = LooksConfig{Bits: 13, Steps: 1_000_000, Lower: 0.3, Seed: 1}

// LearnLooks learns looks from lists: in each step a name of a list of a type is drawn, where types, and the lists of a
// type, have equal chances.
func LearnLooks(types []string, lists []Named, c LooksConfig) (*Looks, error) {
	l := &Looks{Types: append(types[:len(types):len(types)], NoType), bits: c.Bits}
	of := make([][]Named, len(l.Types))
	for t, name := range l.Types {
		for _, list := range lists {
			if list.Type == name && len(list.Names) > 0 {
				of[t] = append(of[t], list)
			}
		}
		if len(of[t]) == 0 {
			return nil, fmt.Errorf("no names of the type %s", name)
		}
	}
	width := len(l.Types)
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
		features := looksOf(name, c.Bits)
		clear(scores)
		for _, f := range features {
			for i, w := range weights[int(f)*width:][:width] {
				scores[i] += w
			}
		}
		said := best(scores)
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
	l.weights = averaged(weights, late, int64(c.Steps))
	return l, nil
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
