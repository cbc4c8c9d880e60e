package binarize

import (
	"fmt"
	"math"
	"slices"

	"github.com/normlet/normlet/internal/f32"
)

// Limits of a head. They keep every length within a 32-bit int.
const (
	maxBits   = 4096  // longest code, in bits
	maxDim    = 16384 // longest vector, in elements
	maxMethod = 32    // longest method name, in bytes
)

// Head maps vectors of Dim elements to codes of Bits bits: bit i = (W_i . v > T_i).
// Many goroutines may use it if none changes it.
type Head struct {
	Bits   int       // a multiple of 64, at most maxBits
	Dim    int       // 1..maxDim
	W      []float32 // Bits x Dim, row-major, bfloat16 values; nil is the identity, and Bits == Dim
	T      []float32 // Bits thresholds
	Method string    // what fitted it: "ht", "rp", "pca", "itq", ...
}

// Words returns the number of 64-bit words of a code of that many bits.
func Words(bits int) int { return (bits + 63) / 64 }

// Words returns the number of words of the head's codes.
func (h *Head) Words() int { return Words(h.Bits) }

// CheckShape returns an error unless there may be a head of that many bits for
// vectors of dim elements.
func CheckShape(bits, dim int) error {
	if bits < 64 || bits > maxBits || bits%64 != 0 {
		return fmt.Errorf("%d bits: want a multiple of 64 from 64 to %d", bits, maxBits)
	}
	if dim < 1 || dim > maxDim {
		return fmt.Errorf("vectors of %d elements: want 1 to %d", dim, maxDim)
	}
	return nil
}

// Validate refuses a wrong shape, a number that is not finite, and a weight that is no
// bfloat16 value (see [BFloat16]) and would change when stored.
func (h *Head) Validate() error {
	if err := CheckShape(h.Bits, h.Dim); err != nil {
		return err
	}
	if err := checkMethod(h.Method); err != nil {
		return err
	}
	if len(h.T) != h.Bits {
		return fmt.Errorf("%d thresholds for %d bits", len(h.T), h.Bits)
	}
	if i := slices.IndexFunc(h.T, notFinite); i >= 0 {
		return fmt.Errorf("threshold of bit %d is %v", i, h.T[i])
	}
	return h.validateW()
}

func (h *Head) validateW() error {
	if h.W == nil {
		if h.Bits != h.Dim {
			return fmt.Errorf("a head without weights needs as many bits as dimensions, has %d and %d", h.Bits, h.Dim)
		}
		return nil
	}
	if len(h.W) != h.Bits*h.Dim {
		return fmt.Errorf("%d weights for %d bits of %d dimensions", len(h.W), h.Bits, h.Dim)
	}
	for i, w := range h.W {
		if notFinite(w) || BFloat16(w) != w {
			return fmt.Errorf("weight %d of bit %d, %v, is not a finite bfloat16 value", i%h.Dim, i/h.Dim, w)
		}
	}
	return nil
}

// CheckFinite refuses weights and thresholds whose sums may not be finite: then neither
// is the projection of a vector of length 1, nor a score of [Query].
func (h *Head) CheckFinite() error {
	const largest = math.MaxFloat32 / 16 // far from what rounding could carry over the edge
	for i, t := range h.T {
		reach := math.Abs(float64(t))
		if h.W == nil {
			reach++
		} else {
			for _, w := range h.W[i*h.Dim : (i+1)*h.Dim] {
				reach += math.Abs(float64(w))
			}
		}
		if all := reach * float64(h.Bits); !(all*all <= largest) { // bounds the sum of squares times the number of bits
			return fmt.Errorf("the weights or the threshold of bit %d are so large that a score may not be finite", i)
		}
	}
	return nil
}

func checkMethod(name string) error {
	if len(name) < 1 || len(name) > maxMethod {
		return fmt.Errorf("method name of %d bytes: want 1 to %d", len(name), maxMethod)
	}
	for _, c := range []byte(name) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return fmt.Errorf("method name %q: want lower-case letters, digits and '-'", name)
		}
	}
	return nil
}

// margins sets dst[j] to how far v lies above the threshold of bit from+j.
func (h *Head) margins(dst []float32, from int, v []float32) {
	if h.W == nil {
		copy(dst, v[from:])
	} else {
		f32.MatVec(dst, h.W[from*h.Dim:(from+len(dst))*h.Dim], v)
	}
	for j, t := range h.T[from : from+len(dst)] {
		dst[j] -= t
	}
}

// Project returns W v - T, Bits elements: the float form of the code, for [Query]. It
// overwrites dst and allocates only if that is too small. v must have Dim elements.
func (h *Head) Project(dst, v []float32) []float32 {
	mustLen("vector", len(v), h.Dim)
	dst = slices.Grow(dst[:0], h.Bits)[:h.Bits]
	h.margins(dst, 0, v)
	return dst
}

// Encode returns the code of v: bit i%64 of word i/64 is set exactly when element i of
// Project(v) is above zero. dst and v are as for Project.
func (h *Head) Encode(dst []uint64, v []float32) []uint64 {
	mustLen("vector", len(v), h.Dim)
	dst = slices.Grow(dst[:0], h.Words())[:h.Words()]
	var margins [64]float32
	for w := range dst {
		h.margins(margins[:], 64*w, v)
		dst[w] = signs(&margins)
	}
	return dst
}

// Signs returns the code that Encode gives, from the projection of the same vector,
// whose length must be a multiple of 64. dst is as for Project.
func Signs(dst []uint64, proj []float32) []uint64 {
	mustLen("projection", len(proj), len(proj)/64*64)
	dst = slices.Grow(dst[:0], len(proj)/64)[:len(proj)/64]
	for w := range dst {
		dst[w] = signs((*[64]float32)(proj[64*w:]))
	}
	return dst
}

// signs returns the word whose bit b is set when v[b] is above zero.
func signs(v *[64]float32) (word uint64) {
	for b, x := range v {
		if x > 0 {
			word |= 1 << b
		}
	}
	return word
}

// EncodeAll returns the codes of vectors that follow each other in rows. dst is as for
// Project.
func (h *Head) EncodeAll(dst []uint64, rows []float32) []uint64 {
	words, n := h.Words(), len(rows)/h.Dim
	mustLen("rows", len(rows), n*h.Dim)
	dst = slices.Grow(dst[:0], n*words)[:n*words]
	for i := range n {
		h.Encode(dst[i*words:(i+1)*words], rows[i*h.Dim:(i+1)*h.Dim])
	}
	return dst
}

// mustLen stops a caller that mixed up its heads: a wrong length is a mistake in the
// program, never a property of a file.
func mustLen(what string, have, want int) {
	if have != want {
		panic(fmt.Sprintf("binarize: %s of %d elements, want %d", what, have, want))
	}
}
