package data

import (
	"path/filepath"
	"testing"

	"github.com/normlet/normlet/internal/testfull"
)

// sharedData returns the folder of evaluation data beside the repository, for tests in full.
func sharedData(t *testing.T) string {
	t.Helper()
	return filepath.Join(testfull.Shared(t), "data")
}

func TestReadSharedReferences(t *testing.T) {
	dir := sharedData(t)
	for _, tt := range []struct {
		folder          string
		names, entities int
	}{
		{"uniprot_human", 202_870, 20_367},
		{"ncbigene_human", 322_784, 61_580},
		{"chebi", 253_730, 77_157},
		{"ncbi_disease", 76_237, 11_915},
		{"bc5cdr_disease", 76_566, 11_962},
		{"bc5cdr_chemical", 132_917, 31_778},
	} {
		_, report, err := read(filepath.Join(dir, tt.folder, "reference.tsv.gz"), ReadOptions{})
		if err != nil {
			t.Error(err)
			continue
		}
		if report.Names != tt.names || report.Entities != tt.entities {
			t.Errorf("%s: %v, want %d names of %d entities", tt.folder, report, tt.names, tt.entities)
		}
	}
}

func TestReadSharedQueries(t *testing.T) {
	dir := sharedData(t)
	for _, tt := range []struct {
		file string
		rows int
	}{
		{"bioid/dev_gene", 18_920},
		{"bioid/dev_uniprot", 11_611},
		{"bioid/dev_unlinked", 14_230},
		{"gnormplus/train", 3_841},
		{"chebi/dev_craft", 1_377},
		{"chebi/dev_alzdem", 484},
		{"ncbi_disease/train", 4_999},
		{"ncbi_disease/dev", 746},
		{"bc5cdr_disease/train", 4_049},
		{"bc5cdr_disease/dev", 4_130},
		{"bc5cdr_disease/unlinked_dev", 16},
		{"bc5cdr_chemical/train", 5_144},
		{"bc5cdr_chemical/dev", 5_302},
		{"bc5cdr_chemical/unlinked_dev", 43},
	} {
		path := filepath.Join(dir, filepath.FromSlash(tt.file)+".tsv.gz")
		f, err := Open(path)
		if err != nil {
			t.Error(err)
			continue
		}
		got, err := ReadQueriesFrom(f, path, QueryOptions{})
		f.Close()
		if err != nil || len(got.Queries) != tt.rows {
			t.Errorf("%s: %d rows, want %d: %v", tt.file, len(got.Queries), tt.rows, err)
		}
	}
}
