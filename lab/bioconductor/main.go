// Command bioconductor turns the annotation databases of Bioconductor into
// terminologies, and into a knowledge graph of their entities:
//
//	apt-get download r-bioc-org.hs.eg.db r-bioc-go.db
//	go -C lab/bioconductor run . --db ../../r-bioc-org.hs.eg.db_3.16.0-1_all.deb --out ../../genes.tsv.gz \
//		--go ../../r-bioc-go.db_3.16.0-1_all.deb --terms ../../go.tsv.gz \
//		--triples ../../triples.tsv.gz --definitions ../../definitions.tsv.gz \
//		--publications ../../publications.tsv.gz --xrefs ../../xrefs.tsv.gz
//
// --db and --go take Debian's packages as they are downloaded, or the databases inside,
// org.Hs.eg.sqlite and GO.sqlite. The flag -C moves into this folder first, so relative
// paths start here. Only what is asked for is written, and what it does not need may be
// left out.
//
//	--out          the protein-coding genes, those with a UniProt accession, and those
//	               of RNA that a publication is linked to. The
//	               symbol is primary, the full name exact, other symbols are aliases;
//	               the weight is the number of publications of NCBI Gene.
//	--terms        the terms of the Gene Ontology that are not obsolete. addSynonyms
//	               says which synonyms, and of which kind. The weight is the root of the
//	               number of these genes annotated to the term or below it.
//	--triples      head TAB relation TAB tail. A gene involved_in, enables or located_in
//	               a term, followed by the strongest evidence: _experimental, _curated
//	               or _electronic; a gene's pfam and pathway; a term is_a, part_of,
//	               regulates, positively_regulates or negatively_regulates another.
//	--definitions  id TAB definition of each term
//	--publications gene TAB published_in TAB publication, for the publications of 2 to
//	               50 of the genes: those that say what these have to do with each other
//	--xrefs        gene TAB id in another database: Ensembl genes, UniProt accessions,
//	               OMIM numbers of genes with one
//
// The output depends on the databases alone, to the byte. The command is a module of
// its own, because its SQL engine takes longer to compile than all of normlet.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/normlet/normlet/internal/output"
)

const usage = `usage: bioconductor [--db FILE] [--go FILE] [--out GENES.tsv.gz] [--terms GO.tsv.gz]
                    [--triples TRIPLES.tsv.gz] [--definitions TEXTS.tsv.gz]
                    [--publications PAPERS.tsv.gz] [--xrefs XREFS.tsv.gz] [--force]

The first two are the databases org.Hs.eg.sqlite and GO.sqlite, or the Debian
packages that hold them, from "apt-get download r-bioc-org.hs.eg.db r-bioc-go.db".
The others are written: genes, publications and cross-references need --db, definitions --go, terms
and triples both.
--force replaces files that this command did not write. Relative paths start at the
folder given to "go -C".
`

func main() {
	// An interruption ends the work as an error does, so that no temporary
	// file stays behind.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := run(ctx, os.Args[1:], os.Stderr)
	stop()
	os.Exit(status)
}

// files are the paths of the command line, "" where none is given.
type files struct {
	genesDB, ontologyDB                string
	genes, terms, triples, definitions string
	publications, xrefs                string
	set                                *output.Set // of all of them
}

// valid reports whether there is something to write, and what it needs.
func (f *files) valid() bool {
	needGenes := f.genes+f.terms+f.triples+f.publications+f.xrefs != ""
	needOntology := f.terms+f.triples+f.definitions != ""
	return (needGenes || needOntology) && needGenes == (f.genesDB != "") && needOntology == (f.ontologyDB != "")
}

// run returns the exit status: 0 done, 1 the work failed, 2 wrong usage.
func run(ctx context.Context, args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("bioconductor", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, usage) }
	f := files{set: &output.Set{Command: "bioconductor"}}
	flags.BoolVar(&f.set.Force, "force", false, "")
	for name, path := range map[string]*string{
		"db": &f.genesDB, "go": &f.ontologyDB, "out": &f.genes, "terms": &f.terms, "triples": &f.triples,
		"definitions": &f.definitions, "publications": &f.publications, "xrefs": &f.xrefs,
	} {
		flags.StringVar(path, name, "", "")
	}
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if !f.valid() || flags.NArg() > 0 {
		flags.Usage()
		return 2
	}
	f.set.Reads(f.genesDB, f.ontologyDB)
	if err := f.set.Check(f.genes, f.terms, f.triples, f.definitions, f.publications, f.xrefs); err != nil {
		fmt.Fprintln(stderr, "bioconductor:", err)
		return 2
	}
	if err := convert(ctx, f, stderr); err != nil {
		fmt.Fprintln(stderr, "bioconductor:", err)
		return 1
	}
	return 0
}
