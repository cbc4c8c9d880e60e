// Package mapping maps columns of tables, from a stream to a stream: rows keep
// their order, memory does not grow with the table, and a run that was cut short
// goes on where it stopped.
//
//	file --decompress--> UTF-8 --rows--> blocks --workers--> answers, rendered --in order--> OUT.part --> OUT
//
// # Blocks
//
// Rows are worked on in blocks of blockRows rows, or fewer if these are long. The
// limits of a block follow from the rows alone. A block is rendered, and compressed
// if the output is, by itself: a .gz or .zst output is a sequence of members or
// frames, which every decompressor reads as one file. So the bytes of the output do
// not depend on the number of workers or on interruptions.
//
// # Rows in the order of a text
//
// With Config.InOrder or Config.Document a block also knows the last rows of the block
// before and the first of the block after, which is therefore read first: their
// mentions explain abbreviations, and what they mean is looked at together with what
// its own mean (resolve.Cohere).
//
// # Going on
//
// The output grows as OUT.part. Beside it OUT.state, a line of JSON that is replaced
// as a whole every second and at the end of a run, says how many rows, and how many
// bytes of OUT.part, are done, and holds two digests: of the configuration, and of
// the rows that were read. To go on, the input is read again from its start, which
// is many times faster than mapping it, and its digest compared; OUT.part is cut to
// the stated size and continued. What a killed run wrote after its last state is so
// written again. Only a complete OUT.part becomes OUT.
package mapping

import (
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/mention"
	"github.com/normlet/normlet/core/resolve"
)

// The formats of tables.
const (
	CSV   = "csv"
	TSV   = "tsv"
	JSONL = "jsonl"
	SSSOM = "sssom" // out only
)

// Config says what to map and how.
type Config struct {
	Columns  []string // to map: names, or numbers from 1; at least one
	Context  string   // the column with the text around the mentions, if any
	InOrder  bool     // rows are in the order of a text: they are read in the light of those around
	Document string   // the column with the document of a row, if any: rows are in order, and read in the light of those of the same one
	From     string   // CSV, TSV or JSONL; else found out from the content
	NoHeader bool     // the first row of the table is a row like others
	Encoding string   // "utf-8", "utf-16" or "latin1"; else found out from the content
	Format   string   // of the output; else that of the input
	NilAs    string   // the id of mentions without an entity
	RawCells bool     // ids and names as they are, not escaped; Settings is to say so
	MinP     float64  // P below which answers are NIL, which Resolve is to know, too
	K        int      // matches of an answer; 1 if less. Of rows in order Resolve returns resolve.Depth, or K if that is more
	Jobs     int      // workers; 1 if less

	// Resolve answers a mention. It is called by all workers at once, and must
	// return the same for the same query.
	Resolve func(Query) (resolve.Result, error)

	// ResolveMany, if not nil, is Resolve for each of many mentions, and faster. After an error Resolve finds the row.
	ResolveMany func([]Query) ([]resolve.Result, error)

	// Opened, if not nil, is told the format of the output before the first mention.
	Opened func(format string)

	// Settings is what Resolve's answers depend on, such as the pack and its
	// options, in any words: a run does not go on with other ones.
	Settings string

	Version  string   // of the tool, for SSSOM
	Prefixes []string // of the terminology's ids, for SSSOM
}

// inOrder reports whether rows are in the order of a text.
func (c *Config) inOrder() bool { return c.InOrder || c.Document != "" }

// Query is a mention with what is known of it.
type Query struct {
	core.Query
	Explained mention.Definition // of an abbreviation in it, by the rows around; none: the zero value
}

// Definitions returns what is known of the abbreviations in the mention: from its
// context, and then from the rows around.
func (q *Query) Definitions() []mention.Definition {
	definitions := mention.Abbreviations(q.Context)
	if q.Explained.Short != "" {
		definitions = append(definitions, q.Explained)
	}
	return definitions
}

// Stats counts what a run has mapped, including what it went on from.
type Stats struct {
	Rows    int `json:"rows"`
	Empty   int `json:"empty"`   // cells without text
	NIL     int `json:"nil"`     // mentions without an entity
	Exact   int `json:"exact"`   // mentions by the stage of the answer, that of the first part
	Normal  int `json:"normal"`  // for composites
	Hamming int `json:"hamming"` //
	Lookups int `json:"lookups"` // mentions that were looked up, not remembered
}

func (s *Stats) add(t Stats) {
	s.Rows += t.Rows
	s.Empty += t.Empty
	s.NIL += t.NIL
	s.Exact += t.Exact
	s.Normal += t.Normal
	s.Hamming += t.Hamming
	s.Lookups += t.Lookups
}
