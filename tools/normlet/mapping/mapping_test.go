package mapping

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/klauspost/compress/gzip"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/train/data"
)

// known is a terminology of the names a to z, which have ids, and all else, which is NIL. "near a" is near, "a?b"
// may be both.
func known(q core.Query) (core.Answer, error) {
	if q.Mention == "fail" {
		return core.Answer{}, errors.New("no look-up")
	}
	stage := core.StageExact
	name, near := strings.CutPrefix(q.Mention, "near ")
	if near {
		stage = core.StageHamming
	}
	if len(name) == 1 {
		return core.Answer{Mention: q.Mention, Matches: []core.Match{{ID: "T:" + name, Namespace: "T", Name: "name " + name, Matched: name, Stage: stage, Score: 1, P: 0.9}}}, nil
	}
	if first, second, both := strings.Cut(q.Mention, "?"); both {
		return core.Answer{Mention: q.Mention, PNIL: 0.1, Matches: []core.Match{
			{ID: "T:" + first, Stage: core.StageHamming, P: 0.5, Margin: 0.1}, {ID: "T:" + second, Stage: core.StageHamming, P: 0.4, Margin: 0.4}}}, nil
	}
	return core.Answer{Mention: q.Mention, NIL: true, PNIL: 0.75}, nil
}

// each looks queries up one by one, and returns as many matches as are asked for.
func each(look func(core.Query) (core.Answer, error)) document.Lookup {
	return func(queries []core.Query, o core.Options) (out []core.Answer, err error) {
		for _, q := range queries {
			a, err := look(q)
			if err != nil {
				return nil, err
			}
			a.Matches = a.Matches[:min(len(a.Matches), o.K)]
			out = append(out, a)
		}
		return out, nil
	}
}

// mapText maps content, with composite mentions taken apart, and returns what is written to a file of the given name.
func mapText(t *testing.T, name, content, outName string, c Config) (string, Stats, error) {
	c.Missing = every
	t.Helper()
	dir := t.TempDir()
	path, outPath := filepath.Join(dir, name), filepath.Join(dir, outName)
	check(t, os.WriteFile(path, []byte(content), 0o666))
	if c.Lookup == nil {
		c.Lookup = each(known)
	}
	c.Options.Composites = true
	stats, err := mapFile(context.Background(), path, outPath, false, &c)
	if err != nil {
		if _, statErr := os.Stat(outPath); statErr == nil {
			t.Errorf("after the error %v there is an output", err)
		}
		return "", stats, errors.New(strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""))
	}
	if left, _ := filepath.Glob(outPath + ".*"); len(left) > 0 {
		t.Errorf("%v was left behind", left)
	}
	f, err := data.Open(outPath)
	check(t, err)
	defer f.Close()
	out, err := io.ReadAll(f)
	check(t, err)
	return string(out), stats, nil
}

func mapFile(ctx context.Context, path, outPath string, resume bool, c *Config) (Stats, error) {
	in, err := Open(path, c.Encoding, nil)
	if err != nil {
		return Stats{}, err
	}
	defer in.Close()
	out, err := new(output.Set).Resumable(outPath, Kind, resume)
	if err != nil {
		return Stats{}, err
	}
	defer out.Close()
	stats, err := Run(ctx, c, in, outPath, out, func(Stats) {})
	if err != nil {
		return stats, err
	}
	return stats, out.Commit()
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestFormats(t *testing.T) {
	const csvIn = "n,m\n1,a\n2,\"x, \"\"y\"\"\"\n3,\n4,b and c\n5,near d\n"
	for _, tt := range []struct {
		name, in string
		config   Config
		out      string
	}{
		{"t.csv", csvIn, Config{Columns: []string{"m"}, NilAs: "-"},
			"n,m,m_id,m_name,m_matched,m_stage,m_score,m_p,m_tied,m_verdict\n1,a,T:a,name a,a,exact,1,0.9,,accept\n2,\"x, \"\"y\"\"\",-,,,nil,,,,none\n3,,,,,,,,,\n" +
				"4,b and c,T:b|T:c,name b|name c,b|c,exact|exact,1|1,0.9|0.9,several,accept\n5,near d,T:d,name d,d,hamming,1,0.9,,accept\n"},
		{"t.csv", "n;m\n1;a\n", Config{Columns: []string{"m"}}, "n;m;m_id;m_name;m_matched;m_stage;m_score;m_p;m_tied;m_verdict\n1;a;T:a;name a;a;exact;1;0.9;;accept\n"},
		{"t.tsv", "m\tm_id\na\t\"\r\n", Config{Columns: []string{"1"}}, "m\tm_id\tm_id_2\tm_name\tm_matched\tm_stage\tm_score\tm_p\tm_tied\tm_verdict\na\t\"\tT:a\tname a\ta\texact\t1\t0.9\t\taccept\r\n"},
		{"t", "a\tb\n", Config{Columns: []string{"1", "2"}, NoHeader: true}, "a\tb\tT:a\tname a\ta\texact\t1\t0.9\t\taccept\tT:b\tname b\tb\texact\t1\t0.9\t\taccept\n"},
		{"t.csv", "m\n\"a\tb\"\n", Config{Columns: []string{"m"}, Format: formatTSV}, "m\tm_id\tm_name\tm_matched\tm_stage\tm_score\tm_p\tm_tied\tm_verdict\na b\t\t\t\tnil\t\t\t\tnone\n"},
		{"t.csv", "n,m\n<1>,a\n,\n", Config{Columns: []string{"m"}, Format: formatJSONL},
			`{"mention":"a","nil":false,"matches":[{"id":"T:a","name":"name a","matched":"a","stage":"exact","distance":0,"score":1,"p":0.9,"margin":0}],"verdict":"accept","column":"m","row":{"n":"<1>","m":"a"}}` + "\n" +
				`{"mention":"","nil":true,"matches":[],"column":"m","row":{"n":"","m":""}}` + "\n"},
		{"t", "{\"m\": \"q and r\", \"k\":[1]}\n\n{\"m\":null}\n", Config{Columns: []string{"m"}},
			`{"mention":"q and r","nil":false,"matches":[],"parts":[{"mention":"q","nil":false,"matches":[{"id":"T:q","name":"name q","matched":"q","stage":"exact","distance":0,"score":1,"p":0.9,"margin":0}]},{"mention":"r","nil":false,"matches":[{"id":"T:r","name":"name r","matched":"r","stage":"exact","distance":0,"score":1,"p":0.9,"margin":0}]}],"verdict":"accept","column":"m","row":{"m":"q and r","k":[1]}}` + "\n" +
				`{"mention":"","nil":true,"matches":[],"column":"m","row":{"m":null}}` + "\n"},
	} {
		for _, outName := range []string{"out", "out.gz", "out.zst"} {
			got, _, err := mapText(t, tt.name, tt.in, outName, tt.config)
			if err != nil || got != tt.out {
				t.Errorf("%q: %v,\n%s\nwant\n%s", tt.in, err, got, tt.out)
			}
		}
	}
}

func TestInOrder(t *testing.T) {
	const table = "d\tm\tn\n1\tNA\tx\n1\tx\tnear a\n2\tNA\tNB\n2\t\tnear b\n"
	for _, tt := range []struct {
		config Config
		want   string // ids of the first and the second column
	}{
		{Config{}, "- T:x T:x T:a - - - T:b"},
		{Config{InOrder: true}, "T:a T:x T:x T:a T:a T:b - T:b"},
		{Config{Document: "d"}, "T:a T:x T:x T:a - T:b - T:b"},
		{Config{Document: "d", Context: []string{"d"}}, "T:a T:x T:x T:a - T:b - T:b"},
	} {
		c := tt.config
		c.Columns = []string{"m", "n"}
		out, _, err := mapText(t, "t.tsv", table, "out.tsv", c)
		check(t, err)
		var got []string
		for _, line := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
			fields := strings.Split(line, "\t")
			got = append(got, cmp.Or(fields[3], "-"), cmp.Or(fields[11], "-"))
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%+v: %s, want %s", tt.config, s, tt.want)
		}
	}
}

// TestInOrderTogether maps what mentions around make likelier.
func TestInOrderTogether(t *testing.T) {
	const table = "d\tm\tn\n1\ta?b\ta?c\n1\tb\tc?b\n2\ta?c\t\n2\ta?c\tqq\n"
	for _, tt := range []struct {
		config Config
		want   string // ids of the first and the second column
	}{
		{Config{}, "T:a T:a T:b T:c T:a - T:a -"},
		{Config{InOrder: true}, "T:b T:c T:b T:c T:c - T:c -"},
		{Config{InOrder: true, Options: document.Options{Lookup: core.Options{MinP: 0.85}}}, "- - T:b - - - - -"},
		{Config{Document: "d"}, "T:b T:c T:b T:c T:a - T:a -"},
		{Config{Document: "n"}, "T:a T:a T:b T:c T:a - T:a -"}, // each row another
	} {
		c := tt.config
		c.Columns, c.NilAs = []string{"m", "n"}, "-"
		out, _, err := mapText(t, "t.tsv", table, "out.tsv", c)
		check(t, err)
		var got []string
		for _, line := range strings.Split(strings.TrimSpace(out), "\n")[1:] {
			fields := strings.Split(line, "\t")
			got = append(got, cmp.Or(fields[3], "-"), cmp.Or(fields[11], "-"))
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%+v: %s, want %s", tt.config, s, tt.want)
		}
	}
	for k, want := range map[int]int{0: 3, 1: 1, 2: 2, 5: 3} { // an injected candidate is the third
		out, _, err := mapText(t, "t.tsv", "m\na?b\nc\n", "out.jsonl", Config{Columns: []string{"m"}, InOrder: true, Options: document.Options{Lookup: core.Options{K: k}}, Format: formatJSONL})
		check(t, err)
		if first, _, _ := strings.Cut(out, "\n"); strings.Count(first, `"id":`) != want {
			t.Errorf("%d matches wanted: %s", k, first)
		}
	}
}

func TestSSSOM(t *testing.T) {
	got, stats, err := mapText(t, "t.csv", "m\na\nqq\nnear b\nc and d\n", "out.tsv", Config{Columns: []string{"m"}, Format: formatSSSOM, Version: "1.2", Prefixes: []string{"T", "MESH"}})
	check(t, err)
	digest := "mapping_set_id: \"https://w3id.org/sssom/mappings/normlet-"
	if i := strings.Index(got, digest); i < 0 {
		t.Errorf("no mapping_set_id in\n%s", got)
	} else {
		got = got[:i] + got[i+strings.Index(got[i:], "\n")+2:] // and the # of the next line
	}
	want := `#curie_map:
#  MESH: "http://id.nlm.nih.gov/mesh/"
#  T: "https://bioregistry.io/T:"
#  semapv: "https://w3id.org/semapv/vocab/"
#  skos: "http://www.w3.org/2004/02/skos/core#"
#  sssom: "https://w3id.org/sssom/"
#license: "https://w3id.org/sssom/license/unspecified"
subject_label	subject_type	predicate_id	object_id	object_label	mapping_justification	confidence	match_string	mapping_tool	mapping_tool_version
a	rdfs literal	skos:exactMatch	T:a	name a	semapv:LexicalMatching	0.9	a	normlet	1.2
near b	rdfs literal	skos:closeMatch	T:b	name b	semapv:SemanticSimilarityThresholdMatching	0.9	b	normlet	1.2
c	rdfs literal	skos:exactMatch	T:c	name c	semapv:LexicalMatching	0.9	c	normlet	1.2
d	rdfs literal	skos:exactMatch	T:d	name d	semapv:LexicalMatching	0.9	d	normlet	1.2
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if want := (Stats{Rows: 4, NIL: 1, Found: Stages{core.StageExact: 2, core.StageHamming: 1}, Lookups: 6, Accept: 3}); stats != want {
		t.Errorf("%+v, want %+v", stats, want)
	}
}

func TestEncodings(t *testing.T) {
	const text = "n,m\nJosé café,a\n"
	encode := func(s string, err error) string { check(t, err); return s }
	latin := encode(charmap.ISO8859_1.NewEncoder().String(text))
	little := encode(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text))
	bigNoMark := encode(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder().String("n,m" + strings.Repeat(" ", 40) + "\nJosé café,a\n"))
	for _, tt := range []struct{ content, encoding string }{
		{text, ""}, {"\ufeff" + text, ""}, {latin, "Latin-1"}, {little, "UTF-16LE"}, {bigNoMark, "UTF-16BE"},
		{strings.ReplaceAll(text, "\n", "\r\n"), ""},
	} {
		got, _, err := mapText(t, "t.csv", tt.content, "out.csv", Config{Columns: []string{"2"}})
		if err != nil || !strings.Contains(got, "\nJosé café,a,T:a,") {
			t.Errorf("%q: %v, %q", tt.content, err, got)
		}
		path := filepath.Join(t.TempDir(), "t.csv")
		check(t, os.WriteFile(path, []byte(tt.content), 0o666))
		in, err := Open(path, "", nil)
		check(t, err)
		if in.Encoding != tt.encoding {
			t.Errorf("%q: read as %q, want %q", tt.content, in.Encoding, tt.encoding)
		}
		in.Close()
	}
}

func TestBadInput(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, "m\n", strings.Repeat("a\nb\nc\n", 5000))
	check(t, z.Close())
	m := Config{Columns: []string{"m"}}
	for _, tt := range []struct {
		name, content string
		config        Config
		want          string
	}{
		{"t.csv", "", m, "t.csv: the file is empty"},
		{"t.csv", "\n\n", m, "t.csv: the table has no rows"},
		{"t.csv", "n,gene\n1,a\n", m, `t.csv: no column "m"; there are "n", "gene"`},
		{"t.csv", "n,gene\n1,a\n", Config{Columns: []string{"3"}}, `t.csv: no column "3"`},
		{"t.csv", "n,m\n1,a\n", Config{Columns: []string{"m"}, Context: []string{"text"}}, `t.csv: no column "text"; there are "n", "m"`},
		{"t.csv", "n,m\n1,a\n", Config{Columns: []string{"m"}, Document: "doc"}, `t.csv: no column "doc"; there are "n", "m"`},
		{"t.csv", "1,a\n", Config{Columns: []string{"3"}, NoHeader: true}, `t.csv: no column "3"; without a header there are the numbers 1 to 2`},
		{"t.csv", "n,m\n1,a\n2,b,c\n", Config{Columns: []string{"m"}, Strict: true}, "t.csv:3: 3 columns, the first row has 2"},
		{"t.tsv", "n\tm\n1\n", Config{Columns: []string{"m"}, Strict: true}, "t.tsv:2: 1 columns, the first row has 2"},
		{"t.csv", "n,m\n1,a\n2,\"b\n3,c\n", m, "t.csv:3: a quote is not closed, or stands inside a field without being doubled"},
		{"t.csv", "n,m\n1,a\"b\n", m, "t.csv:2: bare \" in non-quoted-field; such fields have to be quoted, and their quotes doubled"},
		{"t.csv", "n,m\n1,\"" + strings.Repeat("a\n", 8<<20+headSize), m, "t.csv:2: the row is longer than 16 MiB; is a quote not closed?"},
		{"t.tsv", "n\tm\n1\t" + strings.Repeat("a", 16<<20), m, "t.tsv:2: the line is longer than 16 MiB; is this a text file?"},
		{"t.csv", "n,m\n" + strings.Repeat("1,"+strings.Repeat("a", 61)+"\n", headSize/64) + "1,\xe9\n", m, fmt.Sprintf("t.csv:%d: not UTF-8, as what comes before is; if it is Latin-1, say --encoding latin1", headSize/64+2)},
		{"t.csv", "m\na\nfail\n", m, "no look-up"},
		{"t.jsonl", "{\"m\":\"a\"}\n{\"m\":\"a\n", m, "t.jsonl:2: not a JSON object"},
		{"t.jsonl", "null\n", m, "t.jsonl:1: not a JSON object"},
		{"t.jsonl", "{\"x\":1,\"gene\":\"a\"}\n", m, `t.jsonl:1: no key "m"; there are "gene", "x"`},
		{"t.jsonl", "{\"m\":[1]}\n", m, `t.jsonl:1: key "m": neither text nor a number`},
		{"t.jsonl", "{\"m\":1}\n", Config{Columns: []string{"m"}, Format: formatCSV}, "t.jsonl: objects may have any keys"},
		{"t.csv.gz", packed.String()[:packed.Len()-20], m, "t.csv.gz:"},
		{"t.csv", "m\na\n", Config{Columns: []string{"m"}, From: "xls"}, `t.csv: there is no format "xls"; there are csv, tsv, jsonl, json, xlsx, ods`},
		{"t.csv", "m\na\n", Config{Columns: []string{"m"}, Format: "xls"}, `there is no format "xls"`},
	} {
		_, _, err := mapText(t, tt.name, tt.content, "out", tt.config)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s %.40q: %v, want %q", tt.name, tt.content, err, tt.want)
		}
	}
}

// TestJobs: the order of rows and the bytes do not depend on the workers, and equal
// mentions are looked up once.
func TestJobs(t *testing.T) {
	in := bigTable(5 * blockRows)
	var want string
	for _, jobs := range []int{1, 3, 8} {
		var lookups atomic.Int64
		counting := each(func(q core.Query) (core.Answer, error) {
			lookups.Add(1)
			return known(q)
		})
		got, stats, err := mapText(t, "t.csv", in, "out.csv", Config{Columns: []string{"m"}, Jobs: jobs, Lookup: counting})
		check(t, err)
		if want == "" {
			want = got
			if lookups.Load() != 26 {
				t.Errorf("%d look-ups of 26 mentions", lookups.Load())
			}
		}
		if got != want || stats.Rows != 5*blockRows || strings.Count(got, "\n") != 5*blockRows+1 {
			t.Errorf("%d workers: another output; %+v", jobs, stats)
		}
	}
}

// bigTable has n rows with the mentions a to z.
func bigTable(n int) string {
	var b strings.Builder
	b.WriteString("n,m\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,%c\n", i, 'a'+i%26)
	}
	return b.String()
}

func TestCache(t *testing.T) {
	c := newCache()
	few := cacheShards * cacheBytes / bytesOf(&core.Query{Mention: "12345"}, &core.Answer{})
	for i := range testfull.Or(3, 4) * few {
		k := core.Query{Mention: fmt.Sprint(i)}
		c.put(k, core.Answer{})
		if _, ok := c.get(k); !ok {
			t.Fatalf("%v is forgotten at once", k)
		}
	}
	n := 0
	for i := range c.shards {
		n += len(c.shards[i].young) + len(c.shards[i].old)
	}
	if n > 2*few+few/8 { // the first numbers are short
		t.Errorf("%d mentions are remembered", n)
	}
}

// TestKind holds what may be replaced without being asked: what Run writes.
func TestKind(t *testing.T) {
	const in = "id\tname, \"first\"\n1\ta\n"
	for _, test := range []struct{ name, format, out string }{
		{"in.tsv", "", "out.tsv"}, {"in.tsv", formatCSV, "out.csv"}, {"in.tsv", formatJSONL, "out.jsonl"}, {"in.tsv", formatSSSOM, "out.tsv"},
	} {
		out, _, err := mapText(t, test.name, in, test.out, Config{Columns: []string{"2"}, Format: test.format, Lookup: each(known)})
		check(t, err)
		if !Kind.Ours([]byte(out)) {
			t.Errorf("%s: this would not be replaced:\n%s", test.out, out)
		}
	}
	for _, text := range []string{"", in, "a,b\n", "{\"a\":1}\n", "#curie_map:\n#mapping_set_id: \"mine\"\n", "x_id,x_name\n", "x_id,x_name,x_matched,x_stage,x_score\n,_p\n"} {
		if Kind.Ours([]byte(text)) {
			t.Errorf("this would be replaced: %q", text)
		}
	}
}
