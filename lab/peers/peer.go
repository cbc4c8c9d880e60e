package main

import (
	"os"
	"strconv"
)

// peer is a way to find the entity of a name.
type peer struct {
	name    string
	about   string // in a few words
	missing string // why it cannot be measured; "" if it can
	// write makes the files that look-ups need.
	write func(job) error
	open  func(dir string) (index, error)
}

// index answers mentions with the entities that they may mean, the best first, at most topK.
type index interface {
	search(mention string) ([]int32, error)
}

// decider is an index that can decline: it has nearest entities, and says that none is likely to be right. Others decline
// what they find nothing for.
type decider interface {
	declines(mention string) bool
}

// job says what to build.
type job struct {
	dir       string // for the files
	reference string // terminology file, which normlet reads
	source    string // folder with the list of names, which the others read
	pack      string // file of normlet's pack, which has the encoder for those who search vectors
}

// peers are those there are; normlet comes first, since it numbers the entities.
var peers = []peer{
	{name: "normlet", about: "all of it", write: buildNormlet, open: openNormlet},
	{name: "normlet-near", about: "near names listed below names, too", write: buildNormlet, open: openNear},
	{name: "gilda", about: "the algorithm of Gilda: normalized look-up, scored", write: buildList, open: openGilda},
	{name: "tf-idf", about: "cosine of character 3-grams, in memory", write: buildList, open: openTFIDF},
	{name: "levenshtein", about: "edit distance to every name (agnivade/levenshtein)", write: buildList, open: openLevenshtein},
	{name: "rapidfuzz", about: "RapidFuzz's WRatio to every name, in Go", write: buildList, open: openFuzz},
	{name: "spellfix1", about: "SQLite, spellfix1: edit distance among names that sound alike (ncruces/go-sqlite3)", write: buildSpellfix, open: openSpellfix},
	{name: "sqlite-fts5", about: "SQLite, trigram index, bm25 (modernc.org/sqlite)", write: buildFTS, open: openFTS},
	{name: "bleve", about: "bleve, fuzzy words, BM25", write: buildBleve, open: openBleve},
	{name: "sqlite-vec", about: "SQLite, cosine of normlet's vectors (sqlite-vec)", write: buildVec, open: openVec},
	faissPeer,
}

// names returns those of all peers.
func names() (out []string) {
	for _, p := range peers {
		out = append(out, p.name)
	}
	return out
}

// buildList keeps the list itself, for peers that index it in memory when they are opened.
func buildList(j job) error {
	rows, err := readList(j.source)
	if err != nil {
		return err
	}
	return writeList(j.dir, rows)
}

// folder makes a folder if it is not there.
func folder(path string) (string, error) { return path, os.MkdirAll(path, 0o777) }

func decimal(n int) string { return strconv.Itoa(n) }
