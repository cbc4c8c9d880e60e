package assemble

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/knowledge"
	"github.com/normlet/normlet/train/data"
)

func TestFirstSentence(t *testing.T) {
	for text, want := range map[string]string{
		"": "",
		"  A  cell\nof blood. It carries oxygen.  ": "A cell of blood.",
		"A cell":                              "A cell",
		"A cell of E. coli. It divides.":      "A cell of E. coli.",
		"Factors, e.g. Wnt and others. More.": "Factors, e.g. Wnt and others.",
		"It weighs 1.5 kDa. Then more.":       "It weighs 1.5 kDa.",
		"Is it a cell? It is.":                "Is it a cell?",
		"A part of the cell. inner side":      "A part of the cell. inner side",
		"Plants, spp. Zea and others.":        "Plants, spp. Zea and others.",
		strings.Repeat("word ", 200):          strings.TrimSpace(strings.Repeat("word ", 100)) + " …",
		strings.Repeat("x", 600):              "",
	} {
		if got := firstSentence(text); got != want {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
}

// TestPrefixes checks the table of addresses, and what is made of it.
func TestPrefixes(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(knowledge.Prefixes), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 4 || strings.Count(f[1], "$1") != 1 || !strings.HasPrefix(f[1], "http") || f[2] == "" || f[3] != "site" && f[3] != "obo" {
			t.Errorf("prefixes.tsv:%d: %q", i+1, line)
		}
	}
	if len(pages) < 40 || len(pages) != strings.Count(knowledge.Prefixes, "\thttp") {
		t.Errorf("%d prefixes of %d lines: one is there twice", len(pages), len(lines))
	}
	for id, want := range map[string]string{
		"NCBIGene:7157": "https://www.ncbi.nlm.nih.gov/gene/7157", "go:0006915": "https://amigo.geneontology.org/amigo/term/GO:0006915",
		"UBERON:0000955": "http://purl.obolibrary.org/obo/UBERON_0000955", "HGNC:11998": "https://www.genenames.org/data/gene-symbol-report/#!/hgnc_id/HGNC:11998",
		"unheard:1": "", "7157": "", "": "",
	} {
		if got := PageURL(id); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
	c := &pack.Contents{
		IDs: pack.NewStrings([]string{"7", "GO:1", "HP:1", "HP:2", "Z:1"}), Namespaces: []string{"other", "MESH"}, EntityNamespace: []uint16{1, 0, 0, 0, 0},
	}
	var keys []string
	for _, p := range pageURLs(c) {
		keys = append(keys, p.Key)
	}
	if got := strings.Join(keys, " "); got != "url.mesh url.go url.hp" {
		t.Errorf("keys %s", got)
	}
}

func TestIsReference(t *testing.T) {
	for id, want := range map[string]bool{
		"OMIM:1": true, "KEGG:C00001": true, "PMID:1": false, "url:http\\://x": false, "http://x.org/y": false, "12": false, "": false, "A:b c": false, "Wikipedia:Cell": false,
	} {
		if isReference(id) != want {
			t.Errorf("%q: %t", id, !want)
		}
	}
}

// TestReferences requires details to have cross-references of the wanted prefixes alone, and then no definitions.
func TestReferences(t *testing.T) {
	terminology := genes()
	terminology.Entities[0].Definition = "A gene of speech."
	terminology.XRefs = []data.XRef{
		{ID: "NCBIGene:93986", Other: "UniProtKB:O15409"}, {ID: "NCBIGene:93986", Other: "OMIM:605317"}, {ID: "NCBIGene:93986", Other: "MIM:605317"}, {ID: "NCBIGene:93986", Other: "GeneID:93986"},
	}
	for _, references := range [][]string{nil, {"UniProt"}} {
		c, _ := run(t, Recipe{Details: &Details{References: references}}, terminology)
		n, _ := open(t, c)
		e, ok := n.Entity("NCBIGene:93986")
		if want := 2 - len(references); !ok || len(e.XRefs) != want || (e.Definition == "") != (references != nil) {
			t.Errorf("%v: %+v", references, e)
		}
	}
}
