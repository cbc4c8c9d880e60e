package main

import (
	"runtime"
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
		"conll":    "asthma\tB-Disease\nin\tO\n",
		"spacy":    `{"start":11,"end":17,"label":"Disease","kb_id":"MESH:D001249"}`,
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
		if code != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: status %d, %s, no %q in\n%s", format, code, messages, want, out)
		}
		if strings.Contains(messages, "the pack has no tagger") || !strings.Contains(messages, "1 texts: 3 entities") {
			t.Errorf("%s: %s", format, messages)
		}
	}
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

// TestAnnotateRefuses what it cannot read, and says why.
func TestAnnotateRefuses(t *testing.T) {
	f := newTagged(t)
	empty, binary, list := f.write("empty.txt", ""), f.write("x.bin", "ab\x00\x01\x02\x00\xff\xfe"), f.write("list.txt", "asthma\n")
	for want, args := range map[string][]string{
		"the file is empty":      {empty},
		"zero bytes":             {binary},
		`unknown type "Oven"`:    {list, "--types", "Oven"},
		"--min-p 2: want 0 to 1": {list, "--min-p", "2"},
		"no such file":           {f.path("none.txt")},
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
