// Command bioconductor turns the human gene annotation of Bioconductor into a
// terminology file:
//
//	apt-get download r-bioc-org.hs.eg.db
//	go -C tools/bioconductor run . --db ../../r-bioc-org.hs.eg.db_3.16.0-1_all.deb --out ../../genes.tsv.gz
//
// --db takes Debian's package as it is downloaded, on any system and without
// installing it, or the org.Hs.eg.sqlite inside. The flag -C moves into this
// folder first, so relative paths start here.
//
// The terminology holds the protein-coding genes and those with a UniProt
// accession. A gene's symbol is its primary name, its full name is exact, other
// symbols are aliases, and its weight is the number of publications that NCBI
// Gene links to it. The output depends on the database alone, to the byte.
//
// The command is a module of its own, because its SQL engine takes longer to
// compile than all of normlet.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/normlet/normlet/train/data"
)

const usage = `usage: bioconductor --db FILE --out GENES.tsv.gz

FILE is org.Hs.eg.sqlite, or the Debian package that holds it, from
"apt-get download r-bioc-org.hs.eg.db". Relative paths start at the folder
given to "go -C".
`

func main() {
	// An interruption ends the work as an error does, so that no temporary
	// file stays behind.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := run(ctx, os.Args[1:], os.Stderr)
	stop()
	os.Exit(status)
}

// run returns the exit status: 0 done, 1 the work failed, 2 wrong usage.
func run(ctx context.Context, args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("bioconductor", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { fmt.Fprint(stderr, usage) }
	db := flags.String("db", "", "")
	out := flags.String("out", "", "")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if *db == "" || *out == "" || flags.NArg() > 0 {
		flags.Usage()
		return 2
	}
	if err := convert(ctx, *db, *out, stderr); err != nil {
		fmt.Fprintln(stderr, "bioconductor:", err)
		return 1
	}
	return 0
}

// convert reads db, a package or a database, and writes the file out.
func convert(ctx context.Context, db, out string, stderr io.Writer) error {
	path, remove, err := databaseFile(ctx, db)
	if err != nil {
		return err
	}
	defer remove()
	genes, source, err := readGenes(ctx, path)
	if err != nil {
		return fmt.Errorf("%s: %w", db, err)
	}
	fmt.Fprintf(stderr, "%s: %s\n", db, source)
	o, err := data.Create(out)
	if err != nil {
		return err
	}
	defer o.Close()
	if err := writeGenes(o, genes, source); err != nil {
		return err
	}
	if err := o.Commit(); err != nil {
		return err
	}
	fmt.Fprintf(stderr, "%s: %d genes, %d names\n", out, len(genes.Entities), genes.NumNames())
	return nil
}

// writeGenes writes the terminology below comments that say where it is from.
func writeGenes(w io.Writer, genes *data.Terminology, s source) error {
	_, err := fmt.Fprintf(w, "# %s\n# licence: NCBI Gene is in the public domain\n# columns: id, name, kind, publications, namespace\n", s)
	if err != nil {
		return err
	}
	return data.WriteTSV(w, genes)
}
