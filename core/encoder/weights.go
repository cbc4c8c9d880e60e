package encoder

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"unsafe"

	"github.com/normlet/normlet/internal/wire"
)

// Int8 is an int8 matrix with one scale: element = Scale * Data[i].
type Int8 struct {
	Scale float32
	Data  []int8 // row-major
}

// Quantize rounds x to multiples of max|x|/levels, where levels is at most 127. It clips values to [-limit, limit] if limit is
// above 0. Fewer levels cost accuracy and compress better.
func Quantize(x []float32, levels int, limit float32) Int8 {
	var top float32
	for _, v := range x {
		top = max(top, float32(math.Abs(float64(v))))
	}
	if limit > 0 {
		top = min(top, limit)
	}
	q := Int8{Data: make([]int8, len(x))}
	if top == 0 {
		return q
	}
	q.Scale = top / float32(levels)
	for i, v := range x {
		n := math.RoundToEven(float64(v) / float64(q.Scale))
		q.Data[i] = int8(max(-float64(levels), min(float64(levels), n)))
	}
	return q
}

func (q Int8) floats() []float32 {
	out := make([]float32, len(q.Data))
	for i, v := range q.Data {
		out[i] = float32(q.Scale * float32(v))
	}
	return out
}

// Weights has the parameters of an encoder, as training leaves them. Their shapes are Table: Rows x Dim; W1: Hidden x Dim; W2:
// Dim x Hidden; Gain, Bias and B2: Dim; B1: Hidden.
type Weights struct {
	Rows, Dim, Hidden int
	Table, W1, W2     Int8
	Gain, Bias        []float32 // of the LayerNorm
	B1, B2            []float32
}

// Limits on the sizes in a file, so that a phone can hold the weights.
const (
	maxRows   = 1 << 20
	maxDim    = 1024
	maxHidden = 4096
)

// check refuses shapes that do not fit together, and weights that are infinite or NaN or could make a vector so.
func (w *Weights) check() error {
	if w.Rows < 1 || w.Rows > maxRows || w.Dim < 8 || w.Dim > maxDim || w.Hidden < 0 || w.Hidden > maxHidden {
		return fmt.Errorf("encoder: shape rows=%d dim=%d hidden=%d is out of range", w.Rows, w.Dim, w.Hidden)
	}
	return cmp.Or(
		w.Table.check("table", w.Rows*w.Dim), w.W1.check("w1", w.Hidden*w.Dim), w.W2.check("w2", w.Hidden*w.Dim),
		checkFloats("gain", w.Gain, w.Dim), checkFloats("bias", w.Bias, w.Dim),
		checkFloats("b1", w.B1, w.Hidden), checkFloats("b2", w.B2, w.Dim), w.checkBounds())
}

func (q Int8) check(name string, n int) error {
	if len(q.Data) != n {
		return fmt.Errorf("encoder: %s has %d values, want %d", name, len(q.Data), n)
	}
	return checkFloats(name+" scale", []float32{q.Scale}, 1)
}

func checkFloats(name string, x []float32, n int) error {
	if len(x) != n {
		return fmt.Errorf("encoder: %s has %d values, want %d", name, len(x), n)
	}
	for _, v := range x {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return errors.New("encoder: a weight is not a finite number")
		}
	}
	return nil
}

// The binary form, little-endian, uncompressed (the pack
// compresses):
//
//	"NORMENC1"                            magic, ends in the version
//	u32 rows, dim, hidden
//	f32 table scale, w1 scale, w2 scale
//	f32 gain[dim] bias[dim] b1[hidden] b2[dim]
//	i8  table[rows*dim] w1[hidden*dim] w2[dim*hidden]
//	u32 CRC32C of all before
const magic = "NORMENC1"

// AppendBinary appends the binary form of w to b.
func (w *Weights) AppendBinary(b []byte) ([]byte, error) {
	if err := w.check(); err != nil {
		return b, err
	}
	start := len(b)
	b = append(b, magic...)
	for _, n := range []int{w.Rows, w.Dim, w.Hidden} {
		b = wire.AppendUint32(b, uint32(n))
	}
	for _, x := range [][]float32{{w.Table.Scale, w.W1.Scale, w.W2.Scale}, w.Gain, w.Bias, w.B1, w.B2} {
		b = wire.AppendFloat32s(b, x)
	}
	for _, m := range []Int8{w.Table, w.W1, w.W2} {
		b = append(b, bytesOf(m.Data)...)
	}
	return wire.AppendUint32(b, wire.Checksum(b[start:])), nil
}

// errFormat matches every error of ParseWeights.
var errFormat = errors.New("encoder: not a valid encoder")

// ParseWeights reads the binary form that AppendBinary writes. The int8 matrices are parts of data, which must not change: a
// copy would be a fifth of the memory of a pack with 100,000 names. The error says what is damaged, or that the weights need a
// newer release.
func ParseWeights(data []byte) (*Weights, error) {
	const known = len(magic) - 1 // bytes before the version
	if len(data) < len(magic) || string(data[:known]) != magic[:known] {
		return nil, fmt.Errorf("%w: it does not begin with %q", errFormat, magic[:known])
	}
	if v := data[known]; v != magic[known] {
		return nil, fmt.Errorf("%w: %w", errFormat, &wire.VersionError{Part: "version of the encoder", Have: int(magic[known] - '0'), Want: int(v) - '0'})
	}
	if len(data) < len(magic)+4 {
		return nil, fmt.Errorf("%w: cut off after %d bytes", errFormat, len(data))
	}
	body := data[:len(data)-4]
	sum := wire.NewReader(data[len(data)-4:]).Uint32()
	if got := wire.Checksum(body); got != sum {
		return nil, fmt.Errorf("%w: checksum %08x, want %08x (damaged or cut off)", errFormat, got, sum)
	}
	r := wire.NewReader(body[len(magic):])
	w, err := readWeights(r)
	if err == nil {
		err = r.Close() // too few or too many bytes
	}
	if err == nil {
		err = w.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %v", errFormat, err)
	}
	return w, nil
}

// readWeights reads the bytes between the magic and the checksum.
func readWeights(r *wire.Reader) (*Weights, error) {
	w := &Weights{Rows: int(r.Uint32()), Dim: int(r.Uint32()), Hidden: int(r.Uint32())}
	if w.Rows > maxRows || w.Dim > maxDim || w.Hidden > maxHidden {
		return nil, fmt.Errorf("shape %d x %d x %d is out of range", w.Rows, w.Dim, w.Hidden)
	}
	scales := r.Float32s(3)
	w.Gain, w.Bias = r.Float32s(w.Dim), r.Float32s(w.Dim)
	w.B1, w.B2 = r.Float32s(w.Hidden), r.Float32s(w.Dim)
	w.Table.Data = readInt8(r, w.Rows*w.Dim)
	w.W1.Data, w.W2.Data = readInt8(r, w.Hidden*w.Dim), readInt8(r, w.Hidden*w.Dim)
	if r.Err() == nil {
		w.Table.Scale, w.W1.Scale, w.W2.Scale = scales[0], scales[1], scales[2]
	}
	return w, nil
}

// readInt8 returns n bytes as int8, a part of the reader's slice.
func readInt8(r *wire.Reader, n int) []int8 {
	b := r.Bytes(n)
	if len(b) == 0 {
		return []int8{}
	}
	return unsafe.Slice((*int8)(unsafe.Pointer(&b[0])), len(b))
}
