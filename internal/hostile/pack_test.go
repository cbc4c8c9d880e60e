// Package hostile makes packs that nobody would build, with which tests attack readers: every checksum is right, and
// the contents cost as much as the format allows, or mislead. It writes the format itself, since package pack refuses
// to.
package hostile

import (
	"bytes"
	"fmt"

	"github.com/klauspost/compress/zstd"
	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/wire"
)

// file is a pack to be: payloads by tag.
type file struct {
	tags     []string
	payloads map[string][]byte
}

func (f *file) put(tag string, payload []byte) {
	if _, ok := f.payloads[tag]; !ok {
		f.tags = append(f.tags, tag)
	}
	f.payloads[tag] = payload
}

// optional are the tags of sections that are not critical.
var optional = map[string]bool{"WORD": true, "SYNO": true, "REWR": true, "KNOW": true, "MEET": true, "SAME": true, "ALSO": true, "DETL": true, "SELF": true}

// bytes returns the file, compressed as far as a reader allows.
func (f *file) bytes() []byte {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	defer enc.Close()
	end := 32 + 40*len(f.tags) + 4
	var table, body []byte
	for _, tag := range f.tags {
		raw := f.payloads[tag]
		stored := padded(enc.EncodeAll(raw, nil), len(raw))
		flags := uint32(2)
		if len(stored) >= len(raw) {
			stored, flags = raw, 0
		}
		if !optional[tag] {
			flags |= 1
		}
		for (end+len(body))%64 != 0 {
			body = append(body, 0)
		}
		table = wire.AppendUint32(append(table, tag...), flags)
		for _, n := range []int{end + len(body), len(stored), len(raw)} {
			table = wire.AppendUint64(table, uint64(n))
		}
		table = wire.AppendUint32(wire.AppendUint32(table, wire.Checksum(stored)), 0)
		body = append(body, stored...)
	}
	head := append([]byte("NORMPACK"), 1, 0, 1, 0, byte(len(f.tags)), 0, 0, 0)
	head = wire.AppendUint64(wire.AppendUint64(head, uint64(end+len(body))), 0)
	head = append(head, table...)
	return append(wire.AppendUint32(head, wire.Checksum(head)), body...)
}

// padded makes a section as long as its uncompressed size asks for, with a frame
// that zstd skips.
func padded(stored []byte, raw int) []byte {
	const ratio, slack, head = 64, 1 << 16, 8
	missing := (raw-slack)/ratio - len(stored) + 1
	if missing <= 0 {
		return stored
	}
	missing = max(missing, head)
	stored = wire.AppendUint32(append(stored, 0x50, 0x2a, 0x4d, 0x18), uint32(missing-head))
	return append(stored, make([]byte, missing-head)...)
}

// appender is what has a binary form.
type appender interface {
	AppendBinary([]byte) ([]byte, error)
}

func binary(a appender) []byte {
	b, err := a.AppendBinary(nil)
	if err != nil {
		panic(err) // a mistake in a shape
	}
	return b
}

const dim = 64

// ngram returns the weights of a small encoder.
func ngram(dim, hidden int) *encoder.Weights {
	w := &encoder.Weights{Rows: 1, Dim: dim, Hidden: hidden}
	int8s := func(n int, scale float32) encoder.Int8 {
		q := encoder.Int8{Scale: scale, Data: make([]int8, n)}
		for i := range q.Data {
			q.Data[i] = int8(i%7 - 3)
		}
		return q
	}
	w.Table, w.W1, w.W2 = int8s(dim, 0.1), int8s(dim*hidden, 0.01), int8s(dim*hidden, 0.01)
	w.Gain, w.Bias, w.B1, w.B2 = make([]float32, dim), make([]float32, dim), make([]float32, hidden), make([]float32, dim)
	for i := range w.Gain {
		w.Gain[i] = 1
	}
	return w
}

// ranker is one that gives usual scores.
func ranker() score.Calibration {
	c := score.Calibration{Trust: 0.7}
	c.Ranker.Weights[score.Exact], c.Ranker.Weights[score.Normalized], c.Ranker.Weights[score.Trigram] = 4, 4, 4
	c.Ranker.NIL = 2
	return c
}

// constant is a column of equal values, which takes no room.
func constant(v uint64) []byte { return append(wire.AppendUvarint([]byte{0}, v), 0) }

// column is one of the numbers of f, in three planes.
func column(n int, f func(i int) int) []byte {
	b := make([]byte, 2+3*n)
	b[0], b[1] = 1, 3
	for i := range n {
		v := f(i)
		b[2+i], b[2+n+i], b[2+2*n+i] = byte(v), byte(v>>8), byte(v>>16)
	}
	return b
}

// numbered returns n strings that ascend.
func numbered(format string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(format, i)
	}
	return list
}

// base returns a sound pack of the names: the first entities have one each, the
// last has the others.
func base(list []string, entities int, w *encoder.Weights) *file {
	f, rows := &file{payloads: map[string][]byte{}}, pack.NewStrings(list)
	head := &binarize.Head{Bits: w.Dim, Dim: w.Dim, T: make([]float32, w.Dim), Method: "ht"}
	f.put("META", nil)
	f.put("ENTI", binary(pack.NewStrings(numbered("A:%08d", entities))))
	f.put("NSPC", append([]byte{1, 1, 'A'}, constant(0)...))
	f.put("PRIO", constant(0))
	f.put("NAME", binary(rows))
	f.put("ROWE", column(len(list), func(row int) int { return min(row, entities-1) }))
	f.put("ROWK", constant(0))
	f.put("PROW", constant(0))
	f.put("CODE", codes(len(list), head, w))
	f.put("ENCW", binary(w))
	f.put("HEAD", binary(head))
	c := ranker()
	f.put("CALB", c.AppendBinary(nil))
	f.put("WORD", names.CountWords(rows.Range(0, len(list)), len(list), nil))
	return f
}

// codes returns the codes of rows. The encoder's table has one row, so that all
// names have one code.
func codes(rows int, head *binarize.Head, w *encoder.Weights) []byte {
	e, err := encoder.New(w)
	if err != nil {
		panic(err)
	}
	b := wire.AppendUint64(wire.AppendUint32([]byte{0, 0, 0, 0}, uint32(head.Bits)), uint64(rows))
	return append(b, bytes.Repeat(wire.AppendUint64s(nil, head.Encode(nil, e.Encode(nil, "a"))), rows)...)
}
