package mapping

import (
	"fmt"
	"strings"
	"testing"
)

// open reads the beginning of a table of the name and content.
func open(t *testing.T, name, content string, c Config) *run {
	c.Missing = every
	t.Helper()
	in, err := Open("-", c.Encoding, strings.NewReader(content))
	check(t, err)
	t.Cleanup(func() { in.Close() })
	in.Name = name
	r, err := newRun(&c, in)
	check(t, err)
	return r
}

// TestComma takes semicolons for commas where there are no commas.
func TestComma(t *testing.T) {
	for line, want := range map[string]byte{"a;b": ';', ";a": ';', "a,b;c": ',', ",b;c": ',', "a": ','} {
		if got := open(t, "t.csv", line+"\n", Config{Columns: []string{"1"}}).table.Comma; got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// TestFind prefers a name to a number, and knows columns only.
func TestFind(t *testing.T) {
	table := open(t, "t.csv", "3,m,1\n", Config{Columns: []string{"m"}}).table
	for name, want := range map[string]column{"m": {"m", 1, ""}, "3": {"3", 0, ""}, "1": {"1", 2, ""}, "2": {"m", 1, ""}, " M ": {"m", 1, ""}, "m:GO": {"m", 1, "GO"}, "2:GO": {"m", 1, "GO"}} {
		if got, err := find(&table.Shape, name); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", name, got, err, want)
		}
	}
	for _, name := range []string{"0", "4", "-1", "x", "2.0", "x:m"} {
		if got, err := find(&table.Shape, name); err == nil {
			t.Errorf("%q is column %v", name, got)
		}
	}
	bare := open(t, "t.csv", "3,m\n", Config{Columns: []string{"2"}, NoHeader: true}).table
	if got, err := find(&bare.Shape, "2"); err != nil || got != (column{"2", 1, ""}) {
		t.Errorf("%v, %v; want column 2", got, err)
	}
}

// TestLines says where rows begin, those after several lines in quotes, too.
func TestLines(t *testing.T) {
	for name, content := range map[string]string{
		"t.csv":   "n,m\n1,\"a\nb\"\n\n2,c\n\"3\n\n\",d\n4,e\n",
		"t.tsv":   "n\tm\n1\ta\n\n\n2\tc\n3\td\n\n\n4\te\n",
		"t.jsonl": "\n{\"m\":\"a\"}\n \n\n{\"m\":\"c\"}\n{\"m\":\"d\"}\n\n\n{\"m\":\"e\"}\n",
	} {
		r := open(t, name, content, Config{Columns: []string{"m"}})
		b := r.nextBlock()
		var lines []int
		for _, row := range b.rows {
			lines = append(lines, row.Line)
		}
		if fmt.Sprint(lines) != "[2 5 6 9]" {
			t.Errorf("%s: rows at lines %v (%v)", name, lines, b.err)
		}
	}
	for _, tt := range []struct{ name, content, want string }{
		{"t.csv", "n,m\n1,\"a\nb\"\n2,c,d\n", "t.csv:4: 3 columns"},
		{"t.csv", "n,m\n1,\"a\nb\"\n2,c\"d\n", "t.csv:4: bare \""},
		{"t.csv", "n,m\n\"1\n\n\",\"a\nb\n", "t.csv:2: a quote is not closed"},
		{"t.tsv", "n\tm\n\n1\n", "t.tsv:3: 1 columns"},
	} {
		if _, _, err := mapText(t, tt.name, tt.content, "out", Config{Columns: []string{"m"}, Strict: true}); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.content, err, tt.want)
		}
	}
}

// TestLongestRow reads rows up to the limit, each by itself: the limit is none of the file.
func TestLongestRow(t *testing.T) {
	long := strings.Repeat("a", 16<<20-headSize)
	more := long[:2*headSize]
	for _, tt := range []struct{ name, content string }{
		{"t.csv", "m\n\"" + long + "\"\nb\n\"" + more + "\"\n"},
		{"t.tsv", "n\tm\n1\t" + long + "\n2\tb\n3\t" + more + "\n"},
	} {
		r := open(t, tt.name, tt.content, Config{Columns: []string{"m"}})
		for rows := 0; rows < 3; {
			b := r.nextBlock()
			if rows += len(b.rows); b.err != nil && rows < 3 {
				t.Fatalf("%s: %v after %d rows", tt.name, b.err, rows)
			}
		}
	}
}

// TestBlocks holds the limits of blocks, which decide the bytes of compressed outputs and what can be gone on with.
func TestBlocks(t *testing.T) {
	const mib = 1 << 20
	for _, tt := range []struct {
		rows, size int // size: of a field
		want       string
	}{
		{5000, 1, "[2048 2048 904]"},
		{4096, 1, "[2048 2048 0]"},
		{9, mib, "[4 4 1]"},
		{9, mib - 80, "[4 4 1]"}, // a row counts 64 bytes more, a field 16
		{9, mib - 81, "[5 4]"},
	} {
		r := open(t, "t.csv", "m\n"+strings.Repeat(strings.Repeat("a", tt.size)+"\n", tt.rows), Config{Columns: []string{"m"}})
		var got []int
		for {
			b := r.nextBlock()
			got = append(got, len(b.rows))
			if b.err != nil {
				break
			}
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%d rows of %d bytes: blocks of %v, want %s", tt.rows, tt.size, got, tt.want)
		}
	}
	object := Row{Object: []byte("{}")}
	if object.Size() != 66 {
		t.Errorf("an object of 2 bytes counts %d", object.Size())
	}
}

// TestDigestOfRows tells rows apart whose fields join to the same text.
func TestDigestOfRows(t *testing.T) {
	seen := map[[32]byte]string{}
	for _, tt := range [][2]string{
		{"t.csv", "n,m\nab,c\n"}, {"t.csv", "n,m\na,bc\n"}, {"t.csv", "n,m\nab,c\nab,c\n"}, {"t.csv", "n,m\nab,d\nab,c\n"},
		{"t.jsonl", "{\"m\":\"a\"}\n"}, {"t.jsonl", "{\"m\":\"b\"}\n"},
	} {
		b := open(t, tt[0], tt[1], Config{Columns: []string{"m"}}).nextBlock()
		if other, ok := seen[b.sum]; ok {
			t.Errorf("%q has the digest of %q", tt[1], other)
		}
		seen[b.sum] = tt[1]
	}
	one := open(t, "t.csv", "m\n"+strings.Repeat("a\n", 2*blockRows), Config{Columns: []string{"m"}})
	if first, second := one.nextBlock().sum, one.nextBlock().sum; first == second {
		t.Error("the digest of the second block leaves out the first")
	}
}

func TestKeys(t *testing.T) {
	columns := []string{"m", "n"}
	out, _, err := mapText(t, "t.jsonl", "{\"m\":\"a\",\"n\":12.50}\n{\"n\":true}\n{}\n{\"m\":\"\\u0062\",\"n\":null}\n", "out.jsonl", Config{Columns: columns})
	check(t, err)
	var mentions []string
	for line := range strings.Lines(out) {
		mention, _, _ := strings.Cut(strings.TrimPrefix(line, `{"mention":"`), `"`)
		mentions = append(mentions, mention)
	}
	if got := strings.Join(mentions, "|"); got != "a|12.50||true|||b|" {
		t.Errorf("mentions %s", got)
	}
	for content, want := range map[string]string{
		"{\"m\":\"a\"}\n":                      `t.jsonl:1: no key "n"; there are "m"`,
		"{\"m\":\"a\",\"n\":{}}\n":             `t.jsonl:1: key "n": neither text nor a number`,
		"{\"m\":\"a\",\"n\":1}\n[1]\n":         `t.jsonl:2: not a JSON object`,
		"{\"m\":\"a\",\"n\":1}\n{\"m\":[]}\n":  `t.jsonl:2: key "m": neither text nor a number`,
		"{\"x\":\"a\",\"n\":1,\"c\":2}\n":      `t.jsonl:1: no key "m"; there are "c", "n", "x"`,
		"\n\n{\"m\":\"a\",\"n\":\"\\ud800\"\n": `t.jsonl:3: not a JSON object`,
	} {
		if _, _, err := mapText(t, "t.jsonl", content, "out.jsonl", Config{Columns: columns}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", content, err, want)
		}
	}
	if _, _, err := mapText(t, "t.jsonl", "{\"m\":\"a\"}\n{}\n", "out.jsonl", Config{Columns: columns[:1]}); err == nil || !strings.HasPrefix(err.Error(), `t.jsonl:2: no key "m"`) {
		t.Errorf("an object without the only key: %v", err)
	}
}

// TestEmptyLines are cells without text in a table of one column, and nothing in a wider one. CSV leaves them out.
func TestEmptyLines(t *testing.T) {
	for _, tt := range []struct {
		name, content string
		rows, empty   int
	}{
		{"t.tsv", "m\na\n\nb\n", 3, 1},
		{"t.tsv", "m\tn\na\t1\n\nb\t2\n", 2, 0},
		{"t.tsv", "m\tn\na\t1\n\t\nb\t2\n", 3, 1},
		{"t.csv", "m\na\n\nb\n", 2, 0},
		{"t.jsonl", "{\"m\":\"a\"}\n\n{\"m\":\"\"}\n", 2, 1},
	} {
		_, stats, err := mapText(t, tt.name, tt.content, "out", Config{Columns: []string{"m"}})
		if err != nil || stats.Rows != tt.rows || stats.Empty != tt.empty {
			t.Errorf("%q: %d rows, %d empty, %v; want %d and %d", tt.content, stats.Rows, stats.Empty, err, tt.rows, tt.empty)
		}
	}
}
