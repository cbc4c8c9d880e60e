// Command tag fits the tagger that packs get, and judges taggers on corpora that they have not seen.
//
//	go -C lab run ./tag DATA WORDNET PACKS           # the tables
//	go -C lab run ./tag names DATA WORDNET PACKS     # weights of tag.NameP
//	go -C lab run ./tag fit DATA WORDNET PACKS FILE  # FILE is train/tag/tagger.bin, to be written
//	go -C lab run ./tag long DATA WORDNET PACKS FILE # and then its weights of tag.LongTraits
//	go -C lab run ./tag looks DATA WORDNET PACK FILE # FILE is train/tag/looks.bin, to be written
//	go -C lab run ./tag lists DATA WORDNET PACK PACKS # how well it tells the types of lists
//
// DATA is the folder of evaluation data. WORDNET is usr/share/wordnet of Debian's wordnet-base, whose examples show what
// plain English is. PACKS has a pack of each terminology, built from it alone, as tools/accuracy.sh
// keeps them. PACK is the default pack, whose names the shipped tagger sees while it learns.
//
// For each type and each corpus that marks it, the table has the dictionary (the longest names of the pack), a tagger trained
// on the other corpora, and one trained on these and on half of the corpus (its documents three times), judged on the other
// half. No document that is judged is in any training set, whatever
// corpus it is in.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
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
	if len(args) == 5 && args[0] == "long" {
		return fitLong(args[1], args[2], args[3], args[4])
	}
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
	if len(args) < 3 || len(args) > 4 {
		return errors.New("want DATA WORDNET PACKS [TYPE], names DATA WORDNET PACKS, fit or long DATA WORDNET PACKS FILE, looks DATA WORDNET PACK FILE, or lists DATA WORDNET PACK PACKS")
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
func fit(folder, wordnet, packs, file string) error {
	lib, err := newLibrary(folder, wordnet)
	if err != nil {
		return err
	}
	var models []tag.Model
	for _, k := range kinds {
		n, err := core.Open(filepath.Join(packs, k.packFile()+".normpack"), nil)
		if err != nil {
			return err
		}
		c := engine.Of(n).Contents()
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
		lexicon := tag.NewLexicon(c, group, nil)
		for _, long := range []bool{false, true} {
			if !slices.ContainsFunc(k.corpora, func(c corpus) bool { return c.long == long }) {
				continue
			}
			docs, err := lib.training(&k, nil, long, naming(n, namespaces))
			if err != nil {
				return err
			}
			m, err := learn.Fit(context.Background(), docs, lexicon, 0, learn.Defaults)
			if err != nil {
				return err
			}
			if last := len(models) - 1; last >= 0 && models[last].Type == k.name {
				m.Offset, m.Slope = models[last].Offset, models[last].Slope // fitLong corrects them
			}
			m.Type, m.Namespaces = k.name, k.namespaces
			models = append(models, m)
		}
	}
	return writeTagger(file, learn.Defaults.Bits, models)
}

// writeTagger writes the file of the shipped tagger.
func writeTagger(file string, bits int, models []tag.Model) error {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	z.Write(tag.AppendBinary(nil, bits, models))
	z.Close()
	fmt.Println(out.Len(), "bytes")
	set := &output.Set{Command: "tag"}
	return set.Write(file, output.Begins("a fitted tagger", string(tag.AppendBinary(nil, bits, nil)[:2])), out.Bytes())
}

// readTagger reads what writeTagger wrote.
func readTagger(file string) (bits int, models []tag.Model, err error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return 0, nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w", file, err)
	}
	if b, err = io.ReadAll(z); err != nil {
		return 0, nil, fmt.Errorf("%s: %w", file, err)
	}
	return tag.ParseModels(b)
}
