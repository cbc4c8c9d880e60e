package format

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// checker is a Sink that requires of terms what it can rely on.
type checker struct {
	t     *testing.T
	lines int
	terms int
}

func (c *checker) line(line int) {
	if line < 0 || line > c.lines {
		c.t.Fatalf("line %d of %d", line, c.lines)
	}
}

func (c *checker) Term(t *Term) error {
	c.line(t.Line)
	c.terms++
	for _, n := range t.Names {
		if n.Text == "" || !utf8.ValidString(n.Text) {
			c.t.Fatalf("name %q", n.Text)
		}
		if clean := CleanName(n.Text); crooked(clean) && strings.Join(strings.Fields(clean), " ") != clean {
			c.t.Fatalf("%q is not clean", clean)
		}
	}
	if again := CURIE(CURIE(t.ID, "X"), "Y"); t.ID != "" && again != CURIE(t.ID, "X") {
		c.t.Fatalf("id %q is %q and then %q", t.ID, CURIE(t.ID, "X"), again)
	}
	return nil
}

func (c *checker) Skip(line int, reason, example string) { c.line(line) }

func (c *checker) Layout(l *Layout) {
	for _, column := range l.Columns {
		if column.Number < 1 {
			c.t.Fatalf("column %d", column.Number)
		}
	}
}

func (c *checker) Bad(line int, reason string) error {
	c.line(line)
	return nil
}

// fuzz reads anything as a format: no panic, no line that is not there, no name
// that is no text.
func fuzz(f *testing.F, name string, seeds ...string) {
	for _, seed := range seeds {
		content, err := os.ReadFile(filepath.Join("..", "testdata", "formats", seed))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(content))
	}
	f.Fuzz(func(t *testing.T, file string) {
		Detect([]byte(file))
		c := &checker{t: t, lines: strings.Count(file, "\n") + 1}
		if err := Named(name).Read(strings.NewReader(file), Options{}, c); err != nil && err.Error() == "" {
			t.Error("an error that says nothing")
		}
		if c.terms > len(file) {
			t.Errorf("%d terms in %d bytes", c.terms, len(file))
		}
	})
}

func FuzzOBO(f *testing.F)      { fuzz(f, "obo", "obo.obo") }
func FuzzUniProt(f *testing.F)  { fuzz(f, "uniprot", "uniprot.dat") }
func FuzzMRCONSO(f *testing.F)  { fuzz(f, "mrconso", "MRCONSO.RRF") }
func FuzzMRREL(f *testing.F)    { fuzz(f, "mrrel", "MRREL.RRF") }
func FuzzOBOGraph(f *testing.F) { fuzz(f, "obograph", "obograph.json") }
func FuzzMeSH(f *testing.F)     { fuzz(f, "mesh", "mesh.xml", "mesh_supp.xml") }
func FuzzTaxdump(f *testing.F)  { fuzz(f, "taxdump", "names.dmp") }
func FuzzTable(f *testing.F)    { fuzz(f, "table", "table.csv", "table.tsv") }

func FuzzRDFXML(f *testing.F)     { fuzz(f, "rdfxml", "ship.owl", "skos.rdf") }
func FuzzTurtle(f *testing.F)     { fuzz(f, "turtle", "ship.ttl", "skos.ttl") }
func FuzzNTriples(f *testing.F)   { fuzz(f, "ntriples", "ship.nt", "individuals.nq") }
func FuzzFunctional(f *testing.F) { fuzz(f, "owl-functional", "ship.ofn") }
func FuzzSNOMED(f *testing.F)     { fuzz(f, "snomed", "sct2_Description_Snapshot.txt") }
func FuzzBioPortal(f *testing.F)  { fuzz(f, "bioportal", "bioportal.csv") }
func FuzzSSSOM(f *testing.F)      { fuzz(f, "sssom", "mappings.sssom.tsv") }
func FuzzJSON(f *testing.F)       { fuzz(f, "json", "terms.json", "terms.jsonl") }
