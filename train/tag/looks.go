package tag

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"io"
	"math"
	"slices"
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
	l, err := ReadLooks(looksFile)
	if err != nil {
		panic("looks.bin, which lab/tag writes: " + err.Error())
	}
	return l
})

// defaultTypes are those of defaultLooks: every command names them in its help, and few need the weights behind them.
var defaultTypes = sync.OnceValue(func() []string {
	l, _, err := readLooks(looksFile, maxTypes)
	if err != nil {
		panic("looks.bin, which lab/tag writes: " + err.Error())
	}
	return l.Types
})

const maxTypes = 1 << 10 // bytes at the beginning that have all types

// readLooks reads at most so many bytes of what ReadLooks reads, and the bits and the types.
func readLooks(file []byte, most int64) (*Looks, *wire.Reader, error) {
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, nil, err
	}
	b, err := io.ReadAll(io.LimitReader(z, most))
	if err != nil {
		return nil, nil, err
	}
	r := wire.NewReader(b)
	l := &Looks{bits: int(r.Uint8())}
	for range r.Count(1) {
		l.Types = append(l.Types, string(r.LenBytes()))
	}
	return l, r, r.Err()
}

// ReadLooks reads what lab/tag wrote: the bits, the types, and the weights feature by feature.
func ReadLooks(file []byte) (*Looks, error) {
	l, r, err := readLooks(file, math.MaxInt64)
	if err != nil {
		return nil, err
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

// Of returns the number of the type that a name looks like.
func (l *Looks) Of(name string) int {
	scores := make([]int32, len(l.Types))
	for _, f := range LookFeatures(name, l.bits) {
		for t, w := range l.weights[int(f)*len(scores):][:len(scores)] {
			scores[t] += int32(w)
		}
	}
	return slices.Index(scores, slices.Max(scores))
}

// The features of a name.
const (
	maxLook  = 120 // bytes of a name that count
	leastRun = 2   // bytes of a word
	mostRun  = 4
	maxShape = 6
)

// LookFeatures returns the features of a name, as hashes of a number of bits.
func LookFeatures(name string, bits int) (out []uint32) {
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
