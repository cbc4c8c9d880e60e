package data

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// rowsOf returns lines of id TAB name.
func rowsOf(n int, id, name func(i int) string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s\t%s\n", id(i), name(i))
	}
	return b.String()
}

func of(format string) func(int) string {
	return func(i int) string { return strings.ReplaceAll(format, "%", fmt.Sprint(1000+i)) }
}

// TestJudge stops at columns that are not what they are taken for, and at nothing else.
func TestJudge(t *testing.T) {
	const twelve = 12
	for _, tt := range []struct{ name, file, want string }{
		{"CURIEs and names", rowsOf(twelve, of("A:%"), of("cell of kind %")), ""},
		{"ids with a blank in the prefix", rowsOf(twelve, of("NCBI taxon:%"), of("species %")), ""},
		{"slugs", rowsOf(twelve, of("mature-cell-%"), of("cell %")), ""},
		{"IRIs", rowsOf(twelve, of("http://x.org/a_%"), of("cell %")), ""},
		{"accessions of accessions", rowsOf(twelve, of("P%"), of("ZNF%")), ""},
		{"symbols with a colon", rowsOf(twelve, of("G:%"), of("PC(16:%)")), ""},
		{"two rows", rowsOf(2, of("cell of kind %"), of("A:%")), ""},
		{"the name of a third of a few rows", rowsOf(9, of("A:%"), func(i int) string { return []string{"x", "y", "z"}[i%3] }), ""},
		{"swapped CURIEs", rowsOf(3, of("b%"), of("A:%")), "most names are ids, such as the name \"A:1000\" of the id \"b1000\""},
		{"swapped IRIs", rowsOf(3, of("cell%"), of("https://x.org/a_%")), "most names are ids"},
		{"swapped numbers", rowsOf(3, of("TP%"), of("%")), "most names are numbers, such as the name \"1000\" of the id \"TP1000\""},
		{"swapped accessions", rowsOf(3, of("cells-%"), of("P%")), "the names look like ids"},
		{"phrases for ids", rowsOf(3, of("cell of kind %"), of("word %")), "many ids are several words, such as the name \"word 1000\" of the id \"cell of kind 1000\""},
		{"a kind for a name", rowsOf(40, of("A:%"), func(i int) string { return []string{"primary", "synonym"}[i%2] }), "20 of 40 rows have the name \"primary\""},
	} {
		_, report, err := ReadTSV(strings.NewReader(tt.file), "f.tsv", ReadOptions{})
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case tt.want == "" && len(report.Sources[0].First) != min(3, strings.Count(tt.file, "\n")):
			t.Errorf("%s: first rows %v", tt.name, report.Sources[0].First)
		case tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), "f.tsv: "+tt.want) || !strings.Contains(err.Error(), "--columns id=2,name=1 reads name TAB id; if the list really is so, say --no-column-check")):
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
		if _, _, err := ReadTSV(strings.NewReader(tt.file), "f.tsv", ReadOptions{TrustColumns: true}); err != nil {
			t.Errorf("%s, trusted: %v", tt.name, err)
		}
	}
}

// TestJudgeBeforeBadRows blames the columns, not the first row that swapped ones make bad.
func TestJudgeBeforeBadRows(t *testing.T) {
	file := rowsOf(5, of("Cell: kind %"), of("A:%")) + "cell: kind 7\tA:7\n" // another spelling of a prefix
	_, _, err := ReadTSV(strings.NewReader(file), "f.tsv", ReadOptions{})
	if err == nil || !strings.HasPrefix(err.Error(), "f.tsv: most names are ids") {
		t.Error(err)
	}
}

// TestNamesFirst names the flag for lines whose names come first, whatever is behind the ids.
func TestNamesFirst(t *testing.T) {
	for _, end := range []string{"", "\talias", "\tgene", "\tgene\thuman"} {
		path := writeFile(t, "list.tsv", rowsOf(5, of("BR%"), func(i int) string { return of("A:%")(i) + end }))
		if _, _, err := readFiles([]string{path}, ReadOptions{}); err == nil || !strings.Contains(err.Error(), "--columns id=2,name=1") {
			t.Errorf("%q: %v", end, err)
		}
	}
}

// sharedLists are the terminologies of the evaluation data, with the columns of id and name.
var sharedLists = []string{"anatomy/uberon", "anatomy/cell_types", "bc5cdr_chemical/reference", "bc5cdr_disease/reference", "cell_line/reference",
	"chebi/reference", "consumer/reference", "mesh/descriptors", "mesh/tree_numbers", "ncbi_disease/reference", "ncbigene_human/reference",
	"species/reference", "uniprot_human/reference"}

// TestSharedColumns reads every shared terminology as it is, and with its columns swapped, in each format of lines.
func TestSharedColumns(t *testing.T) {
	dir := sharedData(t)
	for _, list := range sharedLists {
		f, err := Open(filepath.Join(dir, filepath.FromSlash(list)+".tsv.gz"))
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, swapped := range []bool{false, true} {
			for _, header := range []string{"", "id\tname\n"} {
				if header != "" && len(content) > 1<<20 {
					continue // the small ones are enough
				}
				text := twoColumns(content, header, swapped)
				path := writeFile(t, "list.tsv", text)
				_, _, err := read(path, ReadOptions{SkipBad: true})
				if stopped := err != nil; stopped != swapped || err != nil && !strings.Contains(err.Error(), "are the columns swapped?") {
					t.Errorf("%s, swapped %v, header %q: %v", list, swapped, header, err)
				}
			}
		}
	}
}

// TestSharedOBO reads the shared ontology with ids and names changed for each other.
func TestSharedOBO(t *testing.T) {
	content, err := ReadFile(filepath.Join(sharedData(t), "disease_ontology", "HumanDO.obo.gz"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("\nid: ", "\nname: ", "\nname: ", "\nid: ").Replace(string(content))
	_, _, err = read(writeFile(t, "d.obo", text), ReadOptions{SkipBad: true})
	if err == nil || !strings.Contains(err.Error(), "The file is not what its format, obo, says; if the list really is so, say --no-column-check") {
		t.Error(err)
	}
	if _, _, err := read(writeFile(t, "d.obo", string(content)), ReadOptions{SkipBad: true}); err != nil {
		t.Error(err)
	}
}

// twoColumns returns the first two columns of a table.
func twoColumns(content []byte, header string, swapped bool) string {
	var b strings.Builder
	b.WriteString(header)
	for line := range bytes.Lines(content) {
		cells := bytes.SplitN(bytes.TrimSuffix(line, []byte("\n")), []byte("\t"), 3)
		if len(cells) < 2 {
			continue
		}
		if swapped {
			cells[0], cells[1] = cells[1], cells[0]
		}
		fmt.Fprintf(&b, "%s\t%s\n", cells[0], cells[1])
	}
	return b.String()
}
