// Command tag fits the tagger that packs get, and judges taggers on corpora that they have not seen.
//
//	go -C lab run ./tag DATA PACKS           # the tables
//	go -C lab run ./tag fit DATA PACK FILE   # FILE is train/tag/tagger.bin, to be written
//
// DATA is the folder of evaluation data. PACKS has a pack of each terminology, built from it alone, as tools/accuracy.sh
// keeps them. PACK is the default pack, whose names the shipped tagger sees while it learns.
//
// For each type and each corpus that marks it, the table has the dictionary (the longest names of the pack), a tagger trained on the other corpora, and one trained on these and on half of the corpus
// (its documents three times), judged on the other half. No document that is judged is in any training set, whatever
// corpus it is in.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/tag"
	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/train/data/document"
	learn "github.com/normlet/normlet/train/tag"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "tag:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 4 && args[0] == "fit" {
		return fit(args[1], args[2], args[3])
	}
	if len(args) < 2 || len(args) > 3 {
		return errors.New("want DATA PACKS [TYPE], or fit DATA PACK FILE")
	}
	other, err := alternatives(args[0])
	if err != nil {
		return err
	}
	lib := &library{args[0], map[string][]*document.Document{}}
	for _, k := range kinds {
		if len(args) == 3 && args[2] != k.name {
			continue
		}
		n, err := core.Open(filepath.Join(args[1], k.pack+".normpack"))
		if err != nil {
			return err
		}
		if err := newTrial(lib, &k, n, other).run(); err != nil {
			return err
		}
	}
	return nil
}

// fit writes the tagger of all corpora.
func fit(folder, packFile, file string) error {
	n, err := core.Open(packFile)
	if err != nil {
		return err
	}
	lib := &library{folder, map[string][]*document.Document{}}
	c := n.Contents()
	var models []tag.Model
	for _, k := range kinds {
		group := make([]uint8, len(c.Namespaces))
		for i, ns := range c.Namespaces {
			group[i] = 1
			for _, of := range k.namespaces {
				if strings.ToLower(ns) == of {
					group[i] = 0
				}
			}
		}
		docs, err := lib.training(&k, nil)
		if err != nil {
			return err
		}
		m, err := learn.Fit(context.Background(), docs, tag.NewLexicon(c, group), 0, learn.Defaults)
		if err != nil {
			return err
		}
		m.Type, m.Namespaces = k.name, k.namespaces
		models = append(models, m)
	}
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	z.Write(tag.AppendBinary(nil, learn.Defaults.Bits, models))
	z.Close()
	fmt.Println(out.Len(), "bytes")
	set := &output.Set{Command: "tag"}
	return set.Write(file, output.Begins("a fitted tagger", "\x1f\x8b"), out.Bytes())
}
