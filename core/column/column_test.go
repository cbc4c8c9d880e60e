package column

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
)

var open = sync.OnceValues(func() (*core.Normalizer, error) { return core.OpenBytes(assets.Default(), nil) })

func detect(t *testing.T, name, cells string) Column {
	t.Helper()
	n, err := open()
	if err != nil {
		t.Fatal(err)
	}
	found, err := Detect(n, []Sample{{name, strings.Split(cells, "|")}})
	if err != nil {
		t.Fatal(err)
	}
	return found[0]
}

func TestDetect(t *testing.T) {
	for _, tt := range []struct{ name, cells, want string }{
		{"", "", "empty"},
		{"", " ||\u00a0", "empty"},
		{"gene", "TP53|EGFR|KRAS|MYC|PTEN", "names NCBIGene"},
		{"", "IL6|IL10", "names NCBIGene"}, // too few for codes
		{"", "S6|S10|S11|S14|S2", "other"},
		{"well", "A01|B02|C03|D11|H12|E7", "other"},
		{"batch", "A|B|C", "other"}, // chemicals and chains
		{"mix", "TP53|EGFR|aspirin|ibuprofen|asthma|psoriasis", "names"},
		{"", "asthma|type 2 diabetes|psoriasis|lung cancer", "names disease"},
		{"who", "Anna Novak|Peter Fischer|Olga Silva|John Okafor", "other"},
		{"species", "human|mouse|Homo sapiens|Mus musculus", "organisms"},
		{"taxid", "9606|10090", "ids NCBITaxon"},
		{"host", "Escherichia coli|Bos taurus|Gallus gallus|Danio rerio", "names species"},
		{"when", "2024-05-01|2024-06-11 10:15|2024-06-12T08:00:30Z|1. Mai 2024", "dates"},
		{"n", "1|2,5|1e-9|< 0.001|-3", "numbers"},
		{"bp", "120/80|135/85", "numbers"},
		{"dose", "5 mg|10 mg|2.5 g", "numbers"},
		{"dose", "5mg|10mg|20mg|40mg|80mg", "numbers"},
		{"", "ENSG00000141510|ENSG00000146648.17|ENSMUSG00000059552", "ids ENSEMBL"},
		{"", "P04637|Q9Y6K9-2|A0A075B6L2", "ids UniProt"},
		{"", "50-78-2|58-08-2", "ids CAS"},
		{"", "I10|E11.9|J45.909|C50", "ids ICD10CM"},
		{"", "GO:0006915|go:0008283|GO:0007049", "ids GO"},
		{"Entrez ID", "7157|672", "ids NCBIGene"},
		{"mesh_id", "D001241|D003920", "ids MESH"},
		{"hgnc", "TP53|BRCA1", "names NCBIGene"},
		{"", "http://example.org/1|http://example.org/2", "other"},
		{"note", "the patient was seen again two weeks later|no sign of the disease in the next three months", "text"},
	} {
		c := detect(t, tt.name, tt.cells)
		n, _ := open()
		of := c.Namespace(n)
		if c.Kind == IDs {
			of = c.Of
		}
		if got := strings.TrimSpace(string(c.Kind) + " " + of); got != tt.want {
			t.Errorf("%s %q: %q, want %q: %+v", tt.name, tt.cells, got, tt.want, c)
		}
	}
}

// TestBounded requires a sample of any length to be read in part, from its beginning to its end.
func TestBounded(t *testing.T) {
	var cells []string
	for i := range 100_000 {
		cells = append(cells, fmt.Sprint("note ", i))
	}
	read := different(cells)
	if len(read) != MaxCells || read[0] != cells[0] || !slices.IsSorted(read[:9]) || read[MaxCells-1] != cells[99_000] {
		t.Errorf("%d cells, %q to %q", len(read), read[0], read[len(read)-1])
	}
	if c := detect(t, "", strings.Repeat("this is long ", 50)+"|"+strings.Repeat("x", 5000)); c.Kind != Text || len(c.Examples[1].Cell) > longest {
		t.Errorf("%+v", c)
	}
}

// TestKnownIDs requires ids that the pack lacks to be ids that are no use.
func TestKnownIDs(t *testing.T) {
	if c := detect(t, "", "GO:0006915|GO:0008283"); c.Known != 1 || !c.IsMapped() || c.Examples[0].Name != "apoptotic process" {
		t.Errorf("%+v", c)
	}
	if c := detect(t, "", "rs7412|rs429358"); c.Kind != IDs || c.Known != 0 || c.IsMapped() {
		t.Errorf("%+v", c)
	}
}

// TestAbove requires the names of columns to say what their numbers are.
func TestAbove(t *testing.T) {
	for name, want := range map[string]string{"Gene-ID": "NCBIGene", "tax_id": "NCBITaxon", "ICD code": "ICD10CM", "EC": "", "price": ""} {
		if got := above(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
