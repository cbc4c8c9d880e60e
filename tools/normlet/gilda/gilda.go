// Package gilda writes answers as Gilda's scored matches, for the web service and the Python package. docs/serve.md
// lists the differences from Gilda.
package gilda

import (
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/tools/normlet/answer"
)

// Match is Gilda's scored match.
type Match struct {
	Term  Term    `json:"term"`
	URL   string  `json:"url"`
	Score float64 `json:"score"`
	Match Detail  `json:"match"`
}

// Term is the name that matched, and its entity.
type Term struct {
	NormText  string `json:"norm_text"`
	Text      string `json:"text"`
	DB        string `json:"db"`
	ID        string `json:"id"`
	EntryName string `json:"entry_name"`
	Status    string `json:"status"`
	Source    string `json:"source"`
	Organism  string `json:"organism,omitempty"`
}

// Detail says how text and name agree: Gilda's keys, then normlet's.
type Detail struct {
	Query          string     `json:"query"`
	Ref            string     `json:"ref"`
	Exact          bool       `json:"exact"`
	SpaceMismatch  bool       `json:"space_mismatch"`
	DashMismatches []string   `json:"dash_mismatches"`
	CapCombos      [][]string `json:"cap_combos"`
	Stage          string     `json:"stage"`
	Distance       int        `json:"distance"`
	Similarity     float64    `json:"similarity"`
}

// leastP is the least P of a match by something else than a name: Gilda lists meanings, not near names.
const leastP = 0.04

// Matches returns the matches of an answer that f keeps, the likeliest first. If the answer is NIL, only entities that have
// the mention as a name are listed, since Gilda expresses doubt by the score alone.
func (f *Filter) Matches(a *core.Answer) []Match {
	list := []Match{} // rather than null
	for _, m := range a.Matches {
		if !f.keeps(&m) || (a.NIL && !a.Undecided() || m.P < leastP) && !m.Stage.IsName() {
			continue
		}
		db, id := split(m.ID, m.Namespace)
		list = append(list, Match{
			Term: Term{names.Key(m.Matched), m.Matched, db, id, m.Name, Status(m.Kind), m.Namespace, m.Taxon},
			URL:  link(db, id), Score: answer.Round(m.P),
			Match: Detail{
				Query: a.Mention, Ref: m.Matched, Exact: m.Stage == core.StageExact && names.Key(a.Mention) == names.Key(m.Matched), // else it was written out
				SpaceMismatch:  strings.Count(a.Mention, " ") != strings.Count(m.Matched, " "),
				DashMismatches: dashMismatches(a.Mention, m.Matched), CapCombos: [][]string{},
				Stage: m.Stage.String(), Distance: m.Distance, Similarity: answer.Round(m.Score),
			},
		})
	}
	return list
}

// Status is Gilda's word for a kind of name.
func Status(kind string) string {
	if kind == pack.KindPrimary.String() {
		return "name"
	}
	return "synonym"
}

// dashMismatches names the side that has more dashes.
func dashMismatches(query, ref string) []string {
	q, r := strings.Count(query, "-"), strings.Count(ref, "-")
	switch {
	case q > r:
		return []string{"query"}
	case r > q:
		return []string{"ref"}
	}
	return []string{}
}
