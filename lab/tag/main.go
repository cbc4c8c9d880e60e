// Command tag fits the tagger that packs get, and judges taggers on corpora that they have not seen.
//
//	go -C lab run ./tag DATA WORDNET PACKS           # the tables
//	go -C lab run ./tag names DATA WORDNET PACKS     # weights of tag.NameP
//	go -C lab run ./tag short DATA WORDNET PACK      # weights of tag.ShortP
//	go -C lab run ./tag fit DATA WORDNET PACK FILE   # FILE is train/tag/tagger.bin, to be written
//	go -C lab run ./tag looks DATA WORDNET PACK FILE # FILE is train/tag/looks.bin, to be written
//	go -C lab run ./tag lists DATA WORDNET PACK PACKS # how well it tells the types of lists
//
// DATA is the folder of evaluation data. WORDNET is usr/share/wordnet of Debian's wordnet-base, whose examples show what
// plain English is. PACKS has a pack of each terminology, built from it alone, as tools/accuracy.sh
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
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/tag"
	"github.com/normlet/normlet/internal/output"
	learn "github.com/normlet/normlet/train/tag"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "tag:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 5 && args[0] == "fit" {
		return fit(args[1], args[2], args[3], args[4])
	}
	if len(args) == 5 && args[0] == "lists" {
		return judgeLooks(args[1], args[2], args[3], args[4])
	}
	if len(args) == 5 && args[0] == "looks" {
		return looks(args[1], args[2], args[3], args[4])
	}
	if len(args) == 4 && args[0] == "names" {
		lib, err := newLibrary(args[1], args[2])
		if err != nil {
			return err
		}
		return fitNames(lib, args[3])
	}
	if len(args) == 4 && args[0] == "short" {
		return fitShort(args[1], args[2], args[3])
	}
	if len(args) < 3 || len(args) > 4 {
		return errors.New("want DATA WORDNET PACKS [TYPE], names DATA WORDNET PACKS, short DATA WORDNET PACK, fit or looks DATA WORDNET PACK FILE, or lists DATA WORDNET PACK PACKS")
	}
	other, err := alternatives(args[0])
	if err != nil {
		return err
	}
	lib, err := newLibrary(args[0], args[1])
	if err != nil {
		return err
	}
	for _, k := range kinds {
		if len(args) == 4 && args[3] != k.name {
			continue
		}
		n, err := core.Open(filepath.Join(args[2], k.pack+".normpack"), nil)
		if err != nil {
			return err
		}
		t, err := newTrial(lib, &k, n, other)
		if err != nil {
			return err
		}
		if err := t.run(); err != nil {
			return err
		}
	}
	return nil
}

// fit writes the tagger of all corpora.
func fit(folder, wordnet, packFile, file string) error {
	n, err := core.Open(packFile, nil)
	if err != nil {
		return err
	}
	lib, err := newLibrary(folder, wordnet)
	if err != nil {
		return err
	}
	models, err := taggers(lib, n)
	if err != nil {
		return err
	}
	for i := range models {
		models[i].Namespaces = kinds[i].namespaces
	}
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	z.Write(tag.AppendBinary(nil, learn.Defaults.Bits, models))
	z.Close()
	fmt.Println(out.Len(), "bytes")
	set := &output.Set{Command: "tag"}
	return set.Write(file, output.Begins("a fitted tagger", string(tag.AppendBinary(nil, learn.Defaults.Bits, nil)[:2])), out.Bytes())
}

// taggers learns a model of each kind, for the namespaces of a pack.
func taggers(lib *library, n *core.Normalizer) (models []tag.Model, err error) {
	c := engine.Of(n).Contents()
	for _, k := range kinds {
		group := make([]uint8, len(c.Namespaces))
		var namespaces []string
		for i, ns := range c.Namespaces {
			group[i] = 1
			for _, of := range k.namespaces {
				if strings.ToLower(ns) == of {
					group[i] = 0
					namespaces = append(namespaces, ns)
				}
			}
		}
		docs, err := lib.training(&k, nil, naming(n, namespaces))
		if err != nil {
			return nil, err
		}
		m, err := learn.Fit(context.Background(), docs, tag.NewLexicon(c, group, nil), 0, learn.Defaults)
		if err != nil {
			return nil, err
		}
		m.Type, m.Namespaces = k.name, namespaces
		models = append(models, m)
	}
	return models, nil
}
