package mapping

import (
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/tools/normlet/escape"
)

// added are the columns that a mapped column gets, each after its name and "_".
var added = []string{"id", "name", "matched", "stage", "score", "p", "tied", "verdict"}

// Added returns the names of the columns that a mapped column gets, including those of Config.Add. A number makes each
// differ from all in header.
func Added(header []string, column string, add ...string) []string {
	var out []string
	for _, a := range slices.Concat(added, extraColumnsOf(add)) {
		name := column + "_" + a
		for n := 2; slices.Contains(header, name); n++ {
			name = column + "_" + a + "_" + strconv.Itoa(n)
		}
		out = append(out, name)
	}
	return out
}

// Cell is what the added columns say of a mapped cell. The texts of a composite mention are joined by "|"; its Score,
// P and NIL are those of its first part, as Stats counts.
type Cell struct {
	ID, Name, Matched, Stage string // as they are written: escaped unless Config.RawCells
	Score, P                 float64
	NIL                      bool     // without an entity: Stage is "nil", ID is Config.NilAs
	Empty                    bool     // without text, so without an answer
	Tied                     bool     // other entities are as likely, or share the name, which may be why there is none
	Taken                    bool     // with Config.OneToOne: the likeliest entity went to another row
	Verdict                  string   // VerdictAccept, VerdictReview or VerdictNone; "" if Empty
	Extra                    []string // those of Config.Add, in their order

	score, p string // as they are written
}

// Texts returns the values of the added columns as CSV and TSV have them: id, name, matched, stage, score, p, tied,
// verdict and those of Config.Add.
func (c *Cell) Texts() []string {
	return append([]string{c.ID, c.Name, c.Matched, c.Stage, c.score, c.p, c.TiedText(), c.Verdict}, c.Extra...)
}

// ExtraText returns the i-th of Extra, "" for a cell that has none.
func (c *Cell) ExtraText(i int) string {
	if i >= len(c.Extra) {
		return ""
	}
	return c.Extra[i]
}

// TiedText is what the column tied says: "yes", "several" for a cell of several entities, "taken" where another row has
// the likeliest, or nothing.
func (c *Cell) TiedText() string {
	switch {
	case strings.Contains(c.Stage, "|"):
		return "several"
	case c.Taken:
		return "taken"
	case c.Tied:
		return "yes"
	}
	return ""
}

// cells makes Cells of results.
type cells struct {
	config  *Config
	cut     cutOff
	escaped func(string) string // escapes a text that begins a cell
	extra   []extraColumn
}

func newCells(c *Config) cells {
	s := cells{config: c, cut: cutOff(c.MinP), escaped: escape.Cell}
	if c.Format == FormatXLSX {
		s.escaped = escape.Text // a workbook says which cells are text
	}
	for _, name := range c.Add {
		s.extra = append(s.extra, extraColumnOf(name))
	}
	return s
}

// of returns the Cell of a result.
func (s *cells) of(r *document.Result) Cell {
	out := Cell{Empty: len(r.Answers) == 0}
	if out.Empty && quantity(r.Mention) != "" {
		out = Cell{ID: s.config.NilAs, Stage: quantity(r.Mention), NIL: true}
	}
	escaped := escape.Text
	for i := range r.Answers {
		a := &r.Answers[i]
		part := Cell{ID: s.config.NilAs, Stage: "nil", NIL: true, Tied: s.cut.below(a) && len(a.Ambiguous) > 0}
		if s.cut.found(a) {
			if i == 0 { // else the cell begins with NilAs, which is the user's
				escaped = s.escaped
			}
			m := &a.Matches[0]
			part = Cell{ID: m.ID, Name: m.Name, Matched: m.Matched, Stage: s.config.Decisions.stage(r.Mention, m).String(), Score: m.Score, P: m.P,
				Tied: len(a.Ambiguous) > 0, score: Number(m.Score), p: Number(m.P)}
		}
		if i == 0 {
			out = part
		} else {
			out.join(&part)
		}
	}
	out.Verdict, out.Taken = s.cut.verdict(r), r.Taken != ""
	if len(s.extra) > 0 {
		out.Extra = s.extraTexts(r)
	}
	if s.config.RawCells {
		return out
	}
	for _, text := range []*string{&out.ID, &out.Name, &out.Matched} {
		*text = escaped(*text)
	}
	for i := range out.Extra {
		out.Extra[i] = escaped(out.Extra[i])
	}
	return out
}

// isFound reports whether an answer is an entity.
func isFound(a *core.Answer) bool { return !a.NIL && len(a.Matches) > 0 }

// join adds the texts of the next part of a composite mention.
func (c *Cell) join(part *Cell) {
	for _, t := range []struct{ to, from *string }{{&c.ID, &part.ID}, {&c.Name, &part.Name}, {&c.Matched, &part.Matched},
		{&c.Stage, &part.Stage}, {&c.score, &part.score}, {&c.p, &part.p}} {
		*t.to = strings.Join([]string{*t.to, *t.from}, "|")
	}
	c.Tied = c.Tied || part.Tied
}

// Column maps mentions to the values that Run adds for a column of CSV or TSV. It is safe for concurrent use. Each
// mention is mapped by itself, whichever others are passed to Map with it.
type Column struct {
	Numeric bool // numbers and dates are mentions; set before Map, by Begin or by the caller

	config  *Config
	cells   cells
	cache   *cache
	lookup  document.Lookup
	options document.Options
	missing markers
}

// NewColumn returns a Column. It uses Lookup, Estimate, Options, MinP, NilAs, Missing, RawCells and Add of c, and Entity for
// Add.
func NewColumn(c *Config) *Column {
	o := c.Options
	o.Scope, o.Split = document.Single, split
	c.showExtra(&o)
	return &Column{false, c, newCells(c), newCache(), c.Lookup, o, c.missing()}
}

// Begin finds out from the first cells of a table whether numbers are mentions, and how many mentions the pack has.
func (c *Column) Begin(first []string) error {
	c.Numeric = isNumeric(first, c.missing)
	l, err := c.config.EstimateCoverage(c.config.Queries(first, ""))
	if l != nil {
		c.options.Lookup.Coverage = l
	}
	return err
}

// Map returns the cells of mentions, in their order. Its errors are those of the look-up.
func (c *Column) Map(mentions []string) ([]Cell, error) {
	var lookups int
	asked := slices.Clone(mentions)
	c.missing.leaveOut(asked)
	results, err := document.New(c.cache.lookup(c.lookup, &lookups), c.options).Text("", asked)
	if err != nil {
		return nil, err
	}
	out := make([]Cell, len(results))
	for i := range results {
		if !c.Numeric {
			refuse(&results[i])
		}
		out[i] = c.cells.of(&results[i])
	}
	return out, nil
}
