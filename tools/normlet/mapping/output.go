package mapping

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/pattern"
)

// Kind is the kind of the files that Run writes: tables with the columns that it adds, objects of look-ups, and
// SSSOM. A table without a header cannot be told from any other.
var Kind = &output.Kind{What: "a mapped table with a header", Ours: isMapped}

// mappedBeginning matches the beginnings of what Run writes: JSONL, SSSOM, and the columns that a mapped column gets.
var mappedBeginning = pattern.Of(`(\A\{"mention":|\A#curie_map:\n(#.*\n)*#mapping_set_id: "https://w3id\.org/sssom/mappings/normlet-|` +
	`(?m:^)[^\n]*_id(_\d+)?"?[\t,;|]"?[^\n]*_name(_\d+)?"?[\t,;|]"?[^\n]*_matched(_\d+)?"?[\t,;|]"?[^\n]*_stage(_\d+)?"?[\t,;|]"?[^\n]*_score(_\d+)?"?[\t,;|]"?[^\n]*_p(_\d+)?"?([\t,;|][^\n]*)?\n)`)

func isMapped(head []byte) bool { return mappedBeginning().Match(head) }

// Output is what Run writes to: an output.Resumable, or a stream, of which Save and Last do nothing.
type Output interface {
	io.Writer
	Save(data any) error // records that a run can be resumed here
	Last(data any) error // stores what Save was given last in data
}

// place is where a run can be resumed, as OUT.state records it.
type place struct {
	Settings string `json:"settings"` // digest
	Shard    string `json:"shard,omitempty"`
	Input    string `json:"input"` // digest of the rows that were read
	Stats    Stats  `json:"stats"` // Rows of it are done
}

// DoneRows returns how many rows of an output an earlier run did, after which Run resumes.
func DoneRows(out Output) (int, error) {
	var p place
	err := out.Last(&p)
	return p.Stats.Rows, err
}

// squeezer compresses blocks, each by itself.
type squeezer func(block []byte) ([]byte, error)

// newSqueezer returns the one for a file name; every worker needs its own.
func newSqueezer(path string) (squeezer, error) {
	switch {
	case strings.HasSuffix(path, ".gz"):
		z := gzip.NewWriter(nil)
		return func(block []byte) ([]byte, error) {
			var out bytes.Buffer
			z.Reset(&out)
			_, err := z.Write(block)
			err = errors.Join(err, z.Close())
			return out.Bytes(), err
		}, nil
	case strings.HasSuffix(path, ".zst"):
		z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
		return func(block []byte) ([]byte, error) { return z.EncodeAll(block, nil), nil }, err
	}
	return func(block []byte) ([]byte, error) { return block, nil }, nil
}
