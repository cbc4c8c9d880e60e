package data

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data/format"
)

var update = flag.Bool("update", false, "write the golden files")

const formatsDir = "testdata/formats"

// dump writes all of a terminology and of its report.
func dump(t *testing.T, terminology *Terminology, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteTSV(&b, terminology); err != nil {
		t.Fatal(err)
	}
	for _, e := range terminology.Entities {
		if e.Definition != "" {
			fmt.Fprintf(&b, "definition of %s: %s\n", e.ID, e.Definition)
		}
	}
	for _, x := range terminology.XRefs {
		fmt.Fprintf(&b, "reference: %s %s\n", x.ID, x.Other)
	}
	for _, l := range terminology.Relations {
		fmt.Fprintf(&b, "relation: %s %s %s\n", l.ID, l.Relation, l.Parent)
	}
	for _, id := range slices.Sorted(maps.Keys(r.Secondary)) {
		fmt.Fprintf(&b, "secondary: %s is %s\n", id, r.Secondary[id])
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(&b, "skipped: %d %s: %s\n", s.Count, s.Reason, strings.Join(s.Examples, ", "))
	}
	for _, s := range r.Sources {
		fmt.Fprintf(&b, "source: %s, format %s, encoding %q, %d rows\n", s.File, s.Format, s.Encoding, s.Rows)
	}
	fmt.Fprintln(&b, r)
	return filepath.ToSlash(strings.ReplaceAll(b.String(), formatsDir+string(filepath.Separator), ""))
}

// formatCases are files in the shape that their publishers give them.
var formatCases = []struct {
	name    string
	files   string
	format  string // that of the first file
	options ReadOptions
}{
	{"obo", "obo.obo", "obo", ReadOptions{}},
	{"obograph", "obograph.json", "obograph", ReadOptions{}},
	{"umls", "MRSTY.RRF MRREL.RRF MRCONSO.RRF MRDEF.RRF", "mrconso", ReadOptions{}},
	{"umls_some", "MRCONSO.RRF MRREL.RRF", "mrconso", ReadOptions{Prefix: autoPrefix, Filter: format.Options{Languages: []string{"all"}, Sources: []string{"MSH", "MSHSPA"}}}},
	{"ctd", "ctd_diseases.tsv ctd_chemicals.tsv", "ctd", ReadOptions{}},
	{"hgnc", "hgnc.tsv", "hgnc", ReadOptions{}},
	{"uniprot_tsv", "uniprot.tsv", "uniprot-tsv", ReadOptions{Filter: format.Options{Taxa: []string{"9606"}}}},
	{"uniprot", "uniprot.dat", "uniprot", ReadOptions{Prefix: autoPrefix, Filter: format.Options{Taxa: []string{"9606"}}}},
	{"gene_info", "gene_info", "gene_info", ReadOptions{Prefix: "NCBIGene", Filter: format.Options{Taxa: []string{"9606"}}}},
	{"mesh", "mesh.xml mesh_supp.xml", "mesh", ReadOptions{Prefix: autoPrefix}},
	{"mesh_trees", "mesh.xml mesh_supp.xml", "mesh", ReadOptions{Prefix: autoPrefix, Filter: format.Options{Trees: []string{"C18.452.394.750.1", "D"}}}},
	{"taxdump", "names.dmp", "taxdump", ReadOptions{Prefix: autoPrefix}},
	{"hgnc_entrez", "hgnc.tsv", "hgnc", ReadOptions{Prefix: "NCBIGene", Filter: format.Options{Columns: map[string]string{"id": "entrez_id"}}}},
	{"gilda", "gilda.tsv", "gilda", ReadOptions{}},
	{"biosyn", "biosyn.txt", "biosyn", ReadOptions{}},
	{"scispacy", "scispacy.jsonl", "scispacy", ReadOptions{}},
	{"zeshel", "zeshel.json", "json", ReadOptions{Filter: format.Options{Columns: map[string]string{"id": "document_id", "definition": "text"}}}},
	{"ssslm", "ssslm.tsv", "ssslm", ReadOptions{Filter: format.Options{Languages: []string{"en"}}}},
	{"table_csv", "table.csv", "table", ReadOptions{}},
	{"table_columns", "table.csv", "table", ReadOptions{Filter: format.Options{Columns: map[string]string{"name": "synonyms", "definition": "notes"}}}},
	{"table_tsv", "table.tsv", "table", ReadOptions{}},
	{"utf16", "utf16.csv", "table", ReadOptions{}},
	{"tsv", "tsv.tsv", "tsv", ReadOptions{}},
	{"rdfxml", "skos.rdf", "rdfxml", ReadOptions{}},
	{"rdfxml_german", "skos.rdf", "rdfxml", ReadOptions{Filter: format.Options{Languages: []string{"de"}}}},
	{"rdfxml_owl", "ship.owl", "rdfxml", ReadOptions{}},
	{"turtle", "skos.ttl", "turtle", ReadOptions{}},
	{"ntriples", "individuals.nq", "ntriples", ReadOptions{}},
	{"owl_functional", "ship.ofn", "owl-functional", ReadOptions{}},
	{"taxonomy", "merged.dmp nodes.dmp names.dmp delnodes.dmp", "taxdump", ReadOptions{Prefix: autoPrefix}},
	{"snomed", "sct2_Description_Snapshot.txt sct2_Relationship_Snapshot.txt sct2_Concept_Snapshot.txt", "snomed-concepts", ReadOptions{Prefix: autoPrefix}},
	{"snomed_spanish", "sct2_Description_Snapshot.txt", "snomed", ReadOptions{Filter: format.Options{Languages: []string{"es"}}}},
	{"bioportal", "bioportal.csv", "bioportal", ReadOptions{}},
	{"sssom", "mappings.sssom.tsv", "sssom", ReadOptions{}},
	{"sssom_texts", "texts.sssom.tsv", "sssom", ReadOptions{}},
	{"babelon", "tools.babelon.tsv tools.obo", "obo", ReadOptions{}},
	{"babelon_spanish", "tools.babelon.tsv tools.obo", "obo", ReadOptions{Filter: format.Options{Languages: []string{"es"}}}},
	{"babelon_alone", "tools.babelon.tsv", "babelon", ReadOptions{Filter: format.Options{Languages: []string{"es", "pt-BR"}}}},
	{"rdfxml_all", "skos.rdf", "rdfxml", ReadOptions{Filter: format.Options{Languages: []string{"all"}}}},
	{"mesh_french", "mesh_fre.xml", "mesh", ReadOptions{Prefix: autoPrefix}},
	{"table_languages", "languages.csv", "table", ReadOptions{}},
	{"table_languages_named", "languages.csv", "table", ReadOptions{Filter: format.Options{Columns: map[string]string{"name@fr": "notes@here"}, Languages: []string{"fr", "pt"}}}},
	{"json_languages", "languages.jsonl", "json", ReadOptions{}},
	{"json", "terms.json", "json", ReadOptions{}},
	{"json_lines", "terms.jsonl", "json", ReadOptions{}},
}

func TestFormats(t *testing.T) {
	tested := map[string]bool{}
	for _, tt := range formatCases {
		t.Run(tt.name, func(t *testing.T) {
			var paths []string
			for name := range strings.FieldsSeq(tt.files) {
				paths = append(paths, filepath.Join(formatsDir, name))
			}
			terminology, report, err := readFiles(paths, tt.options)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range report.Sources {
				tested[s.Format] = true
			}
			if report.Sources[0].Format != tt.format {
				t.Errorf("taken for %s, want %s", report.Sources[0].Format, tt.format)
			}
			checkGolden(t, tt.name, dump(t, terminology, report))
		})
	}
	for _, name := range format.Names() {
		if !tested[name] {
			t.Errorf("no case for the format %s", name)
		}
	}
}

// checkGolden compares a dump with the golden file of a name, which -update writes.
func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	golden := filepath.Join(formatsDir, name+".golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// TestCompressedFormats reads a format of others from compressed files, whatever
// they are called.
func TestCompressedFormats(t *testing.T) {
	plain := filepath.Join(formatsDir, "obo.obo")
	content, err := os.ReadFile(plain)
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := read(plain, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x.gz", "x.zst", "x.tsv"} {
		path := filepath.Join(t.TempDir(), name)
		create(t, path, string(content))
		got, _, err := read(path, ReadOptions{})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %+v", name, err, got)
		}
	}
}

// TestMixedSources reads files of several formats that tell about one entity.
func TestMixedSources(t *testing.T) {
	one := writeFile(t, "one.obo", "[Term]\nid: CHEBI:15365\nname: acetylsalicylic acid\nsynonym: \"aspirin\" RELATED []\nsynonym: \" \" EXACT []\n")
	two := writeFile(t, "two.csv", "id,name,kind,weight\nchebi:CHEBI:15365,aspirin,exact,7\n15366,acetic acid,,\n")
	three := writeFile(t, "three.tsv", "CHEBI:15365\tASA\n15366\tvinegar\n")
	got, report, err := ReadSources([]Source{{Path: one, Namespace: "a"}, {Path: two, Namespace: "b"}, {Path: three, Namespace: "c"}}, ReadOptions{Prefix: "CHEBI"})
	want := []Entity{
		{ID: "CHEBI:15365", Namespace: "a", Weight: 7, Names: []Name{{"acetylsalicylic acid", primary, ""}, {"aspirin", exact, ""}, {"ASA", alias, ""}}},
		{ID: "CHEBI:15366", Namespace: "b", Names: []Name{{"acetic acid", primary, ""}, {"vinegar", alias, ""}}},
	}
	if err != nil || !reflect.DeepEqual(got.Entities, want) || report.Duplicates != 1 || len(report.Sources) != 3 {
		t.Errorf("got %+v, %+v, %v", got, report, err)
	}
	for _, tt := range []struct{ file, want string }{
		{"id,name,weight\nCHEBI:15365,x,8\n", "weight 8 of CHEBI:15365 differs from 7"},
		{"id,name,weight\nCHEBI:1,x,-1\n", "weight -1 is no finite number"},
		{"id,name\n#1,x\n", "the id \"#1\" starts with '#'"},
		{"id,name\n\"a\nb\",x\n", "a TAB or line end in the id"},
		{"id,name\nCHEBI:1,&nbsp;\n", "empty name"},
		{"id,name\nCHEBI:1," + strings.Repeat("y", 65537) + "\n", "a name of 65537 bytes; a pack takes 65536"},
		{"id,name\n,x\n", "empty id"},
	} {
		bad := writeFile(t, "bad.csv", tt.file)
		_, _, err := readFiles([]string{two, bad}, ReadOptions{})
		if err == nil || !strings.HasPrefix(err.Error(), bad+":2: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.file, err, tt.want)
		}
		_, report, err := readFiles([]string{two, bad}, ReadOptions{SkipBad: true})
		if err != nil || len(report.Bad) != 1 || report.Entities != 2 {
			t.Errorf("%q with SkipBad: %v, %+v", tt.file, err, report)
		}
	}
}

// TestSNOMEDWithoutConcepts notes that inactive concepts are in, unless a file says which they are.
func TestSNOMEDWithoutConcepts(t *testing.T) {
	header := "id\teffectiveTime\tactive\tmoduleId\t"
	descriptions := writeFile(t, "sct2_Description_Snapshot.txt", header+"conceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId\n"+
		"1\t20260101\t1\t900\t101\ten\t900000000000003001\tHammer (tool)\t900\n2\t20260101\t1\t900\t102\ten\t900000000000003001\tOld hammer (tool)\t900\n")
	concepts := writeFile(t, "sct2_Concept_Snapshot.txt", header+"definitionStatusId\n101\t20260101\t1\t900\t900\n102\t20260101\t0\t900\t900\n")
	note := descriptions + ": which concepts are inactive cannot be told, and they are in: with sct2_Concept_... of the same release beside it they are left out"
	for _, tt := range []struct {
		files    []string
		entities int
		notes    []string
	}{{[]string{descriptions}, 2, []string{note}}, {[]string{descriptions, concepts}, 1, nil}} {
		got, report, err := readFiles(tt.files, ReadOptions{})
		if err != nil || len(got.Entities) != tt.entities || !slices.Equal(report.Notes, tt.notes) {
			t.Errorf("%q: %v, %+v, %q; want %q", tt.files, err, got, report.Notes, tt.notes)
		}
	}
}
