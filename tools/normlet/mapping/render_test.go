package mapping

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// TestSSSOMLabels: the label of a mapping is the mention as it stands in the table, though it was looked up written
// out; only the parts of a composite mention have their own.
func TestSSSOMLabels(t *testing.T) {
	got, _, err := mapText(t, "t.csv", "m\nNA\nnear a\nb and c\n", "out.tsv", Config{Columns: []string{"m"}, Format: formatSSSOM, InOrder: true})
	check(t, err)
	var labels []string
	for line := range strings.Lines(got) {
		if !strings.HasPrefix(line, "#") {
			label, _, _ := strings.Cut(line, "\t")
			labels = append(labels, label)
		}
	}
	if s := strings.Join(labels, ","); s != "subject_label,NA,near a,b,c" {
		t.Errorf("labels %s in\n%s", s, got)
	}
}

// TestBadBytes: bytes that are not UTF-8 end the run in every format, JSONL included, whose decoder would replace
// them, and the error names the line.
func TestBadBytes(t *testing.T) {
	for name, content := range map[string]string{
		"t.csv":   "n,m\n1,a\n\xe9,b\n",
		"t.tsv":   "n\tm\n1\ta\n\xe9\tb\n",
		"t.jsonl": "{\"n\":1,\"m\":\"a\"}\n{\"n\":2,\"m\":\"b\"}\n{\"n\":\"\xe9\",\"m\":\"b\"}\n",
	} {
		_, _, err := mapText(t, name, content, "out", Config{Columns: []string{"m"}, Encoding: "utf-8"})
		if err == nil || err.Error() != name+":3: not UTF-8, as what comes before is; if it is Latin-1, say --encoding latin1" {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestParquetRows keeps all texts as they are, and numbers columns that have no names.
func TestParquetRows(t *testing.T) {
	lines := each(func(q core.Query) (core.Answer, error) {
		return core.Answer{Matches: []core.Match{{ID: "=1", Name: "<\x1b\r\n\">", Score: 1, P: 0.25}}}, nil
	})
	for _, tt := range []struct {
		noHeader bool
		want     string
	}{
		{false, `["m","n","m_id","m_name","m_matched","m_stage","m_score","m_p","m_tied","m_verdict"]` + "\n"},
		{true, `["1","2","1_id","1_name","1_matched","1_stage","1_score","1_p","1_tied","1_verdict"]` + "\n" +
			`["m","n","=1","\u003c\u001b\r\n\"\u003e","","exact","1","0.25","","review"]` + "\n"},
	} {
		c := Config{Columns: []string{"1"}, Format: FormatParquet, RawCells: true, Lookup: lines, NoHeader: tt.noHeader}
		got, _, err := mapText(t, "t.csv", "m,n\nx,\"a\nb\"\n", "out", c)
		want := tt.want + `["x","a\nb","=1","\u003c\u001b\r\n\"\u003e","","exact","1","0.25","","review"]` + "\n"
		if err != nil || got != want {
			t.Errorf("%v\n%swant\n%s", err, got, want)
		}
	}
}

// TestCells escapes what is from the pack, and neither the id that the user has chosen for NIL nor numbers.
func TestCells(t *testing.T) {
	answers := map[string][]core.Answer{
		"nil":     {{NIL: true}},
		"formula": {{Matches: []core.Match{{ID: "-1+1", Name: "=A1", Matched: "@x\x1b", Score: -0.5, P: 0.5}}}},
		"joined":  {{Matches: []core.Match{{ID: "-5", Name: "a", Matched: "=b", Score: -0.5}}}, {NIL: true}, {Matches: []core.Match{{ID: "=c", Name: "=d", Matched: "e"}}}},
	}
	for _, tt := range []struct {
		raw  bool
		want string
	}{
		{false, "=x,m,m_id,m_name,m_matched,m_stage,m_score,m_p,m_tied,m_verdict\n" +
			"+1,nil,=NA(),,,nil,,,,none\n-a,formula,'-1+1,'=A1,'@x\\x1b,exact,-0.5,0.5,,review\n=b,joined,'-5|=NA()|=c,a||=d,'=b||e,exact|nil|exact,-0.5||0,0||0,several,review\n"},
		{true, "=x,m,m_id,m_name,m_matched,m_stage,m_score,m_p,m_tied,m_verdict\n" +
			"+1,nil,=NA(),,,nil,,,,none\n-a,formula,-1+1,=A1,@x\x1b,exact,-0.5,0.5,,review\n=b,joined,-5|=NA()|=c,a||=d,=b||e,exact|nil|exact,-0.5||0,0||0,several,review\n"},
	} {
		r := open(t, "t.csv", "=x,m\n+1,nil\n-a,formula\n=b,joined\n", Config{Columns: []string{"m"}, NilAs: "=NA()", RawCells: tt.raw})
		out, err := r.render.head(), error(nil)
		for _, row := range r.nextBlock().rows {
			m := row.Fields[1]
			if out, err = r.render.row(out, &row, []document.Result{{Mention: m, Answers: answers[m]}}); err != nil {
				break
			}
		}
		got := string(out)
		if err != nil || got != tt.want {
			t.Errorf("raw %t: %v,\n%s\nwant\n%s", tt.raw, err, got, tt.want)
		}
	}
}
