package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/train/data"
)

// converter holds what has been read.
type converter struct {
	files
	stderr             io.Writer
	genesSQL, termsSQL *sql.DB
	genes              *genes
	source             string
	ontology           *ontology
}

// convert reads the databases of f and writes the other files of f.
func convert(ctx context.Context, f files, stderr io.Writer) (err error) {
	c := &converter{files: f, stderr: stderr}
	if f.genesDB != "" {
		var done func()
		if c.genesSQL, done, err = open(ctx, f.genesDB, genesDatabase); err != nil {
			return err
		}
		defer done()
		if c.genes, c.source, err = readGenes(ctx, c.genesSQL); err != nil {
			return fmt.Errorf("%s: %w", f.genesDB, err)
		}
		fmt.Fprintf(stderr, "%s: %s\n", f.genesDB, c.source)
	}
	if f.ontologyDB != "" {
		var done func()
		if c.termsSQL, done, err = open(ctx, f.ontologyDB, ontologyDatabase); err != nil {
			return err
		}
		defer done()
		if c.ontology, err = readOntology(ctx, c.termsSQL); err != nil {
			return fmt.Errorf("%s: %w", f.ontologyDB, err)
		}
		fmt.Fprintf(stderr, "%s: %s\n", f.ontologyDB, c.ontology)
	}
	return c.write(ctx)
}

// open opens the database that file is or holds; done closes and removes what it took.
func open(ctx context.Context, file, database string) (db *sql.DB, done func(), err error) {
	path, remove, err := databaseFile(ctx, file, database)
	if err != nil {
		return nil, nil, err
	}
	if db, err = openReadOnly(path); err != nil {
		remove()
		return nil, nil, err
	}
	return db, func() { db.Close(); remove() }, nil
}

func (c *converter) write(ctx context.Context) error {
	for _, part := range []struct {
		path  string
		write func(context.Context, io.Writer) (string, error)
	}{
		{c.files.genes, c.writeGenes}, {c.terms, c.writeTerms}, {c.triples, c.writeTriples}, {c.definitions, c.writeDefinitions},
		{c.publications, c.writePublications}, {c.xrefs, c.writeXRefs},
	} {
		if part.path != "" {
			if err := c.writeFile(ctx, part.path, part.write); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeFile writes the file at path, whole or not at all, and says what it holds.
func (c *converter) writeFile(ctx context.Context, path string, write func(context.Context, io.Writer) (string, error)) error {
	out, err := c.set.Create(path, written)
	if err != nil {
		return err
	}
	defer out.Close()
	summary, err := write(ctx, out)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := out.Commit(); err != nil {
		return err
	}
	fmt.Fprintf(c.stderr, "%s: %s\n", path, summary)
	return nil
}

// written is the kind of these files: they begin with comments that name their sources.
var written = &output.Kind{What: "a file of this command", Ours: func(head []byte) bool {
	return bytes.HasPrefix(head, []byte("# ")) && bytes.Contains(head, []byte("\n# licence: ")) && bytes.Contains(head, []byte("\n# columns: "))
}}

func (c *converter) writeGenes(_ context.Context, w io.Writer) (string, error) {
	fmt.Fprintf(w, "# %s\n# licence: NCBI Gene is in the public domain\n# columns: id, name, kind, publications, namespace\n", c.source)
	err := data.WriteTSV(w, &c.genes.Terminology)
	return fmt.Sprintf("%d genes, %d names", len(c.genes.Entities), c.genes.NumNames()), err
}

func (c *converter) writeTerms(ctx context.Context, w io.Writer) (string, error) {
	if err := c.ontology.weigh(ctx, c.genesSQL, c.genes); err != nil {
		return "", err
	}
	fmt.Fprintf(w, "# %s\n# weighed by %s\n# licence: CC BY 4.0\n# columns: id, name, kind, root of genes annotated, namespace\n", c.ontology, c.source)
	err := data.WriteTSV(w, &c.ontology.Terminology)
	return fmt.Sprintf("%d terms, %d names", len(c.ontology.Entities), c.ontology.NumNames()), err
}

func (c *converter) writeTriples(ctx context.Context, w io.Writer) (string, error) {
	triples, err := readTriples(ctx, c.genesSQL, c.termsSQL, c.genes, c.ontology)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(w, "# %s\n# %s\n", c.source, c.ontology)
	fmt.Fprint(w, "# licence: NCBI Gene, public domain; Gene Ontology and its annotations, CC BY 4.0; Pfam, CC0;\n",
		"# KEGG: see www.kegg.jp/kegg/legal.html before passing pathways on\n",
		"# columns: head, relation, tail\n")
	return fmt.Sprintf("%d triples: %s", len(triples), countRelations(triples)), printTriples(w, triples)
}

func printTriples(w io.Writer, triples []triple) error {
	out := bufio.NewWriter(w)
	for _, t := range triples {
		fmt.Fprintf(out, "%s\t%s\t%s\n", t.head, t.relation, t.tail)
	}
	return out.Flush()
}

func (c *converter) writePublications(ctx context.Context, w io.Writer) (string, error) {
	triples, err := readPublications(ctx, c.genesSQL, c.genes)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(w, "# %s\n# licence: NCBI Gene is in the public domain\n# columns: gene, relation, publication\n", c.source)
	return fmt.Sprintf("%d genes in publications", len(triples)), printTriples(w, triples)
}

func (c *converter) writeXRefs(ctx context.Context, w io.Writer) (string, error) {
	list, err := readXRefs(ctx, c.genesSQL, c.genes)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(w, "# %s\n# licence: NCBI Gene is in the public domain; UniProt, CC BY 4.0\n# columns: gene, id in another database\n", c.source)
	out := bufio.NewWriter(w)
	for _, x := range list {
		fmt.Fprintf(out, "%s\t%s\n", x.ID, x.Other)
	}
	return fmt.Sprintf("%d cross-references", len(list)), out.Flush()
}

func (c *converter) writeDefinitions(_ context.Context, w io.Writer) (string, error) {
	fmt.Fprintf(w, "# %s\n# licence: CC BY 4.0\n# columns: id, definition\n", c.ontology)
	out, n := bufio.NewWriter(w), 0
	for i, text := range c.ontology.definitions {
		if text != "" {
			fmt.Fprintf(out, "%s\t%s\n", c.ontology.Entities[i].ID, text)
			n++
		}
	}
	return fmt.Sprintf("%d definitions", n), out.Flush()
}
