package data_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data"
)

func TestReadXRefs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.tsv")
	for _, c := range []struct{ content, want string }{
		{"# comment\tof it\nT:1\tOMIM:1\nT:1\tHGNC:2\nT:2\tA:1, A:2\n", ""},
		{"", "no cross-references"},
		{"T:1\tOMIM:1\nT:2\n", ":2: 1 columns"},
		{"T:1\tOMIM:1\tx\n", ":1: 3 columns"},
		{" \tOMIM:1\n", ":1: an empty id"},
		{"T:1\t191170\n", `:1: "191170" is no id with a prefix`},
		{"T:1\tOMIM:1 2\n", "is no id with a prefix"},
	} {
		if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := data.ReadXRefs(path)
		bad, isBad := errors.AsType[*data.BadRow](err)
		switch {
		case c.want == "":
			if want := "[{T:1 OMIM:1} {T:1 HGNC:2} {T:2 A:1} {T:2 A:2}]"; err != nil || fmt.Sprint(got) != want {
				t.Errorf("%v, %v", got, err)
			}
		case err == nil || !strings.Contains(err.Error(), c.want) || isBad && bad.Line == 0:
			t.Errorf("%q: %v, want %q", c.content, err, c.want)
		}
	}
}

// TestXRefsOfGenes reads the cross-references and full names of formats of genes and proteins.
func TestXRefsOfGenes(t *testing.T) {
	for _, c := range []struct{ name, content, full, want string }{
		{"HGNC", "hgnc_id\tsymbol\tname\tentrez_id\tensembl_gene_id\tuniprot_ids\tomim_id\n" +
			"HGNC:11998\tTP53\ttumor protein p53\t7157\tENSG00000141510\tP04637|Q1\t191170\n",
			"tumor protein p53", "NCBIGene:7157 ENSEMBL:ENSG00000141510 UniProt:P04637 UniProt:Q1 OMIM:191170"},
		{"gene_info", "#tax_id\tGeneID\tSymbol\tSynonyms\tdbXrefs\tdescription\tFull_name_from_nomenclature_authority\n" +
			"9606\t7157\tTP53\t-\tMIM:191170|HGNC:HGNC:11998|Ensembl:ENSG00000141510|AllianceGenome:HGNC:11998\tprotein of tumors\ttumor protein p53\n",
			"tumor protein p53", "OMIM:191170 HGNC:11998 ENSEMBL:ENSG00000141510"},
		{"UniProt", "ID   P53_HUMAN\nAC   P04637; Q15086;\nDE   RecName: Full=Cellular tumor antigen p53;\n" +
			"DR   Ensembl; ENST1.1; ENSP1.1; ENSG00000141510.19. [P04637-1]\nDR   Ensembl; ENST2.1; ENSP2.1; ENSG00000141510.19.\n" +
			"DR   GeneID; 7157; -.\nDR   MIM; 151623; phenotype.\nDR   MIM; 191170; gene.\nDR   HGNC; HGNC:11998; TP53.\nDR   PDB; 1A1U; NMR; -; A/C=324-358.\n//\n",
			"", "ENSEMBL:ENSG00000141510 NCBIGene:7157 OMIM:191170 HGNC:11998"},
		{"OBO Graphs", `{"graphs":[{"nodes":[{"id":"http://purl.obolibrary.org/obo/DOID_4","type":"CLASS","lbl":"disease","meta":{"xrefs":[{"val":"MSH:D004194"},{"val":"UMLS_CUI:C0012634"}]}}]}]}`,
			"", "MESH:D004194 UMLS_CUI:C0012634"},
		{"our own", "A:1\tTP53\tprimary\nA:1\ttumor protein p53\tfull_name\n", "tumor protein p53", ""},
		{"a full name that is the primary one", "A:1\ttumor protein p53\tfull_name\n", "", ""},
	} {
		path := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
			t.Fatal(err)
		}
		terms, _, err := data.ReadSources([]data.Source{{Path: path}}, data.ReadOptions{Prefix: "auto"})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, x := range terms.XRefs {
			got = append(got, x.Other)
		}
		if strings.Join(got, " ") != c.want || terms.Entities[0].FullName != c.full {
			t.Errorf("%s: %q, %q", c.name, got, terms.Entities[0].FullName)
		}
	}
}
