package normlet

import (
	"encoding/binary"
	"errors"
	"strings"

	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// Questions and rows travel as bytes: lists of texts, each with its length before it. Rows begin with their place in
// the input, in an order that bytes.Compare sees.

// placeBytes is the length of a place: the numbers of file and row.
const placeBytes = 16

var errCode = errors.New("a row between two steps of the pipeline is damaged; are all workers of one release?")

func appendTexts(dst []byte, texts ...string) []byte {
	for _, t := range texts {
		dst = append(binary.AppendUvarint(dst, uint64(len(t))), t...)
	}
	return dst
}

// readTexts reads a list to its end.
func readTexts(b []byte) ([]string, error) {
	var out []string
	for len(b) > 0 {
		n, size := binary.Uvarint(b)
		if size <= 0 || n > uint64(len(b)-size) {
			return nil, errCode
		}
		out = append(out, string(b[size:size+int(n)]))
		b = b[size+int(n):]
	}
	return out, nil
}

func appendPlace(dst []byte, file, row int64) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(dst, uint64(file)), uint64(row))
}

func placeOf(b []byte) (file, row int64, err error) {
	if len(b) < placeBytes {
		return 0, 0, errCode
	}
	return int64(binary.BigEndian.Uint64(b)), int64(binary.BigEndian.Uint64(b[8:])), nil
}

// encodeRow returns a row that is number row of a file.
func encodeRow(file, row int64, r *mapping.Row) []byte {
	out := appendPlace(nil, file, row)
	out = binary.BigEndian.AppendUint64(out, uint64(r.Line))
	if r.Object != nil {
		return append(append(out, 'o'), r.Object...)
	}
	return appendTexts(append(out, 'f'), r.Fields...)
}

func decodeRow(b []byte) (file, row int64, r mapping.Row, err error) {
	if file, row, err = placeOf(b); err != nil {
		return file, row, r, err
	}
	if b = b[placeBytes:]; len(b) < 9 {
		return file, row, r, errCode
	}
	r.Line = int(binary.BigEndian.Uint64(b))
	switch kind := b[8]; kind {
	case 'o':
		r.Object = b[9:]
	case 'f':
		r.Fields, err = readTexts(b[9:])
	default:
		err = errCode
	}
	return file, row, r, err
}

// encodeQuestion returns what the answer to a place depends on.
func encodeQuestion(p *document.Place) string {
	each := make([]string, len(p.Mentions)) // their namespaces
	copy(each, p.Each)
	return string(appendTexts(appendTexts(appendTexts(nil, p.Text), p.Mentions...), each...))
}

func decodeQuestion(s string) (document.Place, error) {
	texts, err := readTexts([]byte(s))
	if err == nil && len(texts) < 2 {
		err = errCode
	}
	if err != nil {
		return document.Place{}, err
	}
	n := len(texts) / 2
	p := document.Place{Text: texts[0], Mentions: texts[1 : n+1]}
	if strings.Join(texts[n+1:], "") != "" {
		p.Each = texts[n+1:]
	}
	return p, nil
}
