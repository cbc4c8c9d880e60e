package mapping

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// probable answers "0.7" with an entity of that p, "0.7?" with none though that is its p, and "0.7=" with a tie.
func probable(q core.Query) (core.Answer, error) {
	a := core.Answer{Mention: q.Mention, NIL: strings.HasSuffix(q.Mention, "?")}
	m := core.Match{ID: "T:" + q.Mention, Name: "n"}
	if _, err := fmt.Sscanf(q.Mention, "p%g", &m.P); err != nil {
		return core.Answer{Mention: q.Mention, NIL: true, PNIL: 1}, nil
	}
	if a.Matches, a.PNIL = []core.Match{m}, 1-m.P; strings.HasSuffix(q.Mention, "=") {
		a.Ambiguous = []string{m.ID, "T:other"}
	}
	return a, nil
}

// TestVerdicts has the id, tie and verdict of answers by their p, and the same mentions in the tally of the doubtful that
// the verdict does not accept.
func TestVerdicts(t *testing.T) {
	const in = "m\np0.95\np0.9\np0.89\np0.95=\np0.5\np0.49\np0.49=\np0.1\np0.09\np0.3?\np0.05?\nx\n \n"
	for _, tt := range []struct {
		minP  float64
		want  string // of each row
		below int
		sum   float64
	}{
		{DefaultMinP, "p0.95 accept,p0.9 accept,p0.89 review,p0.95= yes review,p0.5 review,- review,- yes review,- review,- none,- review,- none,- none,- ", 4, 0.49 + 0.49 + 0.1 + 0.09},
		{0, "p0.95 accept,p0.9 accept,p0.89 review,p0.95= yes review,p0.5 review,p0.49 review,p0.49= yes review,p0.1 review,p0.09 review,- review,- none,- none,- ", 0, 0},
	} {
		c := Config{Columns: []string{"m"}, Lookup: each(probable), MinP: tt.minP, Doubtful: NewTally(), Unmapped: NewTally()}
		out, stats, err := mapText(t, "t.csv", in, "out", c)
		check(t, err)
		var got []string
		doubtful := map[string]bool{}
		for _, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n")[1:] {
			f := strings.Split(line, ",")
			id := "-"
			if f[1] != "" {
				id = strings.TrimPrefix(f[1], "T:")
			}
			got = append(got, strings.ReplaceAll(id+" "+f[7]+" "+f[8], "  ", " "))
			if f[8] == VerdictReview || f[8] == VerdictNone {
				doubtful[f[0]] = true
			}
		}
		if s := strings.Join(got, ","); s != tt.want {
			t.Errorf("cut-off %v:\n%s, want\n%s", tt.minP, s, tt.want)
		}
		for _, s := range c.Doubtful.Top(100) {
			if !doubtful[s.Mention] {
				t.Errorf("cut-off %v: %s is for review, and no row says so", tt.minP, s.Mention)
			}
			delete(doubtful, s.Mention)
		}
		if len(doubtful) > 0 || stats.Below != tt.below || math.Abs(stats.BelowP-tt.sum) > 1e-9 {
			t.Errorf("cut-off %v: not for review: %v; %+v", tt.minP, doubtful, stats)
		}
		v := stats.Verdicts()
		if v[VerdictAccept] != 2 || v[VerdictAccept]+v[VerdictReview]+v[VerdictNone] != 12 {
			t.Errorf("cut-off %v: %v", tt.minP, v)
		}
	}
}

// TestVerdictOfParts accepts a mention if all of its parts are accepted, and says none if none of them is worth a look.
func TestVerdictOfParts(t *testing.T) {
	for mentions, want := range map[string]string{"p0.95 p0.9": VerdictAccept, "p0.95 p0.05": VerdictReview, "p0.05 x": VerdictNone} {
		r := document.Result{Mention: mentions}
		for _, m := range strings.Fields(mentions) {
			a, err := probable(core.Query{Mention: m})
			check(t, err)
			r.Answers = append(r.Answers, a)
		}
		if got := cutOff(DefaultMinP).verdict(&r); got != want {
			t.Errorf("%s: %s, want %s", mentions, got, want)
		}
	}
}

// TestCutOffInFormats leaves what is below the cut-off out of SSSOM, and shows it as NIL with its matches in JSONL.
func TestCutOffInFormats(t *testing.T) {
	c := Config{Columns: []string{"m"}, Lookup: each(probable), MinP: DefaultMinP}
	for format, want := range map[string]string{
		formatSSSOM: "p0.5\trdfs literal",
		formatJSONL: `{"mention":"p0.4=","nil":true,"matches":[{"id":"T:p0.4=",`,
	} {
		c.Format = format
		out, _, err := mapText(t, "t.csv", "m\np0.5\np0.4=\n", "out", c)
		if err != nil || !strings.Contains(out, want) || strings.Contains(out, "p0.4=\trdfs") {
			t.Errorf("%s: %v\n%s", format, err, out)
		}
	}
	cells, err := NewColumn(&c).Map([]string{"p0.4=", "p0.5"})
	check(t, err)
	if cells[0].ID != "" || !cells[0].NIL || !cells[0].Tied || cells[0].Verdict != VerdictReview || cells[1].ID == "" {
		t.Errorf("%+v", cells)
	}
}

// TestOneCutOff has the page and Python go by the same p as map.
func TestOneCutOff(t *testing.T) {
	sure, look, cut := Number(sureP), Number(reviewP), Number(DefaultMinP)
	for path, want := range map[string]string{
		"../../../mobile/web/page/column.js":   "MIN_P = " + cut + ", SURE = " + sure + ", REVIEW = " + look + ";",
		"../../python/src/normlet/pandas.py":   "\nMIN_P = " + cut + "\n",
		"../../python/src/normlet/_answers.py": "\n_SURE, _REVIEW = " + sure + ", " + look + " ",
		"../../normlet/agents/schema.go":       cut + " if it is left out",
		"../../../docs/map.md":                 "`--min-p` (" + cut + ")",
	} {
		content, err := os.ReadFile(filepath.FromSlash(path))
		if err != nil || !strings.Contains(string(content), want) {
			t.Errorf("%s lacks %q: %v", path, want, err)
		}
	}
}
