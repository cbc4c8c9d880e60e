package mapping

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// TestVerbatim leaves what the input has to the byte: a byte order mark, sep=, titles, quotation marks, blanks, line ends.
func TestVerbatim(t *testing.T) {
	const added, found = ",m_id,m_name,m_matched,m_stage,m_score,m_p,m_tied,m_verdict", "T:a,name a,a,exact,1,0.9,,accept"
	semicolons := func(s string) string { return strings.ReplaceAll(s, ",", ";") }
	for _, tt := range []struct {
		name, in, out string
		config        Config
	}{
		{"t.csv", "\ufeffn,\"m\"\r\n\"1\",a\r\n2, \"a\" ,\n", "\ufeffn,\"m\"" + added + "\r\n\"1\",a," + found + "\r\n2,a," + found + ",\n", Config{}},
		{"t.csv", "sep=;\r\nn;m\r\n1;a", "sep=;\r\nn;m" + semicolons(added) + "\r\n1;a" + semicolons(";"+found), Config{}},
		{"t.csv", "# by \"me\n\nN,M \n1,\"a\"\n", "# by \"me\n\nN,M ,M _id,M _name,M _matched,M _stage,M _score,M _p,M _tied,M _verdict\n1,\"a\"," + found + "\n", Config{}},
		{"t.csv", "n,m,o\r\n1,a\r\n1,a,b,\"c,d\",e\r\n", "n,m,o" + added + "\r\n1,a,," + found + "\r\n1,a,b," + found + ",\"c,d\",e\r\n", Config{}},
		{"t.csv", "1,a\n2,a", "1,a," + found + "\n2,a," + found, Config{NoHeader: true, Columns: []string{"2"}}},
		{"t.csv", "x,y\nn,m\n1,a\n", "x,y\nn,m" + added + "\n1,a," + found + "\n", Config{HeaderRow: 2, Columns: []string{"2"}}},
		{"t.tsv", "#v 2\nm\tn\na\t\"\r\n", "#v 2\nm\tn" + strings.ReplaceAll(added, ",", "\t") + "\na\t\"\t" + strings.ReplaceAll(found, ",", "\t") + "\r\n", Config{}},
		{"t.csv", "A title, long\nm,n\n\"a\",x\n", "A title,long\nm,n" + added + "\na,x," + found + "\n", Config{Format: FormatXLSX}},
		{"t.csv", "m,n\na,x,y\n", `"row":{"m":"a","n":"x","3":"y"}}`, Config{Format: formatJSONL}},
	} {
		if tt.config.Columns == nil {
			tt.config.Columns = []string{"m"}
		}
		got, _, err := mapText(t, tt.name, tt.in, "out", tt.config)
		if err != nil || got != tt.out && !(tt.config.Format == formatJSONL && strings.Contains(got, tt.out)) {
			t.Errorf("%q: %v\n got %q\nwant %q", tt.in, err, got, tt.out)
		}
		if tt.config.Format == "" && !tt.config.NoHeader && !isMapped([]byte(got)) {
			t.Errorf("%q does not pass for an output", got)
		}
	}
	if _, _, err := mapText(t, "t.csv", "m,n\na,x,y\n", "out", Config{Columns: []string{"m"}, Format: FormatParquet}); err == nil || !strings.HasPrefix(err.Error(), "t.csv:2: 3 cells, and Parquet has no room") {
		t.Error(err)
	}
}

func TestSplit(t *testing.T) {
	for cell, want := range map[string]string{
		"TP53 /// MDM2":                   "TP53;MDM2",
		"TP53|MDM2; ":                     "TP53;MDM2",
		"a b\r\nc\n":                      "a b;c",
		"TP53, MDM2,TNF":                  "TP53, MDM2,TNF:TP53:MDM2:TNF",
		"IL-6 / TNF;KRAS":                 "IL-6 / TNF:IL-6:TNF;KRAS",
		"NaCl + KCl":                      "NaCl + KCl:NaCl:KCl",
		"CD3+CD28":                        "CD3+CD28:CD3:CD28",
		"carcinoma, renal cell":           "carcinoma, renal cell:carcinoma:renal cell",
		"CD4+ T cell":                     "CD4+ T cell",
		"Na+/K+ ATPase":                   "Na+/K+ ATPase",
		"HLA-A/B":                         "HLA-A/B",
		"TNF 10 ng/ml":                    "TNF 10 ng/ml",
		"anti-CD3 (clone A, B)":           "anti-CD3 (clone A, B)",
		"N,N-dimethylformamide":           "N,N-dimethylformamide",
		"1,2-dichloroethane":              "1,2-dichloroethane",
		" ;":                              "",
		strings.Repeat("ab;", maxNames+1): "",
	} {
		var got []string
		for _, s := range split(cell) {
			got = append(got, strings.Join(s, ":"))
		}
		if s := strings.Join(got, ";"); s != want {
			t.Errorf("%.40q: %q, want %q", cell, s, want)
		}
	}
}

// TestQuantities gives numbers and dates no answer in a column of names, but for those that were names.
func TestQuantities(t *testing.T) {
	lookup := each(func(q core.Query) (core.Answer, error) {
		a := core.Answer{Mention: q.Mention, Matches: []core.Match{{ID: "T:" + q.Mention, Name: q.Mention, Stage: core.StageHamming, P: 0.9}}}
		if q.Mention == "2-Sep" || q.Mention == "44075" {
			a.Matches[0].Stage = core.StageExcelDate
		}
		if q.Mention == "Oct-4" {
			a.Matches[0].Stage, a.Matches[0].Matched = core.StageExact, q.Mention
		}
		return a, nil
	})
	for _, tt := range []struct{ cells, want string }{
		{"a|b|Oct-4|Oct-5", "T:a hamming|T:b hamming|T:Oct-4 exact|- date"},
		{"a|b|c|7|1.5|50%|2024-04-05|2-Sep|44075|IL-6|14-3-3|x|y", "T:a hamming|T:b hamming|T:c hamming|- number|- number|- number|- date|T:2-Sep excel-date|T:44075 excel-date|T:IL-6 hamming|T:14-3-3 hamming|T:x hamming|T:y hamming"},
		{"a|7|8|n/a|9", "T:a hamming|T:7 hamming|T:8 hamming| |T:9 hamming"},
		{"a|7|n/a|n/a", "T:a hamming|- number| | "},
	} {
		cells := strings.Split(tt.cells, "|")
		c := Config{Columns: []string{"m"}, Lookup: lookup, NilAs: "-", Options: document.Options{Lookup: core.Options{K: 1}}}
		alone := NewColumn(&c)
		check(t, alone.Begin(cells))
		column, err := alone.Map(cells)
		check(t, err)
		var got, mapped []string
		for i := range column {
			got = append(got, column[i].ID+" "+column[i].Stage)
		}
		in, err := NewInput("t.tsv", readCloser{strings.NewReader("n\tm\n1\t" + strings.Join(cells, "\n1\t") + "\n")}, "")
		check(t, err)
		r, err := newRun(&c, in)
		check(t, err)
		b := r.nextBlock()
		check(t, r.resolve(context.Background(), b))
		out, err := r.show(b)
		check(t, err)
		for line := range bytes.Lines(out) {
			fields := strings.Split(string(line), "\t")
			mapped = append(mapped, fields[2]+" "+fields[5])
		}
		if strings.Join(got, "|") != tt.want || strings.Join(mapped, "|") != tt.want {
			t.Errorf("%s:\nby itself %s\nof a table %s\nwant %s", tt.cells, strings.Join(got, "|"), strings.Join(mapped, "|"), tt.want)
		}
		if n := strings.Count(tt.want, "- "); b.stats.Numbers != n {
			t.Errorf("%s: %+v", tt.cells, b.stats)
		}
	}
}

type readCloser struct{ *strings.Reader }

func (readCloser) Close() error { return nil }

// TestKinds looks the mentions of each column up in its namespace.
func TestKinds(t *testing.T) {
	lookup := each(func(q core.Query) (core.Answer, error) {
		return core.Answer{Mention: q.Mention, Matches: []core.Match{{ID: q.Namespace + "/" + q.Mention, Stage: core.StageExact, P: 0.9}}}, nil
	})
	out, _, err := mapText(t, "t.csv", "gene,tissue:old,x\na,b,c\na,a,a\n", "out", Config{Columns: []string{"gene:G", "tissue:old", "3:H", "Tissue:Old:T"}, Lookup: lookup})
	check(t, err)
	for _, want := range []string{"\na,b,c,G/a,", ",/b,", ",H/c,", ",T/b,", "\na,a,a,G/a,", ",/a,", ",H/a,", ",T/a,"} {
		if !strings.Contains(out, want) {
			t.Errorf("%s lacks %q", out, want)
		}
	}
	if _, _, err := mapText(t, "t.csv", "gene,n\na,1\n", "out", Config{Columns: []string{"gen:G"}}); err == nil || err.Error() != `t.csv: no column "gen:G"; there are "gene", "n"` {
		t.Error(err)
	}
}
