package mapping

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/train/organismtest"
)

// TestOrganismColumn maps genes whose organism a column, the caller or the other genes tell.
func TestOrganismColumn(t *testing.T) {
	c, err := organismtest.Contents()
	check(t, err)
	n, err := core.New(c)
	check(t, err)
	for _, tt := range []struct {
		table, organism, taxon string
		want                   string // ids, or an error
	}{
		{"p53,mouse\np53,Homo sapiens\np53,unicorn\np53,\np53,7955;10090\n", "o", "", "22059 7157 7157 7157 30590"},
		{"p53,mouse\np53,10090\np53,Mus musculus\n", "2", "", "22059 22059 22059"},
		{"p53,\np21,\n", "", "10090", "22059 12575"},
		{"p53,\nTrp53,\nCdkn1a,\nFoxp2,\n", "", "", "22059 22059 12575 114142"},
		{"p53,\nTP53,\nCDKN1A,\n", "", "", "7157 7157 1026"},
		{"p53,\np21,\n", "o", "", `in.csv: the organism column "o" says nothing in the first 2 rows: it is empty`},
		{"p53,unicorn\n", "o", "", `the organism column "o" says nothing in the first 1 rows: organism "unicorn"`},
		{"p53,\n", "species", "", `no column "species"`},
	} {
		o := core.Options{}
		if tt.taxon != "" {
			o.Organisms = []string{tt.taxon}
		}
		config := Config{Columns: []string{"m"}, Organism: tt.organism, Lookup: n.LookupMany, KnownOrganism: n.Organism, Options: document.Options{Lookup: o}}
		check(t, config.StateCoverage(n, CoverageAuto))
		out, _, err := mapText(t, "in.csv", "m,o\n"+tt.table, "out.csv", config)
		var ids []string
		for _, line := range strings.Split(out, "\n") {
			if f := strings.Split(line, ","); len(f) > 2 && f[0] != "m" {
				ids = append(ids, strings.TrimPrefix(f[2], "NCBIGene:"))
			}
		}
		if err != nil && !strings.Contains(err.Error(), tt.want) || err == nil && strings.Join(ids, " ") != tt.want {
			t.Errorf("%q: %q, %v; want %s", tt.table, ids, err, tt.want)
		}
	}
}
