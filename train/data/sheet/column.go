package sheet

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Column counts, in constant memory, whether the cells of a column look like ids of databases or like
// words.
type Column struct {
	Cells     int
	Examples  []string // the first few different cells
	numbers   int      // cells that are digits alone
	curies    int      // ids with a prefix, such as GO:0006915, or IRIs
	codes     int      // these, and accessions such as P04637
	sentences int      // cells of several words, none of them an id
	frequent  []tally  // see count
}

// tally is a value with a lower bound of how often it occurs.
type tally struct {
	value string
	n     int
}

// The most values counted at a time, and of a value the most bytes.
const (
	maxFrequent = 16
	maxValue    = 200
	maxExamples = 3
)

// Add counts a cell.
func (c *Column) Add(cell string) {
	c.Cells++
	if len(c.Examples) < maxExamples && !slices.Contains(c.Examples, cell) {
		c.Examples = append(c.Examples, strings.Clone(cell))
	}
	c.count(cell[:min(len(cell), maxValue)])
	prefix, local := cutPrefix(cell)
	switch {
	case isNumber(cell):
		c.numbers++
		c.codes++
	case prefix != "" && strings.ContainsAny(local, "0123456789") && !strings.ContainsAny(local, " ,;()"):
		c.curies++
		c.codes++
	case isCode(local):
		c.codes++
	case strings.Contains(local, " "):
		c.sentences++
	}
}

// cutPrefix splits the CURIE or IRI of an id. A prefix may have blanks, as in NCBI taxon:9606, but the rest of the id
// follows it at once.
func cutPrefix(cell string) (prefix, local string) {
	if strings.HasPrefix(cell, "http://") || strings.HasPrefix(cell, "https://") {
		return "http", cell
	}
	prefix, local, ok := strings.Cut(cell, ":")
	first, _ := utf8.DecodeRuneInString(prefix)
	if !ok || local == "" || strings.HasPrefix(local, " ") || !unicode.IsLetter(first) {
		return "", cell
	}
	return prefix, local
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// isCode reports whether a cell looks like an accession: P04637, D003924, CVCL_0030.
func isCode(s string) bool {
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'A' && c <= 'Z', c == '_', c == '-', c == '.':
		default:
			return false
		}
	}
	return len(s) >= 3 && 4*digits >= len(s)
}

// count is the algorithm of Misra and Gries: a value of more than one cell in maxFrequent+1 is among frequent in the
// end, and its count too low by at most the cells divided by that.
func (c *Column) count(value string) {
	for i := range c.frequent {
		if c.frequent[i].value == value {
			c.frequent[i].n++
			return
		}
	}
	if len(c.frequent) < maxFrequent {
		c.frequent = append(c.frequent, tally{strings.Clone(value), 1})
		return
	}
	for i := range c.frequent {
		c.frequent[i].n--
	}
	c.frequent = slices.DeleteFunc(c.frequent, func(f tally) bool { return f.n == 0 })
}

// Numbers returns the share of cells that are digits alone.
func (c *Column) Numbers() float64 { return c.share(c.numbers) }

// CURIEs returns the share of ids with a prefix, and of IRIs.
func (c *Column) CURIEs() float64 { return c.share(c.curies) }

// Codes returns the share of cells that look like an id.
func (c *Column) Codes() float64 { return c.share(c.codes) }

// Sentences returns the share of cells of several words, none of them an id.
func (c *Column) Sentences() float64 { return c.share(c.sentences) }

// MostFrequent returns the value of the most cells, and at least how many have it; few, if no value has many.
func (c *Column) MostFrequent() (value string, cells int) {
	for _, f := range c.frequent {
		if f.n > cells {
			value, cells = f.value, f.n
		}
	}
	return value, cells
}

func (c *Column) share(n int) float64 { return float64(n) / float64(max(1, c.Cells)) }
