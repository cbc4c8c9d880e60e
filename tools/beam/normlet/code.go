package normlet

import (
	"encoding/binary"
	"encoding/json"
	"errors"

	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/mapping"
)

// Questions and rows travel as JSON: their texts are UTF-8. Rows begin with their place in the input, in an order that
// bytes.Compare sees.

// placeBytes is the length of a place: the numbers of file and row.
const placeBytes = 16

var errCode = errors.New("a row between two steps of the pipeline is damaged; are all workers of one release?")

func appendPlace(dst []byte, file, row int64) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(dst, uint64(file)), uint64(row))
}

// row is what the next step needs of a mapping.Row, and asked what answers depend on of a document.Place.
type (
	row struct {
		Line   int      `json:"l"`
		Fields []string `json:"f,omitempty"`
		Object []byte   `json:"o,omitempty"`
	}
	asked struct {
		Text     string   `json:"t,omitempty"`
		Mentions []string `json:"m"`
		Each     []string `json:"n,omitempty"`
	}
)

// encodeRow returns a row that is number n of a file.
func encodeRow(file, n int64, r *mapping.Row) []byte {
	text, _ := json.Marshal(row{r.Line, r.Fields, r.Object}) // texts and numbers have no error
	return append(appendPlace(nil, file, n), text...)
}

func decodeRow(b []byte) (file, n int64, r mapping.Row, err error) {
	var coded row
	if len(b) < placeBytes || json.Unmarshal(b[placeBytes:], &coded) != nil {
		return 0, 0, r, errCode
	}
	r = mapping.Row{Line: coded.Line, Fields: coded.Fields, Object: coded.Object}
	return int64(binary.BigEndian.Uint64(b)), int64(binary.BigEndian.Uint64(b[8:])), r, nil
}

func encodeQuestion(p *document.Place) string {
	text, _ := json.Marshal(asked{p.Text, p.Mentions, p.Each})
	return string(text)
}

func decodeQuestion(s string) (document.Place, error) {
	var q asked
	if json.Unmarshal([]byte(s), &q) != nil || len(q.Mentions) == 0 {
		return document.Place{}, errCode
	}
	return document.Place{Text: q.Text, Mentions: q.Mentions, Each: q.Each}, nil
}
