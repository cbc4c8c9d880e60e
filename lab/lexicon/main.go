// Command lexicon makes train/lexicon/lexicon.gz, the names
// that lists borrow, from terminologies:
//
//	go -C lab run ./lexicon --out ../train/lexicon/lexicon.gz ../../shared/data/mesh/descriptors.tsv.gz \
//		../../shared/data/disease_ontology/HumanDO.obo.gz ../../shared/data/chebi/reference.tsv.gz
package main

import (
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/lexicon"
)

func main() {
	if err := run(os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "lexicon:", err)
		os.Exit(1)
	}
}

func run(args []string, stderr io.Writer) error {
	flags := flag.NewFlagSet("lexicon", flag.ContinueOnError)
	out := flags.String("out", "", "`file` to write")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *out == "" || flags.NArg() == 0 {
		return errors.New("usage: lexicon --out FILE TERMINOLOGY [TERMINOLOGY]...; neither may be missing")
	}
	terminologies, err := read(flags.Args())
	if err != nil {
		return err
	}
	l := lexicon.Of(terminologies)
	fmt.Fprintf(stderr, "%d things with several names\n", len(l))
	return write(*out, l, flags.Args())
}

func read(files []string) (out []*data.Terminology, err error) {
	for _, file := range files {
		t, _, err := data.ReadSources([]data.Source{{Path: file}}, data.ReadOptions{SkipBad: true})
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// write writes the lexicon as small as gzip can.
func write(path string, l lexicon.Lexicon, reads []string) error {
	kind := output.Begins("a lexicon", "\x1f\x8b")
	kind.Plain = true // it is compressed here
	set := &output.Set{Command: "lexicon"}
	set.Reads(reads...)
	f, err := set.Create(path, kind)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err != nil {
		return err
	}
	for _, thing := range slices.SortedFunc(slices.Values(l), slices.Compare) {
		if _, err := fmt.Fprintln(z, strings.Join(thing, "\t")); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return f.Commit()
}
