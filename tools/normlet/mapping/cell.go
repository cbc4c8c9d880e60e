package mapping

import (
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/escape"
)

// added are the columns that a mapped one gets; its name and "_" precede theirs.
var added = []string{"id", "name", "matched", "stage", "score", "p"}

// Added returns the names of the columns that a mapped column gets. None of them is in header.
func Added(header []string, column string) []string {
	out := make([]string, len(added))
	for i, a := range added {
		name := column + "_" + a
		for n := 2; slices.Contains(header, name); n++ {
			name = column + "_" + a + "_" + strconv.Itoa(n)
		}
		out[i] = name
	}
	return out
}

// Cell is what the added columns say of a mapped cell. The texts of a composite mention are joined by "|"; its Score,
// P and NIL are those of its first part, as Stats counts.
type Cell struct {
	ID, Name, Matched, Stage string // as they are written: escaped unless Config.RawCells
	Score, P                 float64
	NIL                      bool // without an entity: Stage is "nil", ID is Config.NilAs
	Empty                    bool // without text, so without an answer

	score, p string // as they are written
}

// Texts returns the values of the added columns as CSV and TSV have them: id, name, matched, stage, score, p.
func (c *Cell) Texts() []string {
	return []string{c.ID, c.Name, c.Matched, c.Stage, c.score, c.p}
}

// cells makes Cells of results.
type cells struct {
	nilAs    string
	rawCells bool
}

func newCells(c *Config) cells { return cells{c.NilAs, c.RawCells} }

// of returns the Cell of a result. NIL has its stage, "nil", and the id that was chosen for it.
func (s cells) of(r *document.Result) Cell {
	out := Cell{Empty: len(r.Answers) == 0}
	escaped := escape.Text
	for i := range r.Answers {
		part := Cell{ID: s.nilAs, Stage: "nil", NIL: true}
		if a := &r.Answers[i]; !a.NIL && len(a.Matches) > 0 {
			if i == 0 { // else the user has said what the cell begins with
				escaped = escape.Cell
			}
			m := &a.Matches[0]
			part = Cell{ID: m.ID, Name: m.Name, Matched: m.Matched, Stage: m.Stage.String(), Score: m.Score, P: m.P,
				score: number(m.Score), p: number(m.P)}
		}
		if i == 0 {
			out = part
		} else {
			out.join(&part)
		}
	}
	if !s.rawCells {
		for _, text := range []*string{&out.ID, &out.Name, &out.Matched} {
			*text = escaped(*text)
		}
	}
	return out
}

// join adds the texts of the next part of a composite mention.
func (c *Cell) join(part *Cell) {
	for _, t := range []struct{ to, from *string }{{&c.ID, &part.ID}, {&c.Name, &part.Name}, {&c.Matched, &part.Matched},
		{&c.Stage, &part.Stage}, {&c.score, &part.score}, {&c.p, &part.p}} {
		*t.to = strings.Join([]string{*t.to, *t.from}, "|")
	}
}

// Column maps mentions that are in no order, as Run maps a column to CSV or TSV. It is safe for concurrent use.
type Column struct {
	cells   cells
	cache   *cache
	lookup  document.Lookup
	options document.Options
}

// NewColumn returns a Column. Of c it needs Lookup, Options, NilAs and RawCells.
func NewColumn(c *Config) *Column {
	o := c.Options
	o.Scope, o.K = document.Single, 1
	return &Column{newCells(c), newCache(), c.Lookup, o}
}

// Map returns the cells of mentions, in their order. Its errors are those of the look-up.
func (c *Column) Map(mentions []string) ([]Cell, error) {
	var lookups int
	results, err := document.New(c.cache.lookup(c.lookup, &lookups), c.options).Text("", mentions)
	if err != nil {
		return nil, err
	}
	out := make([]Cell, len(results))
	for i := range results {
		out[i] = c.cells.of(&results[i])
	}
	return out, nil
}
