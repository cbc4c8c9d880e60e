package mapping

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// TestColumnIsMap requires a Column to answer what a mapped CSV shows, composites, NIL, blanks and formulas included.
func TestColumnIsMap(t *testing.T) {
	mentions := []string{"a", "BRCA1/2", "unknown", " ", "formula", "a"}
	found := func(m string, p float64) core.Answer {
		return core.Answer{Mention: m, Matches: []core.Match{{ID: "T:" + m, Name: "=" + m, Matched: m, Stage: core.StageExact, Score: p / 3, P: p}}}
	}
	lookup := func(queries []core.Query, _ core.Options) ([]core.Answer, error) {
		out := make([]core.Answer, len(queries))
		for i, q := range queries {
			switch q.Mention {
			case "unknown", "BRCA1/2":
				out[i] = core.Answer{Mention: q.Mention, NIL: true, PNIL: 1}
			default:
				out[i] = found(q.Mention, 0.7)
			}
		}
		return out, nil
	}
	for _, raw := range []bool{false, true} {
		c := Config{Columns: []string{"m"}, Missing: every, Lookup: lookup, NilAs: "none", RawCells: raw, Options: document.Options{Composites: true}}
		text := "m,n\n" + strings.Join(mentions, ",x\n") + ",x\n"
		out, _, err := mapText(t, "t.csv", text, "out.csv", c)
		check(t, err)
		rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
		check(t, err)
		got, err := NewColumn(&c).Map(mentions)
		check(t, err)
		for i, row := range rows[1:] {
			if texts := got[i].Texts(); !slices.Equal(texts, row[2:]) {
				t.Errorf("%q: %q, map writes %q", mentions[i], texts, row[2:])
			}
		}
		if c := got[1]; c.ID != "T:BRCA1|T:BRCA2" || c.P != 0.7 || c.NIL || c.Empty || strings.HasPrefix(c.Name, "'") == raw {
			t.Errorf("composite: %+v", c)
		}
		if c := got[2]; c.ID != "none" || c.Stage != "nil" || !c.NIL || c.Empty {
			t.Errorf("NIL: %+v", c)
		}
		if c := got[3]; !c.Empty || c.NIL || c.ID != "" {
			t.Errorf("blank: %+v", c)
		}
	}
	if _, err := NewColumn(&Config{Lookup: func([]core.Query, core.Options) ([]core.Answer, error) { return nil, io.ErrUnexpectedEOF }}).Map(mentions); err == nil {
		t.Error("no error of the look-up")
	}
}

// TestAfterRowError requires a table to go on after a bad row, and only after one.
func TestAfterRowError(t *testing.T) {
	for _, tt := range []struct{ name, content, want string }{
		{"t.csv", "m,n\na,1\nb\nc,\"2\"x\"\nd,4\n", "a t.csv:3 t.csv:4 d"},
		{"t.tsv", "m\tn\na\t1\nb\nc\tc\t2\nd\t4\n", "a t.tsv:3 t.tsv:4 d"},
		{"t.jsonl", "{\"m\":\"a\"}\n[]\n{\"n\":1}\n{\"m\":\"d\"}\n", "a t.jsonl:2 t.jsonl:3 d"},
	} {
		r := open(t, tt.name, tt.content, Config{Columns: []string{"m"}, Strict: true})
		var got []string
		for {
			row, err := r.table.Next()
			if err == io.EOF {
				break
			}
			var p document.Place
			if err == nil {
				p, err = r.Place(&row)
			}
			if err == nil {
				got = append(got, p.Mentions[0])
				continue
			}
			at, _, _ := strings.Cut(err.Error(), ": ")
			if got = append(got, at); len(got) > 9 {
				t.Fatal(got)
			}
			if e, ok := errors.AsType[*RowError](err); !ok || e.File != tt.name {
				t.Errorf("%s: not a row error: %v", tt.name, err)
			}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, s, tt.want)
		}
	}
}

// TestColumnAlone requires a mention to mean the same whatever it is asked for with: engines cut columns anywhere.
func TestColumnAlone(t *testing.T) {
	lookup := func(queries []core.Query, _ core.Options) ([]core.Answer, error) {
		out := make([]core.Answer, len(queries))
		for i, q := range queries {
			out[i] = core.Answer{Mention: q.Mention, Matches: []core.Match{{ID: "T:" + q.Mention, Stage: core.StageExact, Score: 1, P: 1}}}
		}
		return out, nil
	}
	c := NewColumn(&Config{Lookup: lookup})
	for _, numeric := range []bool{false, true} {
		c.Numeric = numeric
		for _, beside := range [][]string{nil, {"a", "b"}, {"1", "2", "3"}} {
			got, err := c.Map(append([]string{"42"}, beside...))
			check(t, err)
			if want := map[bool]string{false: "", true: "T:42"}[numeric]; got[0].ID != want || numeric == (got[0].Stage == "number") {
				t.Errorf("42 beside %q, numeric %t: %+v", beside, numeric, got[0])
			}
		}
	}
	for _, tt := range []struct {
		first   []string
		numeric bool
	}{{[]string{"1", "", "n/a", "x"}, false}, {[]string{"1", "n/a", "", "2-Sep", "x"}, true}} {
		if check(t, c.Begin(tt.first)); c.Numeric != tt.numeric {
			t.Errorf("%q: numeric %t", tt.first, c.Numeric)
		}
	}
}
