package format

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

// recorder is a Sink that writes down what it is told.
type recorder struct {
	terms  []string
	notes  []string
	layout *Layout
	stop   bool // at the first bad entry
}

func (r *recorder) Term(t *Term) error {
	text := fmt.Sprintf("%d %s", t.Line, t.ID)
	for _, n := range t.Names {
		text += fmt.Sprintf(" %v:%s", n.Kind, n.Text)
	}
	r.terms = append(r.terms, text)
	return nil
}

func (r *recorder) Skip(line int, reason, example string) {
	r.notes = append(r.notes, fmt.Sprintf("%d skip %s: %s", line, reason, example))
}

func (r *recorder) Layout(l *Layout) { r.layout = l }

func (r *recorder) Bad(line int, reason string) error {
	r.notes = append(r.notes, fmt.Sprintf("%d bad %s", line, reason))
	if r.stop {
		return errors.New(reason)
	}
	return nil
}

// TestBadEntries reads entries that break their formats among good ones, which are
// kept when the sink wants to go on.
func TestBadEntries(t *testing.T) {
	for _, tt := range []struct{ format, file, terms, notes string }{
		{"obo", "[Term]\nid: A:1\nname: x\nsynonym: \"y\nsynonym: z EXACT []\ndef: \"d\nnonsense\n[Term]\nname: no id\n[Term\nid: A:2\n[Term]\nid: A:3\n",
			"1 A:1 primary:x; 12 A:3",
			`4 bad the synonym "\"y" has no quotation marks around it, or some inside without a backslash; ` +
				`5 bad the synonym "z EXACT []" has no quotation marks around it, or some inside without a backslash; ` +
				`6 bad the definition has no closing quotation mark, or some inside without a backslash; 7 bad no colon; a line of an OBO stanza is tag: value; 8 bad a [Term] without an id; ` +
				`10 bad the stanza header "[Term" has no closing bracket`},
		{"mrconso", "C1|ENG|\nX|ENG|P|L|PF|S|Y|A||||MSH|MH|D|x|0|N||\nC2|ENG|P|L|PF|S|Y|A||||MSH|MH|D|x|0|N||\n",
			"3 C2 primary:x", `1 bad 2 fields, want 18 with a bar after each; 2 bad "X" is no concept (CUI)`},
		{"uniprot", "ID   A\nAC   P1;\nID   B\nAC   P2;\nDE   RecName: Full=b;\n//\nID   C\n//\n",
			"3 P2 primary:b", "3 bad an entry begins before the // line of the one of line 1; 8 bad an entry ends that has no AC line"},
		{"scispacy", `{"concept_id":"C1","aliases":["x"]}` + "\n{\n\n" + `{"concept_id":2}` + "\n",
			"1 C1 alias:x", "2 bad no JSON object of a concept: unexpected end of JSON input; " +
				"4 bad no JSON object of a concept: json: cannot unmarshal number into Go struct field .concept_id of type string"},
		{"json", `{"units":[{"id":"u","name":"metre"},{"id":"v","name":"second"},{"id":"w"},7]}`, "1 u primary:metre; 1 v primary:second",
			"1 bad object 3 of units: no key for the name; name it with --columns name=KEY; 1 bad object 4 of units: no key for the id; name it with --columns id=KEY"},
		{"json", `{"version":1,"items":[{"id":"u","name":"x"}]}{"units":[{"id":"v","name":"y"}],"id":"A","name":"a"}{"x":[{"id":"b"}],"y":[{}]}`,
			"1 u primary:x; 1 A primary:a", "1 bad no key for the id; name it with --columns id=KEY"},
		{"obograph", `{"graphs":[{"nodes":[{"id":"A","lbl":3},{"id":"B","lbl":"b"}]}]}`,
			"1 B primary:b", "1 bad lbl is number, want string"},
		{"biosyn", "1||x\n2|x\n||x\n3|4||y||z\n", "1 1 alias:x; 4 3 alias:y||z", "2 bad no ||; a row is id||name; 3 bad empty id"},
		{"taxdump", "1\t|\tx\t|\t\t|\tscientific name\t|\n2\t|\ty\t|\n3\t|\tz\t|\t\t|\ttype material\t|\nx\t|\tz\t|\t\t|\tsynonym\t|\n", "1 1 primary:x",
			"2 bad no row of names.dmp, which is id, name, unique name and class, each with a TAB, a bar and a TAB after it; " +
				"3 skip names of other classes, as type material: type material: z; 4 bad no row of names.dmp, which is id, name, unique name and class, each with a TAB, a bar and a TAB after it"},
		{"gilda", "a\ta\tA\t1\tb\tname\ts\nx\na\ta\tA\t1\tb\twhat\ts\na\ta\t\t1\tb\tname\ts\n",
			"1 A:1 primary:a", `2 bad 1 columns, want 7 to 10: norm_text, text, db, id, entry_name, status, source, organism, source_db, source_id; ` +
				`3 bad unknown status "what"; 4 bad an empty db or id`},
		{"hgnc", "hgnc_id\tsymbol\tname\nHGNC:1\tx\ty\tz\nHGNC:2\tx\n", "3 HGNC:2 primary:x", "2 bad 4 columns, the header has 3"},
		{"table", "id,name,kind,weight\n1,x,what,\n2,y,exact,many\n3,z\n4,a,,,5\n5,\"b\nc\",,1\n6,d\n",
			"4 3 alias:z; 6 5 alias:b\nc; 8 6 alias:d",
			`2 bad unknown kind "what"; known are primary, exact, alias and related; 3 bad weight "many" is no number; 5 bad 5 columns, the first row has 4`},
		{"mesh", "<DescriptorRecordSet>\n<DescriptorRecord></DescriptorRecord>\n<DescriptorRecord><DescriptorUI>D1</DescriptorUI></DescriptorRecord></DescriptorRecordSet>",
			"3 D1", "2 bad a record without an id"},
	} {
		t.Run(tt.format, func(t *testing.T) {
			var r recorder
			if err := Named(tt.format).Read(strings.NewReader(tt.file), Options{}, &r); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(r.terms, "; "); got != tt.terms {
				t.Errorf("terms\n got %q\nwant %q", got, tt.terms)
			}
			if got := strings.Join(r.notes, "; "); got != tt.notes {
				t.Errorf("notes\n got %s\nwant %s", got, tt.notes)
			}
			r = recorder{stop: true}
			if err := Named(tt.format).Read(strings.NewReader(tt.file), Options{}, &r); err == nil || len(r.notes) != 1 {
				t.Errorf("a sink that stops: %v, %q", err, r.notes)
			}
		})
	}
}

func TestCURIE(t *testing.T) {
	for _, tt := range []struct{ id, prefix, want string }{
		{"GO:0006915", "", "GO:0006915"},
		{" GO:0006915 ", "X", "GO:0006915"},
		{"GO:GO:0006915", "", "GO:0006915"},
		{"chebi:CHEBI:CHEBI:7", "", "CHEBI:7"},
		{"CHEBI:chebi", "", "CHEBI:chebi"},
		{"DO:DOID:7", "", "DO:DOID:7"},
		{"7157", "", "7157"},
		{"7157", "NCBIGene", "NCBIGene:7157"},
		{"", "X", ""},
		{"http://purl.obolibrary.org/obo/GO_0006915", "", "GO:0006915"},
		{"https://purl.obolibrary.org/obo/NCBITaxon_9606", "X", "NCBITaxon:9606"},
		{"http://purl.obolibrary.org/obo/go#part_of", "", "http://purl.obolibrary.org/obo/go#part_of"},
		{"http://purl.obolibrary.org/obo/GO_", "", "http://purl.obolibrary.org/obo/GO_"},
		{"http://www.ebi.ac.uk/efo/EFO_0000001", "", "EFO:0000001"},
		{"http://www.orpha.net/ORDO/Orphanet_558", "", "Orphanet:558"},
		{"http://identifiers.org/hgnc/1100", "", "hgnc:1100"},
		{"https://identifiers.org/hgnc/HGNC:1100", "", "HGNC:1100"},
		{"https://identifiers.org/HGNC:1100", "", "HGNC:1100"},
		{"http://id.nlm.nih.gov/mesh/D003924", "", "MESH:D003924"},
		{"http://example.org/x_1", "P", "http://example.org/x_1"},
		{"http://purl.bioontology.org/ontology/MEDDRA/10000", "", "MEDDRA:10000"},
		{"http://ncicb.nci.nih.gov/xml/owl/EVS/Thesaurus.owl#C4872", "", "NCIT:C4872"},
		{"http://snomed.info/id/22298006", "", "SNOMEDCT:22298006"},
		{"a:", "", "a:"},
		{":a", "", ":a"},
	} {
		if got := CURIE(tt.id, tt.prefix); got != tt.want {
			t.Errorf("CURIE(%q, %q) = %q, want %q", tt.id, tt.prefix, got, tt.want)
		}
	}
}

func TestCleanName(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "x": "x", " x": "x", "x ": "x", "a  b": "a b", "a\tb\n c": "a b c", "Alzheimer&apos;s": "Alzheimer's",
		"&beta;-&#97;mylo&#x69;d": "β-amyloid", "AT&T; x": "AT&T; x", "R&D": "R&D", "a\u00a0b": "a b", "PLCγ2": "PLCγ2", "&nbsp;": "",
	} {
		if got := CleanName(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestProteinNames(t *testing.T) {
	for in, want := range map[string][]string{
		"":                             {""},
		"A":                            {"A"},
		"A (B)":                        {"A", "B"},
		"A (B) (C (d)) (EC 1.1.1.1)":   {"A", "B", "C (d)"},
		"Alpha-(1,3)-transferase":      {"Alpha-(1,3)-transferase"},
		"Factor(X)":                    {"Factor(X)"},
		"(only) (B)":                   {"(only)", "B"},
		"A (B) [Cleaved into: C (D)]":  {"A", "B"},
		"A (B) [Includes: C (D); E]":   {"A", "B"},
		"A unbalanced) (B)":            {"A unbalanced)", "B"},
		"A (B":                         {"A (B"},
		"4-hydroxylase (EC 1.14) (H4)": {"4-hydroxylase", "H4"},
	} {
		first, others := proteinNames(in)
		if got := append([]string{first}, others...); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// TestFilters reads what is wanted of files that hold more.
func TestFilters(t *testing.T) {
	umls := "C1|ENG|S|L|PF|S|Y|A||||MSH|AB|D|a|0|N||\nC1|GER|S|L|PF|S|Y|A||||MSHGER|MH|D|b|0|N||\n"
	ssslm := "text\tcurie\tlanguage\ttaxon\na\tX:1\ten\t\nb\tX:1\tde\tNCBITaxon:9606\nc\tX:1\t\t\n"
	gilda := "a\ta\tA\t1\tb\tname\ts\t9606\nb\tb\tA\t2\tb\tname\tt\t10090\nc\tc\tC\t3\tb\tname\tu\n"
	table := "list of us, with all\nno,long,en,fr\n1,b|c,a,d\n"
	two := map[string]string{"id": "no", "name": "en", "synonyms": "fr"}
	for _, tt := range []struct {
		format, file string
		o            Options
		want         string
	}{
		{"mrconso", umls, Options{}, "1 C1 alias:a"},
		{"mrconso", umls, Options{Languages: []string{"GER"}}, "2 C1 exact:b"},
		{"mrconso", umls, Options{Languages: []string{"all"}, Sources: []string{"MSHGER", "MSH"}}, "1 C1 alias:a; 2 C1 exact:b"},
		{"mrconso", umls, Options{Sources: []string{"NCI"}}, ""},
		{"ssslm", ssslm, Options{}, "2 X:1 alias:a; 3 X:1 alias:b; 4 X:1 alias:c"},
		{"ssslm", ssslm, Options{Languages: []string{"de"}}, "3 X:1 alias:b; 4 X:1 alias:c"},
		{"ssslm", ssslm, Options{Taxa: []string{"10090"}}, "2 X:1 alias:a; 4 X:1 alias:c"},
		{"gilda", gilda, Options{Taxa: []string{"9606"}}, "1 A:1 primary:a; 3 C:3 primary:c"},
		{"gilda", gilda, Options{Sources: []string{"t", "C"}}, "2 A:2 primary:b; 3 C:3 primary:c"},
		{"table", table, Options{Columns: two, Synonyms: []string{"long"}}, "3 1 primary:a alias:d alias:b alias:c"},
		{"table", table, Options{Columns: two, Synonyms: []string{"2"}}, "3 1 primary:a alias:d alias:b alias:c"},
		{"table", table, Options{Columns: two}, "3 1 primary:a alias:d"},
		{"json", `{"no":1,"en":"a","long":["b","c"],"fr":"d"}`, Options{Columns: two, Synonyms: []string{"long"}}, "1 1 primary:a alias:d alias:b alias:c"},
	} {
		var r recorder
		if err := Named(tt.format).Read(strings.NewReader(tt.file), tt.o, &r); err != nil {
			t.Errorf("%s: %v", tt.format, err)
		}
		if got := strings.Join(r.terms, "; "); got != tt.want {
			t.Errorf("%s %+v: got %q, want %q", tt.format, tt.o, got, tt.want)
		}
	}
	err := Named("uniprot-tsv").Read(strings.NewReader("Entry\tProtein names\nP1\tx\n"), Options{Taxa: []string{"9606"}}, &recorder{})
	if err == nil || !strings.Contains(err.Error(), "organism_(id)") {
		t.Errorf("a taxon wanted of a table without: %v", err)
	}
}

// TestLayouts reads files whose headers differ from those in testdata.
func TestLayouts(t *testing.T) {
	for _, tt := range []struct{ format, file, want string }{
		{"hgnc", "HGNC ID\tApproved symbol\tApproved name\tStatus\tPrevious symbols\tAlias symbols\nHGNC:5\tA1BG\talpha\tApproved\tX, Y\tZ\n",
			"2 HGNC:5 primary:A1BG exact:alpha exact:X exact:Y alias:Z"},
		{"ctd", "# Fields:\n# GeneSymbol\tGeneName\tGeneID\tAltGeneIDs\tSynonyms\n#\nFOXP2\tforkhead box P2\t93986\t\tSPCH1\n", "4 93986 primary:FOXP2 exact:forkhead box P2 alias:SPCH1"},
		{"uniprot-tsv", "Entry\tGene Names (primary)\tProtein names\nP1\tA; B\tx (y)\n", "2 P1 primary:x exact:A exact:B alias:y"},
		{"ssslm", "text\tcurie\tpredicate\nx\tA:1\toboInOwl:hasNarrowSynonym\ny\tA:1\tskos:prefLabel\n", "2 A:1 related:x; 3 A:1 primary:y"},
		{"table", "Concept ID;Preferred Label;Aliases\nA:1;x;y|z\n", "2 A:1 primary:x alias:y alias:z"},
		{"table", "# Book 3 - 2031\n\"Code\"\t\"Name\"\n\"1\"\t\"x\"\n", "3 1 alias:x"},
		{"table", "!made by us, 2031, again\nCode,Name,Type\n1,x,y\n", "3 1 alias:x"},
		{"table", "\"; a, b\"\n#version=3,date=2031\nCode;Name;Type\n1;\"x\";y\n", "4 1 alias:x"},
		{"table", "# date\t2031-01-05\nCode\tName\n1\tx\n", "3 1 alias:x"},
	} {
		if f := Detect([]byte(tt.file)); f == nil || f.Name != tt.format {
			t.Errorf("%q: taken for %v, want %s", tt.file, f, tt.format)
			continue
		}
		var r recorder
		if err := Named(tt.format).Read(strings.NewReader(tt.file), Options{}, &r); err != nil {
			t.Errorf("%s: %v", tt.format, err)
		}
		if got := strings.Join(r.terms, "; "); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.format, got, tt.want)
		}
	}
}

// TestDetectNothing shows files of no format that must not be taken for one.
func TestDetectNothing(t *testing.T) {
	for _, file := range []string{"", "\n", "A:1\tname\n", "id\n", "a||b c\nno bars\n", "C0000001|x|\n", "# hgnc_id\n", "id,other\n1,2\n", "{}\n", "<x/>", "ID   X\n"} {
		if f := Detect([]byte(file)); f != nil {
			t.Errorf("%q: taken for %s", file, f.Name)
		}
	}
}

// failing ends with an error of its own.
type failing struct{ io.Reader }

var errDisk = errors.New("disk on fire")

func (f failing) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err == io.EOF {
		err = errDisk
	}
	return n, err
}

// TestReadErrors hands the reader's own errors on, from every format.
func TestReadErrors(t *testing.T) {
	starts := map[string]string{"mesh": "<DescriptorRecordSet>", "obograph": `{"graphs":[`, "table": "id,name\n"}
	for _, name := range Names() {
		err := Named(name).Read(failing{strings.NewReader(starts[name])}, Options{}, &recorder{})
		if !errors.Is(err, errDisk) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestKindOfScopes(t *testing.T) {
	for _, tt := range []struct {
		scope, kind string
		want        pack.Kind
	}{
		{"EXACT", "", pack.KindExact},
		{"EXACT", "ABBREVIATION", pack.KindAlias},
		{"EXACT", "http://purl.obolibrary.org/obo/OMO_0003012", pack.KindAlias},
		{"RELATED", "ABBREVIATION", pack.KindRelated},
		{"BROAD", "", pack.KindRelated},
		{"", "", pack.KindRelated},
	} {
		if got := scopeKind(tt.scope, tt.kind); got != tt.want {
			t.Errorf("%s %s: got %v, want %v", tt.scope, tt.kind, got, tt.want)
		}
	}
}

// TestMeSHLongText refuses a text that is long only with all its parts.
func TestMeSHLongText(t *testing.T) {
	part := "<!-- -->" + strings.Repeat("x", 1<<20)
	file := "<DescriptorRecordSet>\n<DescriptorRecord><DescriptorUI>" + strings.Repeat(part, 17)
	err := Named("mesh").Read(strings.NewReader(file), Options{}, &recorder{})
	if err == nil || !strings.HasPrefix(err.Error(), "line 2: a value or element longer than 1 MiB") {
		t.Error(err)
	}
}

// TestSheetErrors refuses what a spreadsheet could not compute as id or name, and takes it elsewhere.
func TestSheetErrors(t *testing.T) {
	var r recorder
	err := Named("table").Read(strings.NewReader("id,name,note\n1,a,#N/A\n2,#NAME?,\n#REF!,b,\n"), Options{}, &r)
	want := `2 1 alias:a; 3 bad the name is #NAME?, an error of the spreadsheet; 4 bad the id is #REF!, an error of the spreadsheet`
	if got := strings.Join(append(r.terms, r.notes...), "; "); err != nil || got != want {
		t.Errorf("%v, %s, want %s", err, got, want)
	}
	if got := fmt.Sprint(r.layout.Columns); got != "[{id id 1} {name name 2}]" || !r.layout.Header || r.layout.Delimiter != "comma" {
		t.Errorf("layout %+v", r.layout)
	}
}
