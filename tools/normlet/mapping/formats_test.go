package mapping

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
)

// TestHeaderOfOutput numbers the added columns whose names are taken, by the table or by a column mapped before.
func TestHeaderOfOutput(t *testing.T) {
	for _, tt := range []struct {
		in, want string
		columns  []string
	}{
		{"m,m_id,m_id_2", "m,m_id,m_id_2,m_id_3,m_name,m_matched,m_stage,m_score,m_p,m_tied,m_verdict", []string{"m"}},
		{"m,n", "m,n,m_id,m_name,m_matched,m_stage,m_score,m_p,m_tied,m_verdict,m_id_2,m_name_2,m_matched_2,m_stage_2,m_score_2,m_p_2,m_tied_2,m_verdict_2", []string{"m", "1"}},
	} {
		r := open(t, "t.csv", tt.in+"\n", Config{Columns: tt.columns})
		if got := string(r.render.head()); got != tt.want+"\n" {
			t.Errorf("%s: %s, want %s", tt.in, got, tt.want)
		}
	}
	if head := open(t, "t.csv", "a\n", Config{Columns: []string{"1"}, NoHeader: true}).render.head(); head != nil {
		t.Errorf("a table without a header gets %q", head)
	}
}

// TestNumbers writes six decimals at most, and no zeros after the last.
func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{0.1234567: "0.123457", 0.5: "0.5", 1: "1", 0.0000004: "0", 12.25: "12.25"} {
		if got := Number(x); got != want {
			t.Errorf("%v is written %s, want %s", x, got, want)
		}
	}
}

// TestBetweenFormats maps from each format of tables to the others.
func TestBetweenFormats(t *testing.T) {
	m := []string{"1"}
	for _, tt := range []struct {
		name, in string
		config   Config
		want     string // how the output begins
	}{
		{"t.tsv", "m\tn\na\tx, y\n", Config{Format: formatCSV}, "m,n,m_id,m_name,m_matched,m_stage,m_score,m_p,m_tied,m_verdict\na,\"x, y\",T:a,"},
		{"t.csv", "m;n\na;x, y\n", Config{Format: formatTSV}, "m\tn\tm_id\tm_name\tm_matched\tm_stage\tm_score\tm_p\tm_tied\tm_verdict\na\tx, y\tT:a\t"},
		{"t.csv", "m,n\na,\"x\r\ny\tz\"\n", Config{Format: formatTSV}, "m\tn\tm_id\tm_name\tm_matched\tm_stage\tm_score\tm_p\tm_tied\tm_verdict\na\tx y z\tT:a\t"},
		{"t.csv", "a,b&\n", Config{Format: formatJSONL, NoHeader: true}, `{"mention":"a","nil":false,"matches":[{"id":"T:a","name":"name a","matched":"a","stage":"exact","distance":0,"score":1,"p":0.9,"margin":0}],"verdict":"accept","column":"1","row":{"1":"a","2":"b&"}}` + "\n"},
		{"t.csv", "m\na\n", Config{Format: formatJSONL, From: formatTSV}, `{"mention":"a",`},
	} {
		c := tt.config
		c.Columns = m
		if got, _, err := mapText(t, tt.name, tt.in, "out", c); err != nil || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q: %v, %q, want %q", tt.in, err, got, tt.want)
		}
	}
}

// TestMentionInObject gives the text of the cell, though it is looked up written out.
func TestMentionInObject(t *testing.T) {
	got, _, err := mapText(t, "t.csv", "m\nNA\nnear a\n", "out.jsonl", Config{Columns: []string{"m"}, InOrder: true, Format: formatJSONL})
	check(t, err)
	if want := `{"mention":"NA","nil":false,"matches":[{"id":"T:a",`; !strings.HasPrefix(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestCounts counts a cell by its first answer.
func TestCounts(t *testing.T) {
	stages := each(func(q core.Query) (core.Answer, error) {
		a, err := known(q)
		if q.Mention == "n" {
			a.Matches[0].Stage = core.StageNormalized
		}
		if q.Mention == "o" {
			a.Matches = nil
		}
		return a, err
	})
	for _, jsonl := range []bool{false, true} {
		name, content := "t.csv", "m,k\na,\nn,n\no,qq\na and c,near b\n \n"
		content = strings.Replace(content, "\n \n", "\n ,x\n", 1)
		if jsonl {
			name, content = "t.jsonl", "{\"m\":\"a\",\"k\":\"\"}\n{\"m\":\"n\",\"k\":\"n\"}\n{\"m\":\"o\",\"k\":\"qq\"}\n{\"m\":\"a and c\",\"k\":\"near b\"}\n{\"m\":\" \",\"k\":\"x\"}\n"
		}
		_, stats, err := mapText(t, name, content, "out", Config{Columns: []string{"m", "k"}, Lookup: stages})
		check(t, err)
		if want := (Stats{Rows: 5, Empty: 2, NIL: 2, Found: Stages{core.StageExact: 3, core.StageNormalized: 2, core.StageHamming: 1}, Lookups: 8, Accept: 6}); stats != want {
			t.Errorf("%s: %+v, want %+v", name, stats, want)
		}
	}
}
