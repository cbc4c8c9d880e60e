// Package review reads what people have decided about doubtful mentions: the sheet that normlet map --review writes,
// filled in. It is CSV or TSV, as spreadsheets save them, or a workbook of Excel.
//
// A sheet has a header with the columns mention and decision, and perhaps candidate_1_id to candidate_3_id; others do
// not matter, nor does their order. A decision is
//
//	1, 2 or 3     the candidate of this number
//	an id         that entity; several are separated by |
//	NIL or none   no entity
//	nothing       not decided
package review

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data"
)

// The columns that matter.
const (
	MentionColumn  = "mention"
	DecisionColumn = "decision"
)

// Candidates is how many candidates a mention has.
const Candidates = 3

// CandidateColumn returns the column with the id of a candidate, from 1.
func CandidateColumn(n int) string { return fmt.Sprintf("candidate_%d_id", n) }

// Decision is what a mention means.
type Decision struct {
	Mention string
	IDs     []string // none: no entity
	Line    int      // of the sheet, from 1
}

// Read returns the decisions of the sheet at path, in its order. Rows of the same mention have to agree.
func Read(path string) ([]Decision, error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readFrom(f, path)
}

// readFrom is Read for what r yields; path names it in errors.
func readFrom(r io.Reader, path string) ([]Decision, error) {
	rows, err := readRows(r, path)
	if err != nil {
		return nil, err
	}
	return decisions(path, rows)
}

// row is a row of a sheet.
type row struct {
	fields []string
	line   int
}

// at returns a field, "" where the row ends before it.
func (r *row) at(column int) string {
	if column < 0 || column >= len(r.fields) {
		return ""
	}
	return strings.TrimSpace(r.fields[column])
}

func decisions(path string, rows []row) ([]Decision, error) {
	if len(rows) == 0 || !isHeader(rows[0].fields) {
		return nil, fmt.Errorf("%s: no sheet of decisions: its first row has to have the columns %s and %s, as what normlet map --review writes",
			path, MentionColumn, DecisionColumn)
	}
	header := &rows[0]
	var candidates [Candidates]int
	for i := range candidates {
		candidates[i] = columnOf(header.fields, CandidateColumn(i+1))
	}
	mention, decision := columnOf(header.fields, MentionColumn), columnOf(header.fields, DecisionColumn)
	made := map[string]*Decision{}
	var out []Decision
	for i := range rows[1:] {
		r := &rows[1+i]
		text := r.at(decision)
		if text == "" {
			continue
		}
		d := Decision{Mention: strings.Join(strings.Fields(r.at(mention)), " "), Line: r.line}
		if d.Mention == "" {
			return nil, fmt.Errorf("%s:%d: decision %q about no mention", path, r.line, text)
		}
		var err error
		if d.IDs, err = idsOf(text, r, &candidates); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, r.line, err)
		}
		if before := made[d.Mention]; before == nil {
			made[d.Mention] = &d
			out = append(out, d)
		} else if !slices.Equal(before.IDs, d.IDs) {
			return nil, fmt.Errorf("%s:%d: %q is decided otherwise in line %d; a mention has one decision", path, r.line, d.Mention, before.Line)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no row has a decision; fill in the column %s", path, DecisionColumn)
	}
	return out, nil
}

// idsOf reads a decision.
func idsOf(text string, r *row, candidates *[Candidates]int) (ids []string, err error) {
	if isNone(text) {
		return nil, nil
	}
	for id := range strings.SplitSeq(text, "|") {
		id = strings.TrimSpace(id)
		if isNone(id) || id == "" {
			return nil, fmt.Errorf("decision %q: want ids separated by |, or NIL alone", text)
		}
		if len(id) == 1 && id[0] >= '1' && id[0] <= '0'+Candidates {
			n := int(id[0] - '0')
			if id = r.at(candidates[n-1]); id == "" {
				return nil, fmt.Errorf("decision %q: the row has no candidate %d; give an id, or NIL", text, n)
			}
		}
		if slices.Contains(ids, id) {
			return nil, fmt.Errorf("decision %q has %s twice", text, id)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func isNone(text string) bool {
	return strings.EqualFold(text, "nil") || strings.EqualFold(text, "none")
}

// isHeader reports whether a first row is that of a sheet of decisions.
func isHeader(fields []string) bool {
	return columnOf(fields, MentionColumn) >= 0 && columnOf(fields, DecisionColumn) >= 0
}

// columnOf returns the column of a name in any case, -1 if there is none.
func columnOf(header []string, name string) int {
	return slices.IndexFunc(header, func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), name) })
}
