// Package mapping maps the columns of a table from one stream to another. Rows keep their order, memory does not grow with the
// table, and an interrupted run can be resumed.
//
//	file --decompress--> UTF-8 --rows--> blocks --workers--> answers, rendered --in order--> OUT.part --> OUT
//
// # Blocks
//
// Workers map blocks of blockRows rows, or fewer if the rows are long. Only the rows decide where a block ends. Each block is
// rendered by itself, and compressed by itself if the output is: a .gz or .zst output is a sequence of members or frames,
// which every decompressor reads as one file. So the bytes of the output depend neither on the number of workers nor on
// interruptions.
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
// # One to one
//
// With Config.OneToOne, a row has an entity that no other has, so that the blocks are rendered when all rows are
// resolved. They are in memory until then.
//
// # Other engines
//
// A Mapper has the steps that Run applies to rows: Place reads the mentions of a row, Resolve finds their entities, and Render
// writes the row. Other engines use a Mapper and a Table, and so write the same rows as Run. A Column maps mentions without a
// table to the values of the added columns.
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

// FormatXLSX is the format of rows for a workbook: CSV with commas, in which texts are not escaped as formulas, because a
// workbook marks each cell as text. The caller makes the workbook.
const FormatXLSX = "xlsx"

// FormatParquet is the format of rows for a Parquet file: JSON arrays of texts, the first of which has the names of the columns.
// The caller makes the file, and sets RawCells, because no program takes a text in Parquet for a formula.
const FormatParquet = "parquet"

// Config says what to map and how.
type Config struct {
	Columns  []string // columns to map, at least one: names or numbers from 1, which a colon and a namespace may follow
	Context  []string // columns with the text around the mentions; their cells become one text
	Organism string   // column with the organisms of a row, in the form of core.Query; may be empty
	Also     []string // columns with the fields of a row, in the form of core.Query: FIELD=COLUMN, or one name for both; FIELD! is a must
	InOrder  bool     // rows are in the order of a text, and are resolved jointly
	Document string   // column with the document of a row; if set, rows of the same document are resolved jointly, in order
	Encoding string   // "utf-8", "utf-16" or "latin1"; "": detected from the content
	Format   string   // format of the output; "": that of the input
	NilAs    string   // id to write for mentions without an entity
	MinP     float64  // least p of an entity; DefaultMinP unless the user states another
	RawCells bool     // does not escape ids and names; Settings has to say so
	Add      []string // columns to add in CSV and TSV: some of ExtraColumns
	Missing  []string // texts of cells that are no mentions, such as n/a, in any case; nil: those of missing.txt
	OneToOne bool     // an entity goes to one row at most; for a single column, and not for shards and runs to be resumed
	Jobs     int      // number of workers; 1 if less
	Shard    Shard    // part of the table to map
	Once     bool     // no query is asked twice, so that answers need not be remembered

	// How to read the table: see sheet.Options. What is empty is detected.
	From, Delimiter, Sheet string
	NoHeader               bool // the table has no header
	HeaderRow              int
	Strict                 bool // refuses rows that have more or fewer cells than the first

	// Chosen, unless nil, receives how the table is read, before its rows are mapped.
	Chosen func(*Choice)

	// Lookup answers queries, with Options. All workers call it at the same time, and it must return equal answers for equal
	// queries. NewMapper sets the scope document.Single for rows in no order, and Near for others.
	Lookup  document.Lookup
	Options document.Options

	// Estimate estimates how many mentions the pack has, from the first ones of a table; the result becomes Options.Coverage.
	// If it is nil, each mention is asked by itself. See StateCoverage.
	Estimate func(queries []core.Query) (*core.Coverage, error)

	// KnownOrganism finds an organism by its name or id, as core.Normalizer.Organism does. Organism needs it.
	KnownOrganism func(name string) (string, error)

	// Entity describes the entities of Lookup, for the columns of Add that an answer of Lookup lacks.
	Entity Entities

	// Says returns what a mention says of its entity, as answer.Assertions names it, for that column of Add.
	Says func(mention string) []string

	// Decisions replace answers of Lookup. Settings has to identify them.
	Decisions *Decisions

	// Unmapped, unless nil, collects the mentions without an entity, weighted by their rows. Doubtful, unless nil, collects
	// those with a doubtful answer, weighted by the expected number of wrong rows. Neither has decided mentions. Run fills
	// them in the order of rows, so that they do not depend on Jobs, and does not count rows of an earlier run.
	Unmapped, Doubtful *Tally

	// Cluster, unless nil, returns for each of some texts, the most frequent first, the one that stands for all that mean the
	// same. A column more then says so, after those of Add, which rows get when all are read: as with OneToOne.
	Cluster  func(texts []string) ([]int, error)
	clusters map[string]string // what stands for what is meant

	// Settings identifies what the answers depend on, such as the pack and its options. A run is resumed only with the
	// same Settings.
	Settings string

	Version  string   // version of the tool, for SSSOM
	Prefixes []string // prefixes of the terminology's ids, for SSSOM
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

	Taken int `json:"taken"` // mentions whose likeliest entity went to another row
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
	s.Taken += t.Taken
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
	if r.Taken != "" {
		s.Taken++
	}
	switch cut.verdict(r) {
	case VerdictAccept:
		s.Accept++
	case VerdictReview:
		s.Review++
	}
}
