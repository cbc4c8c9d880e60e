package encoder

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/normlet/normlet/internal/wire"
)

// Int8Rows is an int8 matrix with a scale for each row: element = Scales[row] * Data[i].
type Int8Rows struct {
	Scales []float32
	Data   []int8 // row-major
}

// QuantizeRows rounds a matrix row by row to 127 levels each side of zero, so rows of
// small weights stay as exact as those of large ones.
func QuantizeRows(x []float32, rows int) Int8Rows {
	q := Int8Rows{Scales: make([]float32, rows), Data: make([]int8, 0, len(x))}
	for i := range rows {
		row := Quantize(x[len(x)/rows*i:len(x)/rows*(i+1)], 127, 0)
		q.Scales[i] = row.Scale
		q.Data = append(q.Data, row.Data...)
	}
	return q
}

// floats returns the matrix as float32.
func (q Int8Rows) floats() []float32 {
	out := make([]float32, 0, len(q.Data))
	for i, scale := range q.Scales {
		cols := len(q.Data) / len(q.Scales)
		out = append(out, Int8{Scale: scale, Data: q.Data[i*cols : (i+1)*cols]}.floats()...)
	}
	return out
}

// BiLSTM are the parameters of a BiLSTM encoder: embeddings of the symbols of a name
// (AppendSymbols), layers that read them in both directions, and a dense layer over
// the final states of the last layer, forward first. Shapes: Table Alphabet x Embed;
// Dense Dim x 2 Hidden; Bias Dim.
type BiLSTM struct {
	Embed, Hidden int
	Table         Int8Rows
	Layers        [][2]LSTM // forward, reverse
	Dense         Int8Rows
	Bias          []float32
}

// LSTM are the parameters of one direction of a layer, gates in the order i, f, g, o:
//
//	i, f, g, o = W x + U h + B
//	c = sigmoid(f) c + sigmoid(i) tanh(g)
//	h = sigmoid(o) tanh(c)
//
// Shapes: W 4 Hidden x In, U 4 Hidden x Hidden, B 4 Hidden. In is Embed in the first
// layer, 2 Hidden in the others.
type LSTM struct {
	W, U Int8Rows
	B    []float32
}

// Limits on what a file may claim.
const (
	maxEmbed  = 512
	maxUnits  = 512
	maxLayers = 8
)

// in returns the length of the input of a layer.
func (b *BiLSTM) in(layer int) int {
	if layer == 0 {
		return b.Embed
	}
	return 2 * b.Hidden
}

func checkBiLSTMShape(dim, embed, hidden, layers int) error {
	if dim < 8 || dim > maxDim || embed < 1 || embed > maxEmbed || hidden < 1 || hidden > maxUnits || layers < 1 || layers > maxLayers {
		return fmt.Errorf("encoder: shape dim=%d embed=%d hidden=%d layers=%d is out of range", dim, embed, hidden, layers)
	}
	return nil
}

// check refuses what Weights.check refuses.
func (b *BiLSTM) check(dim int) error {
	if err := checkBiLSTMShape(dim, b.Embed, b.Hidden, len(b.Layers)); err != nil {
		return err
	}
	err := cmp.Or(b.Table.check("table", Alphabet, b.Embed), b.Dense.check("dense", dim, 2*b.Hidden), checkFloats("bias", b.Bias, dim))
	for i, layer := range b.Layers {
		for d, l := range layer {
			name := fmt.Sprintf("layer %d %s ", i+1, [2]string{"forward", "reverse"}[d])
			err = cmp.Or(err, l.W.check(name+"w", 4*b.Hidden, b.in(i)), l.U.check(name+"u", 4*b.Hidden, b.Hidden),
				checkFloats(name+"b", l.B, 4*b.Hidden))
		}
	}
	if err != nil {
		return err
	}
	return b.checkBounds(dim)
}

func (q Int8Rows) check(name string, rows, cols int) error {
	if len(q.Data) != rows*cols {
		return fmt.Errorf("encoder: %s has %d values, want %d", name, len(q.Data), rows*cols)
	}
	return checkFloats(name+" scales", q.Scales, rows)
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

// The binary form, as that of the n-gram encoder:
//
//	"NORMENC2"                            magic, ends in the version
//	u32 dim, embed, hidden, layers
//	table, each layer's forward and reverse LSTM, dense, f32 bias[dim]
//	u32 CRC32C of all before
//
// A matrix is f32 scales[rows], then i8 data[rows*cols]; an LSTM is the matrices
// W and U, then f32 B[4*hidden].
const bilstmMagic = "NORMENC2"

func (b *BiLSTM) appendBinary(dst []byte, dim int) []byte {
	dst = append(dst, bilstmMagic...)
	for _, n := range []int{dim, b.Embed, b.Hidden, len(b.Layers)} {
		dst = wire.AppendUint32(dst, uint32(n))
	}
	dst = b.Table.appendBinary(dst)
	for _, layer := range b.Layers {
		for _, l := range layer {
			dst = wire.AppendFloat32s(l.U.appendBinary(l.W.appendBinary(dst)), l.B)
		}
	}
	return wire.AppendFloat32s(b.Dense.appendBinary(dst), b.Bias)
}

func (q Int8Rows) appendBinary(dst []byte) []byte {
	return append(wire.AppendFloat32s(dst, q.Scales), bytesOf(q.Data)...)
}

// readBiLSTM reads what lies between the magic and the checksum. It bounds the shape
// before it sizes anything by it.
func readBiLSTM(r *wire.Reader) (*Weights, error) {
	size := func() int { return int(min(r.Uint32(), math.MaxInt32)) } // an int may have 32 bits
	dim, embed, hidden, layers := size(), size(), size(), size()
	if err := r.Err(); err != nil {
		return nil, err
	}
	if err := checkBiLSTMShape(dim, embed, hidden, layers); err != nil {
		return nil, err
	}
	b := &BiLSTM{Embed: embed, Hidden: hidden}
	b.Table = readInt8Rows(r, Alphabet, b.Embed)
	b.Layers = make([][2]LSTM, layers)
	for i := range b.Layers {
		for d := range b.Layers[i] {
			l := &b.Layers[i][d]
			l.W, l.U = readInt8Rows(r, 4*b.Hidden, b.in(i)), readInt8Rows(r, 4*b.Hidden, b.Hidden)
			l.B = r.Float32s(4 * b.Hidden)
		}
	}
	b.Dense = readInt8Rows(r, dim, 2*b.Hidden)
	b.Bias = r.Float32s(dim)
	return &Weights{Dim: dim, BiLSTM: b}, nil
}

func readInt8Rows(r *wire.Reader, rows, cols int) Int8Rows {
	return Int8Rows{Scales: r.Float32s(rows), Data: readInt8(r, rows*cols)}
}
