package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/data/format"
)

// formatsDir holds a small file in every format that is read.
var formatsDir = filepath.Join("..", "..", "train", "data", "testdata", "formats")

// TestBuildFormats builds a pack from every format and looks a name up in it.
func TestBuildFormats(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	f := newFixture(t)
	tested := map[string]bool{}
	for _, c := range []struct{ formats, args, mention, id string }{
		{"obo", "obo.obo", "Apoptosis", "GO:0006915"},
		{"obograph", "obograph.json", "adult onset diabetes", "MONDO:0005148"},
		{"mrconso mrsty mrdef mrrel", "MRREL.RRF MRCONSO.RRF MRSTY.RRF MRDEF.RRF --prefix auto", "acetylsalicylic-acid", "UMLS:C0004057"},
		{"mrconso", "MRCONSO.RRF --language SPA", "aspirina", "C0004057"},
		{"ctd", "ctd_diseases.tsv ctd_chemicals.tsv", "Alzheimer's disease", "MESH:D000544"},
		{"hgnc", "hgnc.tsv", "SPCH-1", "HGNC:13875"},
		{"uniprot", "uniprot.dat --prefix auto --taxon 9606", "antigen NY-CO-13", "UniProt:P04637"},
		{"uniprot-tsv", "uniprot.tsv --taxon 9606", "POMC", "P01189"},
		{"gene_info", "gene_info --taxon 10090 --prefix NCBIGene", "trp-53", "NCBIGene:22059"},
		{"mesh", "mesh.xml mesh_supp.xml", "NIDDM", "D003924"},
		{"taxdump", "names.dmp --prefix auto", "Human", "NCBITaxon:9606"},
		{"gilda", "gilda.tsv", "Aspirin", "CHEBI:15365"},
		{"biosyn", "biosyn.txt", "NIDDM", "D003924"},
		{"scispacy", "scispacy.jsonl", "asa", "C0004057"},
		{"json", "zeshel.json --columns id=document_id,definition=text", "Tide-Gate", "00A1B2C3D4E5F601"},
		{"ssslm", "ssslm.tsv", "asa", "chebi:15365"},
		{"babelon obo", "tools.babelon.tsv tools.obo", "martillo de oreja", "TOOL:0000001"},
		{"table", "languages.csv --language es", "Sierras", "X:2"},
		{"table", "table.csv", "asa \"bayer\"", "X:1"},
		{"table", "utf16.csv", "cafe", "1"},
		{"rdfxml owl-functional turtle ntriples", "ship.owl ship.ofn ship.ttl ship.nt", "Main-sail", "SHIP:0000003"},
		{"rdfxml", "skos.rdf --language de", "Klauenhammer", "http://example.org/tools/T_1"},
		{"taxdeleted taxnodes taxdump taxmerged", "delnodes.dmp nodes.dmp names.dmp merged.dmp --prefix auto", "Human", "NCBITaxon:9606"},
		{"snomed snomed-concepts snomed-relations", "sct2_Concept_Snapshot.txt sct2_Description_Snapshot.txt sct2_Relationship_Snapshot.txt", "swing-door", "90001"},
		{"bioportal sssom", "mappings.sssom.tsv bioportal.csv", "hammer claw", "TOOL:1"},
		{"json", "terms.json", "Hand-saw", "TOOL:2"},
		{"json", "terms.jsonl --columns id=title,name=code --no-column-check", "1", "hammer"},
		{"tsv", "tsv.tsv", "FOX-P2", "G:1"},
		{"tsv", "tsv.tsv --input-format tsv", "FOX-P2", "G:1"},
	} {
		args := strings.Fields("build --encoder DIR/t.normenc --weights-from DIR/t.normpack --out DIR/x.normpack --report DIR/x.json")
		for arg := range strings.FieldsSeq(c.args) {
			if strings.Contains(arg, ".") || arg == "gene_info" {
				arg = filepath.Join(formatsDir, arg)
			}
			args = append(args, arg)
		}
		if code, _, stderr := f.run(nil, args...); code != exitDone {
			t.Errorf("%s: status %d, %s", c.args, code, stderr)
			continue
		}
		for name := range strings.FieldsSeq(c.formats) {
			tested[name] = true
			if report := f.read("x.json"); !strings.Contains(report, `"format": "`+name+`"`) {
				t.Errorf("%s: the report has no format %s:\n%s", c.args, name, report)
			}
		}
		_, stdout, stderr := f.run(nil, "lookup", "--pack", "DIR/x.normpack", "--format", "tsv", "-k", "1", c.mention)
		if !strings.Contains(stdout, "\t"+c.id+"\t") {
			t.Errorf("%s: %s: got %q, %s; want %s", c.args, c.mention, stdout, stderr, c.id)
		}
	}
	for _, name := range append(format.Names(), data.TSV) {
		if !tested[name] {
			t.Errorf("no case for the format %s", name)
		}
	}
	if len(tested) != len(format.Names())+1 {
		t.Errorf("%d formats tested, there are %d", len(tested), len(format.Names())+1)
	}
}

// TestBuildNamespaces reads two sources whose ids have no prefixes.
func TestBuildNamespaces(t *testing.T) {
	f := newFixture(t)
	f.write("g.csv", "id,name\n1,catalase\n2,FOXP2\n")
	f.write("c.csv", "id,name\n1,catalase\n")
	build := "build --encoder DIR/t.normenc --out DIR/x.normpack "
	code, _, stderr := f.run(nil, strings.Fields(build+"gene=DIR/g.csv chem=DIR/c.csv")...)
	if want := `normlet: DIR/c.csv:2: namespace "chem" of 1 differs from "gene"`; code != exitFailed || !strings.HasPrefix(stderr, want) {
		t.Errorf("equal ids: status %d, %q, want %q", code, stderr, want)
	}
	f.only("")
	f.write("c.csv", "id,name\nC:1,catalase\n")
	if code, _, stderr := f.run(nil, strings.Fields(build+"gene=DIR/g.csv chem=DIR/c.csv --prefix G")...); code != exitDone {
		t.Fatalf("status %d, %s", code, stderr)
	}
	for namespace, id := range map[string]string{"gene": "G:1", "chem": "C:1"} {
		_, stdout, stderr := f.run(nil, "lookup", "--pack", "DIR/x.normpack", "--namespace", namespace, "--format", "tsv", "catalase")
		if !strings.Contains(stdout, "\t"+id+"\tcatalase") || strings.Count(stdout, "\n") != 2 && namespace == "chem" {
			t.Errorf("%s: %q, %s", namespace, stdout, stderr)
		}
	}
	f.write("a=b.csv", "id,name\n1,catalase\n")
	if code, _, stderr := f.run(nil, strings.Fields(build+"DIR/a=b.csv")...); code != exitDone {
		t.Errorf("a file with an equals sign: status %d, %s", code, stderr)
	}
}

// TestBuildReport reads the report of an ontology with all that is left out.
func TestBuildReport(t *testing.T) {
	f := newFixture(t)
	f.write("g.tsv", "GO:0000009\tapoptosis\nGO:0000009\n")
	code, _, stderr := f.run(nil, "build", "--skip-bad", "--encoder", "DIR/t.normenc", "--out", "DIR/x.normpack", "--report", "DIR/x.json",
		filepath.Join(formatsDir, "obo.obo"), "DIR/g.tsv")
	if code != exitDone {
		t.Fatalf("status %d, %s", code, stderr)
	}
	for _, want := range []string{
		"left out: DIR/g.tsv:2: no TAB", "5 obsolete, such as ", "2 replaced by each other in a circle, such as GO:0000102",
		"ids: 4 retired or alternative ones", `1 names are of several entities, most of all "apoptosis", of 2`, "1 duplicate names",
	} {
		if !strings.Contains(stderr, want) {
			t.Errorf("no %q in %s", want, stderr)
		}
	}
	var r struct {
		Names, Entities, Duplicates, Definitions, Relations int
		BadCount                                            int               `json:"bad_count"`
		PackBytes                                           int               `json:"pack_bytes"`
		Secondary                                           map[string]string `json:"secondary_ids"`
		Ambiguous                                           struct {
			Names int
			Most  []struct{ IDs []string }
		}
		Skipped []data.Skipped
		Sources []data.SourceReport
	}
	f.check(json.Unmarshal([]byte(f.read("x.json")), &r))
	if r.Names != 14 || r.Entities != 6 || r.Duplicates != 1 || r.Definitions != 1 || r.Relations != 2 || r.BadCount != 1 ||
		r.Secondary["GO:0000100"] != "GO:0006915" || r.Ambiguous.Names != 1 || strings.Join(r.Ambiguous.Most[0].IDs, " ") != "GO:0000009 GO:0006915" ||
		len(r.Skipped) != 3 || r.Skipped[0].Count != 5 || len(r.Skipped[0].Examples) != 3 || r.PackBytes != len(f.read("x.normpack")) || len(r.Sources) != 2 {
		t.Errorf("report:\n%s", f.read("x.json"))
	}
}

func gzipped(t *testing.T, r io.Reader) string {
	t.Helper()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(z, r); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func zstandard(t *testing.T, r io.Reader) string {
	t.Helper()
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(z, r); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// repeated yields the same text up to a number of bytes.
func repeated(text string, n int64) io.Reader { return io.LimitReader(&repeater{text: text}, n) }

type repeater struct {
	text string
	at   int
}

func (r *repeater) Read(p []byte) (n int, err error) {
	for n < len(p) {
		copied := copy(p[n:], r.text[r.at:])
		n += copied
		r.at = (r.at + copied) % len(r.text)
	}
	return n, nil
}

// TestBuildBadInput builds from files that cannot be read: status 1, one line that
// names the file, the line where there is one, and what to do; no file is written.
func TestBuildBadInput(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	f := newFixture(t)
	const (
		obo      = "format-version: 1.4\n\n[Term]\nid: A:1\nname: x\n"
		lol      = `<?xml version="1.0"?><!DOCTYPE DescriptorRecordSet [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>` + "\n<DescriptorRecordSet><DescriptorRecord><DescriptorUI>&b;</DescriptorUI>"
		external = `<?xml version="1.0"?><!DOCTYPE DescriptorRecordSet [<!ENTITY x SYSTEM "file:///etc/passwd">]>` + "\n<DescriptorRecordSet><DescriptorRecord><DescriptorUI>&x;</DescriptorUI>"
		graphs   = `{"graphs":[{"nodes":[`
	)
	long := func(start, text string, size int64) string {
		return gzipped(t, io.MultiReader(strings.NewReader(start), repeated(text, size)))
	}
	big := func(start, text string) string { return long(start, text, 2<<20) }
	inFull := func(content func() string) string {
		if !testfull.On() {
			return ""
		}
		return content()
	}
	huge := func(start, text string) string {
		return inFull(func() string { return long(start, text, 17<<20) })
	}
	whole := gzipped(t, repeated("# comment\n", 1<<16))
	for _, c := range []struct{ name, content, flags, want string }{
		{"obo as hgnc", obo, "--input-format hgnc", "not in the format hgnc; it looks like OBO, which is --input-format obo"},
		{"obo as tsv", obo, "--input-format tsv", "not in the format tsv; it looks like OBO"},
		{"tsv as obo", "A:1\tx\n", "--input-format obo", "no entries; it looks like OBO"},
		{"tsv as hgnc", "A:1\tx\n", "--input-format hgnc", "1: not HGNC complete set TSV: the header has no column hgnc_id"},
		{"csv without a header", "A:1,x,y\nA:2,y,z\n", "", "1: no column for the id; the header has \"A:1\", \"x\", \"y\": name it with --columns id=COLUMN"},
		{"columns that are not there", "id,name\n1,x\n", "--columns name=label", `1: no column "label", which is to be the name; the header has "id", "name": --columns takes names and numbers`},
		{"latin-1", "id\tname\nA:1\tcaf\xe9\n", "", "2: not UTF-8, as what comes before is; if it is Latin-1, say --encoding latin1"},
		{"windows-1252", "A:1\tx\x92s\n", "", "1: invalid UTF-8: the byte 0x92 looks like Windows-1252; convert the file with iconv -f WINDOWS-1252 -t UTF-8, or say --encoding latin1"},
		{"latin-1 csv", "id,name\nA:1,caf\xe9\n", "", "2: not UTF-8, as what comes before is; if it is Latin-1, say --encoding latin1"},
		{"latin-1 json", graphs + `{"id":"http://purl.obolibrary.org/obo/A_1","lbl":"caf` + "\xe9" + `"}]}]}`, "", "1: invalid UTF-8; convert the file"},
		{"unclosed quote", "id,name\nA:1,x\nA:2,\"y\nA:3,z\n", "--skip-bad", "3: a quote is not closed, or stands inside a field without being doubled"},
		{"unclosed quote, large", huge("id,name\nA:2,\"y\n", "A:3,z\n"), "", "2: the row is longer than 16 MiB; is a quote not closed?"},
		{"stray quote", "id,name\nA:1,5\" end\n", "", "2: bare \" in non-quoted-field; such fields have to be quoted, and their quotes doubled"},
		{"long line, tsv", big("A:1\tx\nA:1\t", "y"), "", "2: the line is longer than 1 MiB; is this a text file?"},
		{"long line, csv", huge("id,name\n1,", "y"), "", "2: the row is longer than 16 MiB; is a quote not closed?"},
		{"long line, obo", big(obo, "y"), "", "6: the line is longer than 1 MiB"},
		{"long line, flat file", big("ID   X\nAC   P1;\n", "y"), "", "3: the line is longer than 1 MiB"},
		{"long value, json", huge(graphs+`{"id":"`, "y"), "", "1: a value or element longer than 16 MiB"},
		{"deep json", big(`{"x":{"graphs":`, "["), "", "1: JSON values nested too deep"},
		{"long element, xml", huge("<DescriptorRecordSet><DescriptorRecord><DescriptorUI>", "y"), "", "1: a value or element longer than 1 MiB"},
		{"deep xml", big("<DescriptorRecordSet>", "<a>"), "", "1: XML elements nested too deep"},
		{"entities", lol, "", "2: no XML as MeSH has it: invalid character entity &b;"},
		{"external entities", external, "", "2: no XML as MeSH has it: invalid character entity &x;"},
		{"half an element", "<DescriptorRecordSet>\n<DescriptorRecord>", "", "2: the file ends within an XML element; is it complete?"},
		{"half a json", graphs + "\n{", "", "2: the file ends within a JSON value; is it complete?"},
		{"half a protein", "ID   X\nAC   P1;\nDE   RecName: Full=x;\n", "", "3: the file ends within an entry"},
		{"cut gzip", whole[:len(whole)-9], "", "the compressed data ends too early (unexpected EOF); is the file complete?"},
		{"gzip bomb", gzipped(t, repeated("# comment\n", 70<<20)), "", "the compressed file grows to more than 200 times its size"},
		{"zstd bomb", inFull(func() string { return zstandard(t, io.MultiReader(strings.NewReader(obo), repeated("\n", 70<<20))) }), "", "the compressed file grows to more than 200 times its size"},
		{"circle", "[Term]\nid: A:1\nis_obsolete: true\nreplaced_by: A:2\n\n[Term]\nid: A:2\nis_obsolete: true\nreplaced_by: A:1\n", "", "no entity among 2 entries; left out: 2 obsolete"},
		{"about nothing", "C0000005|T121|A1|x|AT1||\n", "", "no entity among 1 entries; left out: 1 about entities without a name"},
		{"rrf cut", "C0000005|T121|A1|x|AT1||\nC0000006|T121\n", "", "2: 1 fields, want 6 with a bar after each"},
		{"owl/xml", "<?xml version=\"1.0\"?>\n<Ontology xmlns=\"x\">", "", "looks like XML, but neither of MeSH nor RDF/XML; OWL/XML becomes OBO with: robot convert"},
		{"manchester", "Prefix: owl: <x#>\nOntology: <y>\n", "", "looks like OWL in Manchester syntax; it becomes OBO with: robot convert"},
		{"trig", "@prefix x: <y#> .\nx:g { x:a x:b x:c . }\n", "", "2: no Turtle; if it has named graphs (TriG), turn it into N-Quads: riot --output=nquads FILE"},
		{"parquet", "PAR1xxxx", "", "looks like a Parquet file; make lines of it: normlet-arrow jsonl FILE | normlet build -"},
		{"rf2 refset", "id\teffectiveTime\tactive\tmoduleId\trefsetId\tx\n", "", "looks like a reference set of SNOMED CT, which has no names; leave it out"},
		{"rf2 without concepts", "id\teffectiveTime\tactive\tmoduleId\tlanguageCode\ttypeId\tterm\n", "", "1: not SNOMED CT RF2 descriptions: the header has no column conceptid"},
		{"bioportal without ids", "Preferred Label,Synonyms,Obsolete,Parents,Semantic Types\nx,,,,\n", "", "1: not BioPortal CSV: the header has no column class_id"},
		{"sssom without objects", "subject_id\tpredicate_id\tmapping_justification\n", "", "1: not SSSOM TSV: the header has no column object_id"},
		{"sssom without labels", "subject_id\tpredicate_id\tobject_id\nA:1\tskos:exactMatch\tB:1\n", "", "no entity among 1 entries; left out: 1 about entities without a name"},
		{"cut owl", "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n<rdf:Description>", "", "2: the file ends within an XML element; is it complete?"},
		{"cut turtle", "@prefix x: <y#> .\nx:a x:b \"c", "", "2: a quotation mark that is not closed"},
		{"n-triples", "<x:a> <x:b> <x:c> .\n<x:a> <x:b>\n", "", "2: no triple; a line is <subject> <predicate> <object>"},
		{"json-ld", "\ufeff{\"@context\": \"https://schema.org\",\n\"id\": \"x:a\", \"name\": \"b\"}", "", "looks like JSON-LD; it becomes N-Triples with: riot --syntax=jsonld --output=ntriples FILE"},
		{"json-ld as n-triples", "[\n{\"@id\": \"x:a\"}]", "--input-format ntriples", "not in the format ntriples; it looks like JSON-LD; it becomes N-Triples with: riot"},
		{"owl without labels", "Ontology(<x:o> Declaration(Class(<x:a>)))", "", "no entity among 1 entries; left out: 1 without a name"},
		{"zip", "PK\x03\x04xxxx", "", "looks like a ZIP archive"},
		{"old spreadsheet", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "", "looks like an old spreadsheet (.xls), or one with a password: save it as .xlsx without one"},
		{"web page", "<!DOCTYPE html><html>", "", "looks like a web page; was the download refused?"},
		{"json of another kind", `{"id": 1}`, "", "1: no key for the name; name it with --columns name=KEY"},
	} {
		if c.content == "" { // in full only
			continue
		}
		path := f.write("bad", c.content)
		args := append(strings.Fields("build DIR/bad --encoder DIR/t.normenc --out DIR/x.normpack --report DIR/x.json"), strings.Fields(c.flags)...)
		code, _, stderr := f.run(nil, args...)
		last := strings.TrimPrefix(lastLine(stderr), "normlet: DIR/bad:")
		if last = strings.TrimPrefix(last, " "); code != exitFailed || !strings.HasPrefix(last, c.want) {
			// Some errors name the file twice: that of the line, and that of the data.
			if _, rest, ok := strings.Cut(last, ": DIR/bad: "); !ok || !strings.HasPrefix(rest, c.want) {
				t.Errorf("%s: status %d, %q; want 1 and %s: %q", c.name, code, stderr, path, c.want)
			}
		}
		f.only("")
	}
}

// TestFormatsDocumented requires every format in the table of the manual and in the
// help of build, where its letters may be in another case and with other signs between.
func TestFormatsDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "terminologies.md"))
	if err != nil {
		t.Fatal(err)
	}
	letters := func(s string) string {
		return strings.ToLower(strings.NewReplacer(" ", "", "\n", "", "-", "", "_", "").Replace(s))
	}
	help := helpOf(t, "build")
	for _, name := range append(format.Names(), data.TSV) {
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("docs/terminologies.md has no format %s", name)
		}
		if !strings.Contains(letters(help), letters(name)) {
			t.Errorf("the help of build has no format %s", name)
		}
	}
}
