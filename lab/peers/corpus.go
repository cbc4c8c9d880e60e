package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/normlet/normlet/core/pack"
	forms "github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// corpus is a terminology and what people wrote for its entities.
type corpus struct{ title, list, mentions string }

// standard are lists of different kinds, the paths in the folder of --data.
var standard = []corpus{
	{"genes", "ncbigene_human/reference.tsv.gz", "gnormplus/train.tsv.gz"},
	{"proteins", "uniprot_human/reference.tsv.gz", "bioid/dev_uniprot.tsv.gz"},
	{"chemicals", "bc5cdr_chemical/reference.tsv.gz", "bc5cdr_chemical/dev.tsv.gz"},
	{"diseases", "ncbi_disease/reference.tsv.gz", "ncbi_disease/dev.tsv.gz"},
	{"species", "species/reference.tsv.gz", "species/dev_s800.tsv.gz"},
	{"cell lines", "cell_line/reference.tsv.gz", "cell_line/dev.tsv.gz"},
}

// englishFile has English words, in the folder of --data.
const englishFile = "open_world/english.tsv.gz"

// lacked returns so many English words, of the first column of a file, that are no names of a list.
func lacked(path string, rows []row, size int, seed uint64) (words []string, err error) {
	f, err := data.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	known := map[string]bool{}
	for _, r := range rows {
		known[forms.Key(r.name)] = true
	}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if word, _, _ := strings.Cut(lines.Text(), "\t"); !known[forms.Key(word)] {
			words = append(words, word)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return words[:min(size, len(words))], nil
}

// question is a distinct mention of the sample.
type question struct {
	mention string
	gold    [][]int32 // of each occurrence: the entities that are right, none if the terminology has none
}

// sampled returns the distinct mentions of so many occurrences, in the order of their first, and the occurrences.
func sampled(path string, c *pack.Contents, size int, seed uint64) (qs []question, occurrences int, err error) {
	queries, err := eval.ReadQueries(path)
	if err != nil {
		return nil, 0, err
	}
	if len(queries) == 0 {
		return nil, 0, fmt.Errorf("%s: no mentions", path)
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(queries), func(i, j int) { queries[i], queries[j] = queries[j], queries[i] })
	queries = queries[:min(size, len(queries))]
	resolver := eval.NewResolver(c)
	at := map[string]int{}
	for _, q := range queries {
		i, ok := at[q.Mention]
		if !ok {
			i = len(qs)
			at[q.Mention] = i
			qs = append(qs, question{mention: q.Mention})
		}
		qs[i].gold = append(qs[i].gold, resolver.Entities(q.Gold))
	}
	return qs, len(queries), nil
}
