package data

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
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
	{"umls_some", "MRCONSO.RRF MRREL.RRF", "mrconso", ReadOptions{Prefix: AutoPrefix, Filter: format.Options{Languages: []string{"all"}, Sources: []string{"MSH", "MSHSPA"}}}},
	{"ctd", "ctd_diseases.tsv ctd_chemicals.tsv", "ctd", ReadOptions{}},
	{"hgnc", "hgnc.tsv", "hgnc", ReadOptions{}},
	{"uniprot_tsv", "uniprot.tsv", "uniprot-tsv", ReadOptions{Filter: format.Options{Taxa: []string{"9606"}}}},
	{"uniprot", "uniprot.dat", "uniprot", ReadOptions{Prefix: AutoPrefix, Filter: format.Options{Taxa: []string{"9606"}}}},
	{"gene_info", "gene_info", "gene_info", ReadOptions{Prefix: "NCBIGene", Filter: format.Options{Taxa: []string{"9606"}}}},
	{"mesh", "mesh.xml mesh_supp.xml", "mesh", ReadOptions{Prefix: AutoPrefix}},
	{"gilda", "gilda.tsv", "gilda", ReadOptions{}},
	{"biosyn", "biosyn.txt", "biosyn", ReadOptions{}},
	{"scispacy", "scispacy.jsonl", "scispacy", ReadOptions{}},
	{"ssslm", "ssslm.tsv", "ssslm", ReadOptions{Filter: format.Options{Languages: []string{"en"}}}},
	{"table_csv", "table.csv", "table", ReadOptions{}},
	{"table_columns", "table.csv", "table", ReadOptions{Filter: format.Options{Columns: map[string]string{"name": "synonyms", "definition": "notes"}}}},
	{"table_tsv", "table.tsv", "table", ReadOptions{}},
	{"utf16", "utf16.csv", "table", ReadOptions{}},
	{"tsv", "tsv.tsv", "tsv", ReadOptions{}},
}

func TestFormats(t *testing.T) {
	tested := map[string]bool{}
	for _, tt := range formatCases {
		t.Run(tt.name, func(t *testing.T) {
			var paths []string
			for name := range strings.FieldsSeq(tt.files) {
				paths = append(paths, filepath.Join(formatsDir, name))
			}
			terminology, report, err := ReadFiles(paths, tt.options)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range report.Sources {
				tested[s.Format] = true
			}
			if report.Sources[0].Format != tt.format {
				t.Errorf("taken for %s, want %s", report.Sources[0].Format, tt.format)
			}
			got := dump(t, terminology, report)
			golden := filepath.Join(formatsDir, tt.name+".golden")
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
		})
	}
	for _, name := range format.Names() {
		if !tested[name] {
			t.Errorf("no case for the format %s", name)
		}
	}
}
