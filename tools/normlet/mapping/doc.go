// Package mapping maps columns of tables, from a stream to a stream: rows keep their order, memory does not grow with
// the table, and an interrupted run can continue.
//
//	file --decompress--> UTF-8 --rows--> blocks --workers--> answers, rendered --in order--> OUT.part --> OUT
//
// # Blocks
//
// Workers map blocks of blockRows rows, or fewer if these are long. The limits of a block follow from the rows alone.
// Each block is rendered, and compressed if the output is, by itself: a .gz or .zst output is a sequence of members or
// frames, which every decompressor reads as one file. So the bytes of the output do not depend on the number of workers
// or on interruptions.
//
// # Shards
//
// A shard is a range of blocks. To find it, a run first counts the blocks of the table, which takes a small part of the
// time of mapping them. Blocks are rendered by themselves, so the outputs of shards 1 to n, one after the other, are
// the bytes of one run.
//
// # Rows in the order of a text
//
// Package document resolves the mentions of rows. With Config.InOrder or Config.Document a block also has the
// document.Reach rows before and after it, so that workers resolve blocks side by side with the results of one pass.
//
// # Other engines
//
// A Mapper is what Run does with rows: Place reads the mentions of a row, Resolve finds what they mean, Render writes
// the row. Other engines use a Mapper and a Table, and so write the rows that Run writes. A Column maps bare mentions
// to the values of the added columns.
//
// # Resuming
//
// The output grows as OUT.part. Beside it lies OUT.state, a line of JSON that a run replaces as a whole every second
// and at its end. It says how many rows, and how many bytes of OUT.part, are done, and holds digests of the
// configuration and of the rows that were read. To resume, Run reads the input again from its start, which is many
// times faster than mapping it, compares the digests, cuts OUT.part to the stated size and continues. Only a complete
// OUT.part becomes OUT.
package mapping

import (
	"fmt"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/train/data/sheet"
)

// The formats of outputs.
const (
	formatCSV   = sheet.CSV
	formatTSV   = sheet.TSV
	formatJSONL = sheet.JSONL
	formatSSSOM = "sssom"
)

// FormatXLSX is the format of rows for a workbook: those of CSV with commas, whose texts are not escaped as formulas,
// since a workbook says of each cell that it is text. The caller makes the workbook.
const FormatXLSX = "xlsx"

// FormatParquet is the format of rows for a Parquet file: arrays of texts in JSON, of which the first has the names of
// the columns. The caller makes the file, and sets RawCells, since nothing takes a text in Parquet for a formula.
const FormatParquet = "parquet"

// Config says what to map and how.
type Config struct {
	Columns  []string // to map: names, or numbers from 1, perhaps with a colon and the namespace of their mentions; at least one
	Context  string   // the column with the text around the mentions, if any
	Organism string   // the column with the organisms of the genes in a row, if any, as core.Query has them
	Also     []string // columns with the fields of a row, as core.Query has them: FIELD=COLUMN, or the name of both
	InOrder  bool     // rows are in the order of a text, and resolved jointly
	Document string   // the column with the document of a row, if any: rows are in order, and those of the same document resolved jointly
	Encoding string   // "utf-8", "utf-16" or "latin1"; else found out from the content
	Format   string   // of the output; else that of the input
	NilAs    string   // the id of mentions without an entity
	MinP     float64  // mentions whose best entity has a lower p have no entity: DefaultMinP, or what the user says
	RawCells bool     // ids and names are not escaped; Settings has to say so
	Add      []string // columns to add in CSV and TSV: some of ExtraColumns
	Missing  []string // cells that are no mentions, in any case: texts such as n/a; nil: those of missing.txt
	Jobs     int      // workers; 1 if less
	Shard    Shard    // the part of the table to map
	Once     bool     // no question comes twice, so that answers need not be remembered

	// How the table is read, as in sheet.Options; what is empty is found out.
	From, Delimiter, Sheet string
	NoHeader               bool // the first row of the table is a row like others
	HeaderRow              int
	Strict                 bool // rows have as many cells as the first

	// Chosen is told how the table is read, before its rows are mapped. It may be nil.
	Chosen func(*Choice)

	// Lookup answers queries. All workers call it at once, and it must return the same for the same query. Options
	// says how. Tables in no order have the scope document.Single, others near names.
	Lookup  document.Lookup
	Options document.Options

	// Estimate estimates, from the first mentions of a table, how many the pack has; the result becomes Options.Coverage.
	// If it is nil, each mention is asked by itself. See StateCoverage.
	Estimate func(queries []core.Query) (*core.Coverage, error)

	// KnownOrganism finds the organism of a name or id, as core.Normalizer.Organism; Organism needs it.
	KnownOrganism func(name string) (string, error)

	// Entity describes the entities of Lookup, for the columns of Add that an answer of Lookup lacks.
	Entity Entities

	// Decisions replace answers of Lookup. Settings has to identify them.
	Decisions *Decisions

	// Unmapped, unless nil, collects the mentions without an entity, weighed by their rows; Doubtful those with a doubtful
	// answer, weighed by the expected number of wrong rows. Decided mentions are in neither. Run fills them in the order
	// of rows, so that they do not depend on Jobs. Rows that an earlier run did are not counted.
	Unmapped, Doubtful *Tally

	// Settings identifies what the answers depend on, such as the pack and its options. A run is resumed only with the
	// same Settings.
	Settings string

	Version  string   // of the tool, for SSSOM
	Prefixes []string // of the terminology's ids, for SSSOM
}

// inOrder reports whether rows are in the order of a text.
func (c *Config) inOrder() bool { return c.InOrder || c.Document != "" }

// Stats counts what a run has mapped, including the run that it resumed.
type Stats struct {
	Rows    int    `json:"rows"`
	Empty   int    `json:"empty"`   // cells without text, or with one of Config.Missing
	NIL     int    `json:"nil"`     // mentions without an entity
	Tied    int    `json:"tied"`    // mentions with an entity that is tied with others
	Found   Stages `json:"found"`   // mentions with an entity; composites by their first part
	Lookups int    `json:"lookups"` // queries that were looked up, not remembered
	Numbers int    `json:"numbers"` // and dates, which are no mentions in a column of names

	Below  int     `json:"below"`   // NIL mentions with an entity that is less likely than Config.MinP
	BelowP float64 `json:"below_p"` // the sum of its p: how many of these are expected to be right
	Accept int     `json:"accept"`  // mentions by their verdict; the others with text have VerdictNone
	Review int     `json:"review"`
}

// Stages counts mentions by the Stage of their best match.
type Stages [len(sssomStages)]int

// String lists the stages that are not 0: "exact 2, normalized 1".
func (s Stages) String() string {
	var out []string
	for stage, n := range s {
		if n > 0 {
			out = append(out, fmt.Sprintf("%s %d", Stage(stage), n))
		}
	}
	return strings.Join(out, ", ")
}

func (s *Stats) add(t Stats) {
	s.Rows += t.Rows
	s.Empty += t.Empty
	s.Numbers += t.Numbers
	s.NIL += t.NIL
	s.Tied += t.Tied
	s.Lookups += t.Lookups
	s.Below += t.Below
	s.BelowP += t.BelowP
	s.Accept += t.Accept
	s.Review += t.Review
	for stage, n := range t.Found {
		s.Found[stage] += n
	}
}

// Verdicts returns how many mentions have each verdict.
func (s *Stats) Verdicts() map[string]int {
	all := s.NIL + s.Numbers - s.Accept - s.Review
	for _, n := range s.Found {
		all += n
	}
	return map[string]int{VerdictAccept: s.Accept, VerdictReview: s.Review, VerdictNone: all}
}

// count adds a cell.
func (s *Stats) count(r *document.Result, cut cutOff, decisions *Decisions) {
	switch answers := r.Answers; {
	case len(answers) == 0 && strings.TrimSpace(r.Mention) != "":
		s.Numbers++
	case len(answers) == 0:
		s.Empty++
	case cut.isNIL(r):
		s.NIL++
		if cut.below(&answers[0]) {
			s.Below++
			s.BelowP += answers[0].Matches[0].P
		}
	default:
		s.Found[decisions.stage(r.Mention, &answers[0].Matches[0])]++
		if cut.isTied(r) {
			s.Tied++
		}
	}
	switch cut.verdict(r) {
	case VerdictAccept:
		s.Accept++
	case VerdictReview:
		s.Review++
	}
}
