package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/train/data"
)

// ontologySchema holds the tables read, as GO.db 3.16 declares them, and rows out
// of order.
const ontologySchema = `
CREATE TABLE metadata (name VARCHAR(80) PRIMARY KEY, value VARCHAR(255));
CREATE TABLE go_term (_id INTEGER PRIMARY KEY, go_id CHAR(10) NOT NULL UNIQUE, term VARCHAR(255) NOT NULL, ontology VARCHAR(9) NOT NULL, definition TEXT NULL);
CREATE TABLE go_synonym (_id INTEGER NOT NULL, synonym VARCHAR(255) NOT NULL, secondary CHAR(10) NULL, like_go_id SMALLINT);
CREATE TABLE go_bp_parents (_id INTEGER NOT NULL, _parent_id INTEGER NOT NULL, relationship_type VARCHAR(7) NOT NULL);
CREATE TABLE go_mf_parents (_id INTEGER NOT NULL, _parent_id INTEGER NOT NULL, relationship_type VARCHAR(7) NOT NULL);
CREATE TABLE go_cc_parents (_id INTEGER NOT NULL, _parent_id INTEGER NOT NULL, relationship_type VARCHAR(7) NOT NULL);
INSERT INTO metadata VALUES ('DBSCHEMA', 'GO_DB'), ('GOSOURCEDATE', '2022-07-01');
INSERT INTO go_term VALUES (9, 'all', 'all', 'universal', NULL), (3, 'GO:0006915', 'apoptotic process', 'BP', 'Cells die  by
	a programme.'), (1, 'GO:0008150', 'biological_process', 'BP', NULL), (2, 'GO:0042981', 'regulation of apoptotic process', 'BP', 'It regulates.'),
	(4, 'GO:0004707', 'MAP kinase activity', 'MF', 'It adds phosphate.');
INSERT INTO go_synonym VALUES (3, 'apoptosis', NULL, 0), (3, 'GO:0006917', 'GO:0006917', 1), (3, 'PCD-1', NULL, 0), (2, 'apoptosis regulator', NULL, 0),
	(2, 'cell suicide', NULL, 0), (3, 'cell-suicide', NULL, 0), (3, 'cell suicide', NULL, 0), (3, 'Apoptotic-process', NULL, 0),
	(4, 'ERK', NULL, 0), (4, 'ERK activity', NULL, 0), (77, 'of no term', NULL, 0);
INSERT INTO go_bp_parents VALUES (3, 1, 'isa'), (2, 3, 'negatively regulates'), (2, 1, 'isa'), (1, 9, 'isa');
INSERT INTO go_cc_parents VALUES (4, 3, 'part of');
`

// annotations are added to the database of genes.
const annotations = `
INSERT INTO go_bp VALUES (4, 'GO:0006915', 'IEA'), (4, 'GO:0006915', 'IDA'), (4, 'GO:0006915', 'TAS'), (2, 'GO:0006915', 'IEA'),
	(1, 'GO:0008150', 'ND'), (3, 'GO:0006915', 'IDA'), (4, 'GO:0000001', 'IDA');
INSERT INTO go_mf VALUES (4, 'GO:0004707', 'IBA');
INSERT INTO go_bp_all VALUES (4, 'GO:0006915', 'IEA'), (4, 'GO:0006915', 'IDA'), (2, 'GO:0006915', 'IEA'), (3, 'GO:0006915', 'IDA'),
	(4, 'GO:0008150', 'IDA'), (1, 'GO:0008150', 'ND');
INSERT INTO pfam VALUES (4, 'IPI2', 'PF00870'), (4, 'IPI1', 'PF00870'), (4, 'IPI1', NULL), (1, 'IPI3', 'PF00962');
INSERT INTO kegg VALUES (4, '04115'), (3, '04115');
`

const wantTerms = `# Gene Ontology of 2022-07-01
# weighed by Homo sapiens genes from Entrez Gene of 2022-Sep12, selected with Uniprot of Fri Sep 23; Bioconductor HUMAN_DB schema 2.1
# licence: CC BY 4.0
# columns: id, name, kind, root of genes annotated, namespace
GO:0004707	MAP kinase activity	primary	0	GO
GO:0004707	ERK activity	exact	0	GO
GO:0006915	apoptotic process	primary	1.41	GO
GO:0006915	PCD-1	alias	1.41	GO
GO:0006915	apoptosis	exact	1.41	GO
GO:0006915	cell suicide	related	1.41	GO
GO:0008150	biological_process	primary	1	GO
GO:0042981	regulation of apoptotic process	primary	0	GO
GO:0042981	apoptosis regulator	exact	0	GO
GO:0042981	cell suicide	related	0	GO
`

const wantTriples = `# Homo sapiens genes from Entrez Gene of 2022-Sep12, selected with Uniprot of Fri Sep 23; Bioconductor HUMAN_DB schema 2.1
# Gene Ontology of 2022-07-01
# licence: NCBI Gene, public domain; Gene Ontology and its annotations, CC BY 4.0; Pfam, CC0;
# KEGG: see www.kegg.jp/kegg/legal.html before passing pathways on
# columns: head, relation, tail
NCBIGene:20	involved_in_electronic	GO:0006915
NCBIGene:100	pfam	Pfam:PF00962
NCBIGene:7157	enables_curated	GO:0004707
NCBIGene:7157	involved_in_experimental	GO:0006915
NCBIGene:7157	pathway	KEGG:hsa04115
NCBIGene:7157	pfam	Pfam:PF00870
GO:0004707	part_of	GO:0006915
GO:0006915	is_a	GO:0008150
GO:0042981	is_a	GO:0008150
GO:0042981	negatively_regulates	GO:0006915
`

const wantDefinitions = `# Gene Ontology of 2022-07-01
# licence: CC BY 4.0
# columns: id, definition
GO:0004707	It adds phosphate.
GO:0006915	Cells die by a programme.
GO:0042981	It regulates.
`

const wantPublications = `# Homo sapiens genes from Entrez Gene of 2022-Sep12, selected with Uniprot of Fri Sep 23; Bioconductor HUMAN_DB schema 2.1
# licence: NCBI Gene is in the public domain
# columns: gene, relation, publication
NCBIGene:100	published_in	PMID:11
NCBIGene:7157	published_in	PMID:11
`

// wantXRefs lacks the OMIM numbers of gene 100, which has two.
const wantXRefs = `# Homo sapiens genes from Entrez Gene of 2022-Sep12, selected with Uniprot of Fri Sep 23; Bioconductor HUMAN_DB schema 2.1
# licence: NCBI Gene is in the public domain; UniProt, CC BY 4.0
# columns: gene, id in another database
NCBIGene:20	UniProt:Q00001
NCBIGene:20	UniProt:Q00002
NCBIGene:7157	ENSEMBL:ENSG00000141510
NCBIGene:7157	OMIM:191170
NCBIGene:7157	UniProt:P04637
`

func TestOntology(t *testing.T) {
	genes, terms := newDatabase(t, annotations), create(t, ontologyDatabase, ontologySchema)
	archive := newPackage(t, terms, "", func(w io.Writer) (io.WriteCloser, error) { return nopCloser{w}, nil })
	for _, source := range []string{terms, archive} {
		dir := t.TempDir()
		var stderr bytes.Buffer
		status := run(t.Context(), []string{"--db", genes, "--go", source, "--out", filepath.Join(dir, "genes"), "--terms", filepath.Join(dir, "terms"),
			"--triples", filepath.Join(dir, "triples.gz"), "--definitions", filepath.Join(dir, "definitions"), "--publications", filepath.Join(dir, "publications"),
			"--xrefs", filepath.Join(dir, "xrefs")}, &stderr)
		if status != 0 || !strings.Contains(stderr.String(), "10 triples: 1 enables_curated, ") {
			t.Fatalf("status %d: %s", status, &stderr)
		}
		for file, content := range map[string]string{"genes": want, "terms": wantTerms, "triples.gz": wantTriples, "definitions": wantDefinitions, "publications": wantPublications, "xrefs": wantXRefs} {
			if got := read(t, filepath.Join(dir, file)); got != content {
				t.Errorf("%s: got\n%s\nwant\n%s", file, got, content)
			}
		}
	}
}

// TestDefinitionsAlone needs no genes.
func TestDefinitionsAlone(t *testing.T) {
	out := filepath.Join(t.TempDir(), "definitions")
	var stderr bytes.Buffer
	if status := run(t.Context(), []string{"--go", create(t, ontologyDatabase, ontologySchema), "--definitions", out}, &stderr); status != 0 {
		t.Fatalf("status %d: %s", status, &stderr)
	}
	if got := read(t, out); got != wantDefinitions {
		t.Errorf("got\n%s", got)
	}
}

func TestOntologyErrors(t *testing.T) {
	genes := newDatabase(t, annotations)
	terms := func(more string) string { return create(t, ontologyDatabase, ontologySchema+more) }
	plain := func(w io.Writer) (io.WriteCloser, error) { return nopCloser{w}, nil }
	for _, tt := range []struct{ genes, terms, want string }{
		{genes, genes, `"HUMAN_DB", want GO_DB, that of GO.sqlite`},
		{genes, newPackage(t, genes, "", plain), "holds no GO.sqlite; is it r-bioc-go.db?"},
		{terms(""), terms(""), `"GO_DB", want HUMAN_DB`},
		{genes, terms("DROP TABLE go_synonym"), "go_synonym"},
		{genes, terms("DROP TABLE go_mf_parents"), "go_mf_parents"},
		{genes, terms("DELETE FROM go_term"), "no terms"},
		{genes, terms("UPDATE go_term SET go_id = 'X:1' WHERE _id = 2"), `term "X:1" (row 2)`},
		{newDatabase(t, "INSERT INTO go_cc VALUES (4, 'GO:0004707', 'XYZ')"), terms(""), `unknown evidence code "XYZ"`},
	} {
		dir := t.TempDir()
		var stderr bytes.Buffer
		status := run(t.Context(), []string{"--db", tt.genes, "--go", tt.terms, "--triples", filepath.Join(dir, "out")}, &stderr)
		if status != 1 || !strings.Contains(stderr.String(), tt.want) {
			t.Errorf("status %d, %s, want %q", status, &stderr, tt.want)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("%s: output left behind: %v, %v", tt.want, left, err)
		}
	}
}

// TestRealOntology reads the files or packages that NORMLET_HS_DB and
// NORMLET_GO_DB name.
func TestRealOntology(t *testing.T) {
	genes, terms := os.Getenv("NORMLET_HS_DB"), os.Getenv("NORMLET_GO_DB")
	if genes == "" || terms == "" {
		t.Skip("NORMLET_HS_DB and NORMLET_GO_DB do not name the databases or packages of genes and terms")
	}
	dir := t.TempDir()
	var stderr bytes.Buffer
	status := run(t.Context(), []string{"--db", genes, "--go", terms, "--terms", filepath.Join(dir, "terms.tsv"), "--triples", filepath.Join(dir, "triples.tsv"),
		"--definitions", filepath.Join(dir, "definitions.tsv"), "--publications", filepath.Join(dir, "publications.tsv")}, &stderr)
	if status != 0 {
		t.Fatalf("status %d: %s", status, &stderr)
	}
	got, _, err := data.ReadTSV(strings.NewReader(read(t, filepath.Join(dir, "terms.tsv"))), "terms.tsv", data.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	// The counts of version 3.16.
	if len(got.Entities) != 43_558 || got.NumNames() != 136_848 {
		t.Errorf("%d terms, %d names; want 43558, 136848", len(got.Entities), got.NumNames())
	}
	if n := strings.Count(read(t, filepath.Join(dir, "triples.tsv")), "\nNCBIGene:"); n != 339_878 {
		t.Errorf("%d triples of genes, want 339878", n)
	}
	if n := strings.Count(read(t, filepath.Join(dir, "definitions.tsv")), "\nGO:"); n != 35_140 {
		t.Errorf("%d definitions, want 35140", n)
	}
	if n := strings.Count(read(t, filepath.Join(dir, "publications.tsv")), "\nNCBIGene:"); n != 756_711 {
		t.Errorf("%d genes in publications, want 756711", n)
	}
}
