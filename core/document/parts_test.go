package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
)

// genes answers mentions of a small terminology: a name is of one entity, or of several that are tied; what ends with a
// name is that part; all else is NIL.
func genes(queries []core.Query, _ core.Options) (out []core.Answer, err error) {
	known := map[string]string{"TNF": "1", "IL6": "2", "WAF1": "3", "p21": "3 4", "Cip": "4 3", "CDKN1A": "3", "JNK": "7 8"}
	for _, q := range queries {
		a := core.Answer{Mention: q.Mention, NIL: true, PNIL: 1}
		ids, p, stage := strings.Fields(known[q.Mention]), 0.95, core.StageExact
		if at := strings.LastIndexAny(q.Mention, "/ "); at > 0 {
			ids, p, stage = strings.Fields(known[q.Mention[at+1:]]), 0.5, core.StagePart
		}
		if len(ids) > 0 {
			p -= float64(len(ids)-1) / 10
			a.NIL, a.PNIL = false, 0
			a.Matches = []core.Match{{ID: ids[0], Stage: stage, P: p}}
		}
		if len(ids) > 1 {
			a.Ambiguous = ids
		}
		out = append(out, a)
	}
	return out, nil
}

// TestParts says what composite mentions mean to callers that show several entities, and to those that show one.
func TestParts(t *testing.T) {
	for _, tt := range []struct{ mention, several, one string }{
		{"TNF/IL6", "1 exact, 2 exact", "2 part 2|1"},
		{"TNF and IL6", "1 exact, 2 exact", "2 part 2|1"},
		{"TNF/JNK", "1 exact, 7 exact 7|8", "7 part 7|8|1"},
		{"p21/WAF1", "3 part", "3 part"},
		{"WAF1/CDKN1A", "3 part", "3 part"},
		{"WAF1/p21/TNF", "3 exact, 1 exact", "1 part 1|3"}, // two names of one, and another
		{"WAF1 and CDKN1A", "3 part", "3 part"},
		{"Cip/WAF1", "4 exact 4|3, 3 exact", "3 part 3|4"}, // most likely two
		{"TNF/unknown", "nil", "nil"},
		{"unknown/TNF", "1 part", "1 part"},
		{"TNF", "1 exact", "1 exact"},
		{"JNK", "7 exact 7|8", "7 exact 7|8"},
	} {
		for _, composites := range []bool{true, false} {
			for _, scope := range []Scope{Single, Joint} {
				results, err := New(genes, Options{Composites: composites, Scope: scope}).Text("", []string{tt.mention})
				if err != nil {
					t.Fatal(err)
				}
				want := tt.one
				if composites {
					want = tt.several
				}
				if got := describeAnswers(results[0].Answers); got != want {
					t.Errorf("%s, composites %t, scope %d: %s, want %s", tt.mention, composites, scope, got, want)
				}
				if len(results[0].Answers) == 1 && results[0].Answers[0].Mention != tt.mention {
					t.Errorf("%s: the answer is for %s", tt.mention, results[0].Answers[0].Mention)
				}
			}
		}
	}
}

func describeAnswers(answers []core.Answer) string {
	var out []string
	for _, a := range answers {
		if a.NIL {
			out = append(out, "nil")
			continue
		}
		out = append(out, strings.TrimSpace(fmt.Sprint(a.Matches[0].ID, " ", a.Matches[0].Stage, " ", strings.Join(a.Ambiguous, "|"))))
	}
	return strings.Join(out, ", ")
}
