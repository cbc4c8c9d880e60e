// Command telling counts, over many lists, which words tell no entities apart: of, protein, strain.
//
//	go -C lab run ./telling DATA FIELDS > knowledge/en/telling.tsv
//
// DATA is the folder of evaluation data, FIELDS has lists outside biomedicine, as lab/fields makes them. A name and the same
// without one word are a case: for the word if they are names of two entities, else against it. Packs get what this finds
// with what their own names show (train/assemble).
package main

import (
	"bufio"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

// What makes a word one of the table.
const (
	mostOfList = 10  // cases that a list counts for at most, whatever its size
	leastKinds = 3   // kinds of lists with cases
	leastCases = 4   // of all lists
	doubt      = 4   // cases in which a word tells as much as one that no list has
	mostTells  = 0.6 // share of the cases for it
)

type counts struct {
	against, agree float64
	kinds          map[string]bool
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "telling:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("want DATA FIELDS")
	}
	words := map[string]*counts{}
	seen := map[string]bool{} // lists that are one
	add := func(folder, kind string) error {
		path := filepath.Join(folder, corpora.TerminologyFile)
		t, _, err := data.ReadSources([]data.Source{{Path: path}}, data.ReadOptions{})
		if err != nil || seen[t.Entities[0].ID+kind] {
			return err
		}
		seen[t.Entities[0].ID+kind] = true
		count(words, t.Entities, kind)
		return nil
	}
	for _, p := range corpora.Packs {
		if err := add(filepath.Join(args[0], p.Folder), p.Kind); err != nil {
			return err
		}
	}
	for _, f := range corpora.Fields {
		root := args[0]
		if f.Made {
			root = args[1]
		}
		if err := add(filepath.Join(root, f.Folder), f.Folder); err != nil {
			return err
		}
	}
	return write(words)
}

func count(words map[string]*counts, entities []data.Entity, kind string) {
	against, agree := assemble.Apart(entities)
	for _, cases := range []map[string]int{against, agree} {
		for word := range cases {
			if words[word] == nil {
				words[word] = &counts{kinds: map[string]bool{}}
			}
		}
	}
	for word, c := range words {
		if all := float64(against[word] + agree[word]); all > 0 {
			part := min(1, mostOfList/all)
			c.against += part * float64(against[word])
			c.agree += part * float64(agree[word])
			c.kinds[kind] = true
		}
	}
}

func write(words map[string]*counts) error {
	w := bufio.NewWriter(os.Stdout)
	fmt.Fprint(w, "# Words that tell no entities apart in most lists: of two names that differ in nothing but such a word, the share that\n",
		"# names two entities\n", "# columns: stem of the word, share\n",
		"# source: counted by lab/telling on the lists of its DATA and FIELDS\n")
	for _, word := range slices.Sorted(maps.Keys(words)) {
		c := words[word]
		share := (c.against + doubt*names.UnlistedTells) / (c.against + c.agree + doubt)
		if len(c.kinds) >= leastKinds && c.against+c.agree >= leastCases && share <= mostTells && strings.Trim(word, "0123456789") != "" {
			fmt.Fprintf(w, "%s\t%.2f\n", word, share)
		}
	}
	return w.Flush()
}
