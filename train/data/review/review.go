// Package review reads people's decisions about doubtful mentions: the sheet of normlet map --review, filled in. It is
// a table of package sheet: CSV or TSV, as spreadsheets save them, or a workbook.
//
// The header of a sheet has the columns mention and decision, and perhaps candidate_1_id to candidate_3_id, in any
// order, and variants, mentions that mean the same with " | " between them; the package ignores others. A decision is
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
	VariantsColumn = "variants"
)

// Candidates is how many candidates a mention has.
const Candidates = 3

// CandidateColumn returns the column with the id of a candidate, from 1.
func CandidateColumn(n int) string { return fmt.Sprintf("candidate_%d_id", n) }

// Decision says what a mention means.
type Decision struct {
	Mention string
	IDs     []string // none: no entity
	Line    int      // of the sheet, from 1
}

const betweenVariants = " | "

// JoinVariants returns what the column of variants has for some mentions, as far as a cell of a workbook holds them. A mention
// that has what is between them would not be read back, so it is left out.
func JoinVariants(mentions []string) string {
	out := ""
	for _, m := range mentions {
		if more := betweenVariants + m; !strings.Contains(m, "|") && len(out)+len(more) <= 32767 {
			out += more
		}
	}
	return strings.TrimPrefix(out, betweenVariants)
}

// Read returns the decisions of the sheet at path, in its order. Rows of the same mention have to agree.
func Read(path string) ([]Decision, error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	made, _, err := readFrom(f, path, data.QueryOptions{})
	return made, err
}

// readFrom is Read for what r yields; path names it in errors. It says how the sheet was read, too.
func readFrom(r io.Reader, path string, o data.QueryOptions) ([]Decision, *data.FileReport, error) {
	in, err := openRows(r, path, o)
	if err != nil {
		return nil, nil, err
	}
	defer in.table.Close()
	made := map[string]*Decision{}
	var out []Decision
	for {
		d, variants, err := in.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		for _, mention := range append([]string{d.Mention}, variants...) {
			d := Decision{strings.Join(strings.Fields(mention), " "), d.IDs, d.Line}
			if before := made[d.Mention]; before == nil {
				made[d.Mention] = &d
				out = append(out, d)
			} else if !slices.Equal(before.IDs, d.IDs) {
				return nil, nil, fmt.Errorf("%s:%d: %q is decided otherwise in line %d; a mention has one decision", path, d.Line, d.Mention, before.Line)
			}
		}
	}
	if len(out) == 0 {
		return nil, nil, fmt.Errorf("%s: no row has a decision; fill in the column %s", path, DecisionColumn)
	}
	return out, in.report(), nil
}

// idsOf returns the ids of a decision; candidates are those of its row.
func idsOf(text string, candidates []string) (ids []string, err error) {
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
			if id = candidates[n-1]; id == "" {
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
