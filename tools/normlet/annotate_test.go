package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/internal/testfull"
)

const annotated = "No sign of asthma in mice without FOXP2."

// taggedPack is small, has a tagger, and knows what the texts of these tests name.
var taggedPack = sync.OnceValue(func() string {
	return packed(assembled(`MESH:D001249	asthma	primary	100	disease
MESH:D003920	diabetes mellitus	primary	100	disease
NCBITaxon:10090	mice	primary	100	species
NCBITaxon:9606	man	primary	100	species
NCBIGene:93986	FOXP2	primary	100	NCBIGene
NCBIGene:7157	TP53	primary	100	NCBIGene
`, "disease=Disease", "species=Species", "NCBIGene=Gene"))
})

// newTagged is newFixture whose t.normpack has a tagger.
func newTagged(t *testing.T) *fixture {
	f := newFixture(t)
	f.write("t.normpack", taggedPack())
	return f
}

// TestAnnotateFormats writes what is found in each format.
func TestAnnotateFormats(t *testing.T) {
	for format, want := range map[string]string{
		"table":    "standard input:11-17",
		"json":     `"start":11,"end":17,"text":"asthma"`,
		"jsonl":    `"ids":["MESH:D001249"]`,
		"pubtator": "\t11\t17\tasthma\tDisease\tMESH:D001249\n",
		"bioc":     `"locations":[{"offset":11,"length":6}]`,
		"brat":     "Reference T1 MESH:D001249\t",
		"conll":    "-DOCSTART-\tO\n\nNo\tO\nsign\tO\nof\tO\nasthma\tB-Disease\nin\tO\n",
		"spacy":    `{"start":11,"end":17,"label":"Disease","kb_id":"MESH:D001249","says":"negated"}`,
		"html":     "<mark class=\"e negated\" style=\"--h:210\" title=\"Disease&#10;",
	} {
		f := newTagged(t)
		args := []string{"annotate", "--format", format}
		if format != "table" { // else the default pack
			args = append(args, "--pack", "DIR/t.normpack")
		}
		code, out, messages := f.run(strings.NewReader(annotated), args...)
		if format == "html" {
			out = strings.ReplaceAll(out, "title=\"Disease\n", "title=\"Disease&#10;")
		}
		if format == "html" && !strings.Contains(out, ">asthma<small>Disease</small></mark>") {
			t.Errorf("no label: %s", out)
		}
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: status %d, %s, no %q in\n%s", format, code, messages, want, out)
		}
		if want := map[bool]string{true: "1 text: 3 entities\n"}[format == "table"]; messages != want {
			t.Errorf("%s: %s", format, messages)
		}
	}
}

// TestAnnotateIDsOfADocument: ids of marks go on from part to part of a long text, and start anew in each document.
func TestAnnotateIDsOfADocument(t *testing.T) {
	f := newTagged(t)
	long := strings.Repeat("No sign of asthma in mice.\n", 40000) // four parts
	runes := []rune(long)
	twice := func(list []string) int { return len(list) - len(slices.Compact(slices.Sorted(slices.Values(list)))) }
	code, out, messages := f.run(strings.NewReader(long), "annotate", "--pack", "DIR/t.normpack", "--format", "brat")
	var ids []string
	for line := range strings.Lines(out) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		ids = append(ids, cells[0])
		var from, to int
		if _, err := fmt.Sscanf(cells[1], "Disease %d %d", &from, &to); err == nil && string(runes[from:to]) != cells[2] {
			t.Fatalf("%s: there stands %q", line, string(runes[from:to]))
		}
	}
	if n := twice(ids); code != 0 || n > 0 || len(ids) < 80000 {
		t.Errorf("status %d, %s: %d of %d ids of brat come again", code, messages, n, len(ids))
	}
	f.write("long.txt", long)
	f.write("short.txt", "No asthma.")
	code, out, messages = f.run(nil, "annotate", f.path("long.txt"), f.path("short.txt"), "--pack", "DIR/t.normpack", "--format", "bioc")
	var collection struct {
		Documents []struct {
			Passages []struct {
				Offset      int
				Annotations []struct{ ID string }
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &collection); err != nil || code != 0 || len(collection.Documents) != 2 {
		t.Fatalf("status %d, %s, %v: %d documents", code, messages, err, len(collection.Documents))
	}
	for i, least := range []int{80000, 1} {
		ids = nil
		for _, p := range collection.Documents[i].Passages {
			for _, a := range p.Annotations {
				ids = append(ids, a.ID)
			}
		}
		if n := twice(ids); n > 0 || len(ids) < least || ids[0] != "1" {
			t.Errorf("document %d: %d of %d ids of BioC come again, the first is %s", i, n, len(ids), ids[0])
		}
	}
}

// TestAnnotateFolder writes a file for each document, which one file of brat cannot hold.
func TestAnnotateFolder(t *testing.T) {
	f := newTagged(t)
	f.check(os.MkdirAll(f.path("notes/b"), 0o777))
	a, b, same := f.write("notes/a.txt", "No asthma.\nNow FOXP2."), f.write("notes/=b c.md", "asthma"), f.write("notes/b/A.txt", "mice")
	docs := f.write("docs.pubtator", "7|t|asthma\n7|a|\n\n../8|t|mice\n../8|a|\n")
	several := "a file of brat holds one document: state --out FOLDER"
	for _, args := range [][]string{{f.path("notes")}, {a, b}, {docs}} {
		if code, _, messages := f.run(nil, append([]string{"annotate", "--pack", "DIR/t.normpack", "--format", "brat"}, args...)...); code == 0 || !strings.Contains(messages, several) {
			t.Errorf("%q: status %d, %s", args, code, messages)
		}
	}
	run := func(more ...string) (code int, messages string) {
		code, _, messages = f.run(nil, append([]string{"annotate", "--pack", "DIR/t.normpack", "--out", "DIR/found", a, b, same, docs}, more...)...)
		return code, messages
	}
	if code, messages := run("--format", "brat"); code != 0 || !strings.Contains(messages, "5 texts: 6 entities") {
		t.Fatalf("status %d, %s", code, messages)
	}
	for name, want := range map[string]string{
		"a.txt": "No asthma.\nNow FOXP2.", "a.ann": "T1\tDisease 3 9\tasthma\nN1\tReference T1 MESH:D001249\tasthma\nA1n\tNegated T1\nT2\tGene 15 20\tFOXP2\nN2\tReference T2 NCBIGene:93986\tFOXP2\n",
		"A-2.txt": "mice", "_b_c.txt": "asthma", "7.txt": "asthma\n\n", "8.txt": "mice\n\n",
	} {
		if got := f.read("found/" + name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	f.write("found/lone.ann", "mice")
	if code, _, messages := f.run(nil, "annotate", "--pack", "DIR/t.normpack", f.path("found")); code != 0 || !strings.Contains(messages, "6 texts: 7 entities") {
		t.Errorf("marks beside texts: status %d, %s", code, messages)
	}
	f.check(os.Remove(f.path("found/lone.ann")))
	if code, _, messages := f.run(nil, "annotate", "--pack", "DIR/t.normpack", "Patient has asthma"); code == 0 || !strings.Contains(messages, "standard input") {
		t.Errorf("a text in place of a file: status %d, %s", code, messages)
	}
	before := listing(t, f.path("found"))
	if code, messages := run("--format", "brat"); code == 0 || !strings.Contains(messages, "a.ann") {
		t.Errorf("files are replaced without being asked: %d, %s", code, messages)
	}
	if code, messages := run("--format", "brat", "--force"); code != 0 {
		t.Errorf("status %d, %s", code, messages)
	}
	for _, lost := range []string{"a.ann", "7.ann", "7.txt"} { // as a run leaves it that ends between the files of a
		f.check(os.Remove(f.path("found/" + lost)))
	}
	if code, messages := run("--format", "brat", "--resume"); code != 0 || !strings.Contains(messages, "2 texts: 3 entities\n3 texts had files before\n") {
		t.Errorf("to go on: status %d, %s", code, messages)
	}
	f.check(os.Remove(f.path("found/8.ann")))
	f.write("found/8.txt", "mine")
	if code, messages := run("--format", "brat", "--resume"); code == 0 || f.read("found/8.txt") != "mine" {
		t.Errorf("a file of somebody else is replaced: status %d, %s", code, messages)
	}
	if code, messages := run("--format", "brat", "--resume", "--force"); code != 0 || !strings.Contains(messages, "1 text: 1 entity") {
		t.Errorf("status %d, %s", code, messages)
	}
	if code, _, messages := f.run(nil, "annotate", "--resume", a); code != exitUsage || !strings.Contains(messages, "--out") {
		t.Errorf("--resume alone: status %d, %s", code, messages)
	}
	if code, _, messages := f.run(nil, "annotate", "--pack", "DIR/t.normpack", "--format", "brat", "--out", "DIR/tree", f.path("notes")); code != 0 || f.read("tree/b/A.txt") != "mice" || f.read("tree/b/A.ann") == "" || f.read("tree/a.txt") == "" {
		t.Errorf("a folder in gives a folder out: status %d, %s", code, messages)
	}
	if after := listing(t, f.path("found")); !slices.Equal(before, after) || len(after) != 10 {
		t.Errorf("%q, then %q", before, after)
	}
	if code, messages := run("--format", "jsonl"); code != 0 || !strings.Contains(f.read("found/a.jsonl"), `"start":15`) {
		t.Errorf("status %d, %s", code, messages)
	}
	if code, _, messages := f.run(nil, "annotate", "--pack", "DIR/t.normpack", "--out", "DIR/notes", "--force", "--format", "brat", a); code == 0 || f.read("notes/a.txt") != "No asthma.\nNow FOXP2." {
		t.Errorf("an input is replaced: %d, %s", code, messages)
	}
}

func listing(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestAnnotateNames says that a pack without a tagger finds names alone.
func TestAnnotateNames(t *testing.T) {
	f := newFixture(t)
	f.write("parts.tsv", "P:1\thexagon bolt\tprimary\nP:2\twing nut\tprimary\n")
	f.transcript("build DIR/parts.tsv --out DIR/parts.normpack")
	code, out, messages := f.run(strings.NewReader("Two wing nuts and a hexagon bolt."), "annotate", "--pack", "DIR/parts.normpack", "--format", "jsonl")
	if code != 0 || !strings.Contains(messages, "the pack has no tagger") || !strings.Contains(out, `"P:1"`) {
		t.Errorf("status %d, %s\n%s", code, messages, out)
	}
}

// TestAnnotateInputs reads the files that people have.
func TestAnnotateInputs(t *testing.T) {
	for name, tt := range map[string]struct{ content, want string }{
		"page.html":   {"<!DOCTYPE html><html><head><title>no TP53</title></head><body><p>It was <b>asth</b>ma &amp; <i>FOXP2</i><script>TP53</script></body></html>", "asthma FOXP2"},
		"jats.xml":    {`<?xml version="1.0"?><article><front><article-meta><article-id>7</article-id><title-group><article-title>FOXP2</article-title></title-group><contrib>TP53</contrib></article-meta></front><body><p>in asthma <xref>TP53</xref></p></body><back><ref-list>TP53</ref-list></back></article>`, "FOXP2 asthma"},
		"pubmed.xml":  {"<PubmedArticleSet><PubmedArticle><PMID>1</PMID><ArticleTitle>FOXP2</ArticleTitle></PubmedArticle><PubmedArticle><PMID>2</PMID><AbstractText>asthma</AbstractText></PubmedArticle></PubmedArticleSet>", "FOXP2 asthma"},
		"open.html":   {"<html><head><script>if (a<b && c>0) { f(\"</div>\") }</script><body><p>asthma<br>and <5 or &nbsp;&foo; <ul><li>FOXP2<li>it", "asthma FOXP2"},
		"a.pubtator":  {"1|t|FOXP2\n1|a|in asthma\n1\t0\t5\tFOXP2\tGene\n", "FOXP2 asthma"},
		"latin.txt":   {"caf\xe9 and asthma", "asthma"},
		"windows.txt": {"asthma\r\nFOXP2\r\n", "asthma FOXP2"},
		"a.conll":     {"FOXP2\tB-Gene\nin\tO\nasthma\tO\n", "FOXP2 asthma"},
		"note.json":   {fhirOf("DocumentReference", "a", `"content":[{"attachment":{"contentType":"image/png","data":"AAAA"}},{"attachment":{"contentType":"text/html","data":"`+base64Of("<p>mice")+`"}},{"attachment":{"contentType":"text/plain; charset=utf-8","data":"`+base64Of("asthma")+`"}}],"text":{"div":"TP53"}`), "asthma"},
		"bundle.json": {`{"resourceType":"Bundle","entry":[{"fullUrl":"x"},{"resource":` + fhirOf("Patient", "p", `"text":{"div":"TP53"},"content":1`) + `},{"resource":` + fhirOf("DiagnosticReport", "b", `"presentedForm":[{"contentType":"text/html","data":"`+base64Of("<html><p>asthma</p><script>TP53</script></html>")+`"}],"conclusion":"TP53"`) + `}]}`, "asthma"},
		"bulk.ndjson": {fhirOf("DiagnosticReport", "c", `"text":{"div":"<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>asth<b>ma</b></p></div>"}`) + "\n" + fhirOf("DiagnosticReport", "d", `"text":{"div":" "},"conclusion":"FOXP2"`) + "\n" + fhirOf("DocumentReference", "e", `"content":[{"attachment":{"url":"Binary/1"}}]`), "asthma FOXP2"},
	} {
		f := newTagged(t)
		path := f.write(name, tt.content)
		code, out, messages := f.run(nil, "annotate", path, "--pack", "DIR/t.normpack", "--format", "conll")
		var got []string
		for line := range strings.Lines(out) {
			if word, label, _ := strings.Cut(strings.TrimSpace(line), "\t"); label != "O" && word != "" {
				got = append(got, word)
			}
		}
		if s := strings.Join(got, " "); code != 0 || strings.ReplaceAll(s, "FOXP 2", "FOXP2") != tt.want {
			t.Errorf("%s: status %d, %s: %q, want %q", name, code, messages, s, tt.want)
		}
	}
}

func fhirOf(kind, id, rest string) string {
	return fmt.Sprintf(`{"resourceType":%q,"id":%q,%s}`, kind, id, rest)
}

func base64Of(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// TestAnnotateTable reads a text of each row, and names it by its id or its line.
func TestAnnotateTable(t *testing.T) {
	f := newTagged(t)
	csv, jsonl := f.write("n.csv", "note;text\nn1;\"asthma; no\nmice\"\nn2;\n;FOXP2\n"), f.write("n.jsonl", `{"note":7,"text":"asthma"}`)
	for _, tt := range []struct{ args, want string }{
		{csv + " --column text --id-column note", "n1|0|6|asthma n1|11|15|mice n.csv:5|0|5|FOXP2"},
		{csv + " --column 2", "n.csv:2|0|6|asthma n.csv:2|11|15|mice n.csv:5|0|5|FOXP2"},
		{jsonl + " --column text --id-column note", "7|0|6|asthma"},
	} {
		code, out, messages := f.run(nil, append([]string{"annotate", "--pack", "DIR/t.normpack", "--format", "pubtator"}, strings.Fields(tt.args)...)...)
		var got []string
		for line := range strings.Lines(out) {
			if cells := strings.Split(line, "\t"); len(cells) > 4 {
				got = append(got, strings.Join(cells[:4], "|"))
			}
		}
		if s := strings.ReplaceAll(strings.Join(got, " "), "DIR/", ""); code != 0 || s != tt.want {
			t.Errorf("%s: status %d, %s: %q, want %q", tt.args, code, messages, s, tt.want)
		}
	}
	if code, _, messages := f.run(nil, "annotate", csv, "--column", "body", "--pack", "DIR/t.normpack"); code == 0 || !strings.Contains(messages, `no column "body"`) {
		t.Errorf("status %d, %s", code, messages)
	}
	if code, _, messages := f.run(nil, "annotate", csv, "--id-column", "note"); code != exitUsage || !strings.Contains(messages, "name the --column") {
		t.Errorf("status %d, %s", code, messages)
	}
}

// TestAnnotateRefuses what it cannot read, and says why.
func TestAnnotateRefuses(t *testing.T) {
	f := newTagged(t)
	empty, binary, list := f.write("empty.txt", ""), f.write("x.bin", "ab\x00\x01\x02\x00\xff\xfe"), f.write("list.txt", "asthma\n")
	for want, args := range map[string][]string{
		"the file is empty":         {empty},
		"zero bytes":                {binary},
		`namespace "Oven": no such`: {list, "--types", "Oven"},
		"--min-p 2: want 0 to 1":    {list, "--min-p", "2"},
		"no such file":              {f.path("none.txt")},
		"with a text":               {f.write("p.json", fhirOf("Patient", "p", `"text":{"div":"asthma"}`))},
		"illegal base64":            {f.write("b.json", fhirOf("DocumentReference", "p", `"content":[{"attachment":{"data":"%"}}]`))},
		"resource 2: unexpected":    {f.write("cut.json", fhirOf("Patient", "p", `"a":1`)+`{"resourceType":`)},
	} {
		if code, _, messages := f.run(nil, append([]string{"annotate", "--pack", "DIR/t.normpack"}, args...)...); code == 0 || !strings.Contains(messages, want) {
			t.Errorf("%q: status %d, %s", args, code, messages)
		}
	}
	if code, out, messages := f.run(strings.NewReader(annotated), "annotate", "--pack", "DIR/t.normpack", "--exclude", list); code != 0 || strings.Contains(out, "asthma") {
		t.Errorf("%d %s\n%s", code, messages, out)
	}
}

// TestAnnotateCostly reads files that ask for much memory in a few bytes, of every format that is read.
func TestAnnotateCostly(t *testing.T) {
	f := newTagged(t)
	taggedPack()
	const jats, bioc, json = `<?xml version="1.0"?><article><body><p`, `<!DOCTYPE collection SYSTEM "BioC.dtd"><collection><document><id>1</id>`, `{"source":"x","documents":[{"id":"1","passages":[`
	n := testfull.Or(1<<20, 16<<20)
	for name, tt := range map[string]struct{ content, want string }{
		"text":               {strings.Repeat("a", n), ""},
		"brat":               {strings.Repeat("T1\tDisease 0 6\txsthma\n", n/64), ""},
		"zeros":              {"a" + strings.Repeat("\x00", n), "zero bytes"},
		"attributes":         {jats + strings.Repeat(` a=""`, n/4), "a piece of XML longer than 1 MiB"},
		"text of an element": {jats + ">" + strings.Repeat("a", n+n/4), "a piece of XML longer than 1 MiB"},
		"comment":            {jats + "><!--" + strings.Repeat("a", n+n/4), "a piece of XML longer than 1 MiB"},
		"nested":             {jats + ">" + strings.Repeat("<p>", n/4), "nested too deep"},
		"many tokens":        {jats + ">" + strings.Repeat("<p>"+strings.Repeat("&a;", 100)+"</p>", 7000) + "</body></article>", ""},
		"bioc":               {bioc + strings.Repeat("<passage>", n/9), "nested too deep"},
		"bioc json":          {json + strings.Repeat("[", n), "nested too deep"},
		"pubtator":           {"1|t|a\n1|a|" + strings.Repeat("a", n+n/4), ""},
		"fhir":               {strings.Repeat(`{"resourceType":"Bundle","entry":[{"resource":`, 8) + strings.Repeat("[", n), "exceeded max depth"},
		"bundles":            {strings.Repeat(`{"resourceType":"Bundle","entry":[{"resource":`, 5) + "1" + strings.Repeat("}]}", 5), "bundles within others"},
		"conll":              {"-DOCSTART- O\n" + strings.Repeat("a", n+n/4), "a line longer than 1 MiB"},
		"cut":                {gzipped(t, strings.NewReader(strings.Repeat("asthma ", 1000)))[:40], "ends too early"},
	} {
		content := tt.content
		if name != "cut" {
			content = gzipped(t, strings.NewReader(content))
		}
		path := f.write("x.gz", content)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		code, _, messages := f.run(nil, "annotate", path, "--pack", "DIR/t.normpack")
		runtime.ReadMemStats(&after)
		if (code == 0) != (tt.want == "") || !strings.Contains(messages, tt.want) {
			t.Errorf("%s: status %d, %.300s; want %q", name, code, messages, tt.want)
		}
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; !testfull.On() && mb > 150 {
			t.Errorf("%s: %d MB allocated", name, mb)
		}
	}
}

// TestEvalTag judges what is found, by type.
func TestEvalTag(t *testing.T) {
	f := newTagged(t)
	gold := f.write("gold.pubtator", "1|t|"+annotated+"\n1|a|\n1\t11\t17\tasthma\tIllness\tD001249\n1\t21\t25\tmice\tSpecies\t1\n")
	code, out, messages := f.run(nil, "eval", "--pack", "DIR/t.normpack", "--protocol", "tag", "--queries", gold, "--types", "disease=Illness")
	if row := strings.Join(strings.Fields(out), " "); code != 0 || !strings.Contains(row, "names Illness 1 1 1.000 1.000 1.000 1.000 1.000 1.000") || !strings.Contains(row, "names Species 1 0 0.000") {
		t.Errorf("%d %s\n%s", code, messages, out)
	}
	moved := f.write("moved.pubtator", "1|t|"+annotated+"\n1|a|\n1\t12\t18\tasthma\tIllness\tD001249\n")
	if code, _, messages := f.run(nil, "eval", "--pack", "DIR/t.normpack", "--protocol", "tag", "--queries", moved); code == 0 || !strings.Contains(messages, `moved.pubtator:3: "asthma" does not stand at 12`) {
		t.Errorf("%d %s", code, messages)
	}
}
