// Package lexicon has synonyms from open terminologies (myalgia, muscle pain), which lists without synonyms borrow.
//
//	terminologies --Of--> Lexicon --lab/lexicon--> lexicon.gz --Default--> train/assemble
//
// The compressed file has a line for each thing, with tabs between its names.
package lexicon

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/normlet/normlet/internal/core/names"
)

// Lexicon lists things by their names, as text forms, the preferred one first.
type Lexicon [][]string

// Sources says what the lexicon of the program is made of.
const Sources = "MeSH (National Library of Medicine, 2015), the Disease Ontology (CC0, 2015) and ChEBI (CC BY 4.0, 2020)"

//go:embed lexicon.gz
var embedded []byte

// Default returns the lexicon that comes with the program, which must not be changed.
var Default = sync.OnceValues(func() (Lexicon, error) {
	r, err := gzip.NewReader(bytes.NewReader(embedded))
	if err != nil {
		return nil, fmt.Errorf("lexicon: %w", err)
	}
	return read(r)
})

func read(r io.Reader) (Lexicon, error) {
	var l Lexicon
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		thing := strings.Split(lines.Text(), "\t")
		if len(thing) < 2 {
			return nil, fmt.Errorf("lexicon: line %d, %.100q, lacks two names separated by a tab", n, lines.Text())
		}
		for _, name := range thing {
			if name == "" || names.Form(name) != name {
				return nil, fmt.Errorf("lexicon: line %d: %.100q is not a name in text form", n, name)
			}
		}
		l = append(l, thing)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("lexicon: %w", err)
	}
	return l, nil
}
