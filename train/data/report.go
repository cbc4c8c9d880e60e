package data

import (
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data/format"
)

// BadRow is the error of one row that breaks the format.
type BadRow struct {
	File   string
	Line   int // from 1, comment lines included
	Reason string
}

// Error returns "file:line: reason".
func (b *BadRow) Error() string {
	return fmt.Sprintf("%s:%d: %s", b.File, b.Line, b.Reason)
}

// Report says what reading a terminology found.
type Report struct {
	Sources     []SourceReport
	Rows        int               // rows or entries read, good and bad, without comments
	Entities    int               // in the terminology
	Names       int               // in the terminology
	Definitions int               // entities with one
	Relations   int               // in the terminology
	Duplicates  int               // names that their entity had already
	Bad         []BadRow          // the rows left out, in file order; empty without SkipBad
	Skipped     []Skipped         // what was left out on purpose, in order of appearance
	Secondary   map[string]string // retired or alternative id -> the id of its entity
	Notes       []string          // what a reader should know about the files
	Promoted    int               // entities without a primary row: the reader chose one
	Demoted     int               // further primary names of an entity, made exact
}

// FileReport says what one file was, and how it was read.
type FileReport struct {
	File          string `json:"file"`
	Format        string `json:"format"`                   // TSV or one of format.Names; of a query file see there
	Encoding      string `json:"converted_from,omitempty"` // "" for UTF-8
	format.Layout        // of a table
	Rows          int    `json:"rows"`
}

// SourceReport is that of a terminology file.
type SourceReport struct {
	FileReport
	First []Example `json:"first,omitempty"` // rows as they are understood
}

// column returns the column of a role, nil if there is none.
func (s *SourceReport) column(role string) *format.LayoutColumn {
	i := slices.IndexFunc(s.Columns, func(c format.LayoutColumn) bool { return c.Role == role })
	if i < 0 {
		return nil
	}
	return &s.Columns[i]
}

// note takes note of files that lack those that say which of their ids are obsolete.
func (r *Report) note() {
	for i := range r.Sources {
		f := format.Named(r.Sources[i].Format)
		if f == nil || f.RetiredBy == "" {
			continue
		}
		if !slices.ContainsFunc(r.Sources, func(s SourceReport) bool { return s.Format == f.RetiredBy }) {
			r.Notes = append(r.Notes, r.Sources[i].File+": "+f.Alone)
		}
	}
}

// Skipped counts entries left out for one reason.
type Skipped struct {
	Reason   string   `json:"reason"`
	Count    int      `json:"count"`
	Examples []string `json:"examples"` // the first few, with file and line where they have them
}

// maxExamples bounds Skipped.Examples.
const maxExamples = 3

// Skip counts an entry left out.
func (r *Report) Skip(reason, example string) {
	s := r.skipped(reason)
	if s.Count++; len(s.Examples) < maxExamples {
		s.Examples = append(s.Examples, example)
	}
}

func (r *Report) skipped(reason string) *Skipped {
	i := slices.IndexFunc(r.Skipped, func(s Skipped) bool { return s.Reason == reason })
	if i < 0 {
		i = len(r.Skipped)
		r.Skipped = append(r.Skipped, Skipped{Reason: reason})
	}
	return &r.Skipped[i]
}

// Add adds the findings of reading another terminology. The counts of names and entities stay
// those of r.
func (r *Report) Add(other *Report) {
	r.Sources = append(r.Sources, other.Sources...)
	r.Rows += other.Rows
	r.Duplicates += other.Duplicates
	r.Promoted += other.Promoted
	r.Demoted += other.Demoted
	r.Bad = append(r.Bad, other.Bad...)
	r.Notes = append(r.Notes, other.Notes...)
	for _, s := range other.Skipped {
		to := r.skipped(s.Reason)
		to.Count += s.Count
		to.Examples = append(to.Examples, s.Examples[:min(len(s.Examples), maxExamples-len(to.Examples))]...)
	}
	for from, to := range other.Secondary {
		if r.Secondary == nil {
			r.Secondary = map[string]string{}
		}
		if _, ok := r.Secondary[from]; !ok {
			r.Secondary[from] = to
		}
	}
}

// String returns the counts in one line.
func (r *Report) String() string {
	text := fmt.Sprintf("%d rows: %d names of %d entities, %d bad rows left out", r.Rows, r.Names, r.Entities, len(r.Bad))
	if r.Duplicates > 0 {
		text += fmt.Sprintf(", %d duplicate names", r.Duplicates)
	}
	return text
}

func (r *Report) reasons() string {
	var parts []string
	for _, s := range r.Skipped {
		parts = append(parts, fmt.Sprintf("%d %s", s.Count, s.Reason))
	}
	if len(parts) == 0 {
		return ""
	}
	return "; left out: " + strings.Join(parts, ", ")
}
