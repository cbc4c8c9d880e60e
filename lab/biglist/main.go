// Command biglist writes terminologies of any size that look like real ones, to measure how
// building and look-ups grow:
//
//	go -C lab run ./biglist --names 10000000 --out /tmp/big.tsv.zst
//
// It varies names of the default pack: it exchanges words of names with equally many words,
// changes numbers and letters, and adds words. An entity has one to eight names, two and a half
// on average, all variants of the first. So words are as common as in real lists, and
// neighbours by code are real neighbours. The same seed gives the same bytes, and a longer list
// begins with the shorter one.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/output"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("biglist: ")
	names := flag.Int("names", 1_000_000, "`number` of names")
	seed := flag.Uint64("seed", 1, "seed")
	out := flag.String("out", "-", "`file` to write, compressed if it ends in .gz or .zst")
	flag.Parse()
	if err := run(*names, *seed, *out); err != nil {
		log.Fatal(err)
	}
}

func run(names int, seed uint64, out string) (err error) {
	c, err := pack.Parse(assets.Default())
	if err != nil {
		return err
	}
	files := &output.Set{Command: "biglist", Force: true}
	f, err := files.Create(out, &output.Kind{What: "a list of names", Ours: func([]byte) bool { return true }})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriterSize(f, 1<<20)
	if err := write(w, newMaker(c, seed), names); err != nil {
		return err
	}
	return errors.Join(w.Flush(), f.Commit())
}

// write writes entities until there are so many names.
func write(w io.Writer, m *maker, names int) error {
	for e := 0; names > 0; e++ {
		list := m.entity(names)
		weight := int(1000 / (1 + m.rng.ExpFloat64()*float64(m.rng.IntN(1000))))
		for i, name := range list {
			kind := pack.KindAlias
			if i == 0 {
				kind = pack.KindPrimary
			}
			if _, err := fmt.Fprintf(w, "BIG:%d\t%s\t%s\t%d\n", e, name, kind, weight); err != nil {
				return err
			}
		}
		names -= len(list)
	}
	return nil
}

// maker makes names.
type maker struct {
	rng   *rand.Rand
	names [][]string         // words of real ones
	long  map[int][][]string // the same by their number of words
}

func newMaker(c *pack.Contents, seed uint64) *maker {
	m := &maker{rng: rand.New(rand.NewPCG(seed, 0)), long: map[int][][]string{}}
	for _, name := range c.Names.Range(0, c.Names.Len()) {
		words := strings.Fields(string(name))
		m.names = append(m.names, words)
		m.long[len(words)] = append(m.long[len(words)], words)
	}
	return m
}

// entity returns the different names of an entity, at most so many.
func (m *maker) entity(most int) []string {
	first := m.first()
	list := []string{strings.Join(first, " ")}
	for m.rng.IntN(5) < 3 && len(list) < min(8, most) {
		if other := strings.Join(m.another(first), " "); other != "" && !slices.Contains(list, other) {
			list = append(list, other)
		}
	}
	return list
}

// first returns the words of a primary name.
func (m *maker) first() []string {
	words := slices.Clone(m.names[m.rng.IntN(len(m.names))])
	same := m.long[len(words)]
	other := same[m.rng.IntN(len(same))]
	for i := range words {
		if len(words) > 1 && m.rng.IntN(3) == 0 {
			words[i] = other[i]
		}
	}
	at := m.rng.IntN(len(words))
	switch words[at] = m.renumber(words[at]); m.rng.IntN(4) {
	case 0:
		words = append(words, strconv.Itoa(1+m.rng.IntN(60)))
	case 1:
		words[at] = m.mistype(words[at])
	case 2:
		words = append([]string{qualifiers[m.rng.IntN(len(qualifiers))]}, words...)
	}
	return words
}

var qualifiers = []string{"alpha", "putative", "mitochondrial", "acute", "N-methyl", "2-chloro", "human", "type II", "neonatal", "recombinant"}

// another returns a name in other words.
func (m *maker) another(words []string) []string {
	words = slices.Clone(words)
	at := m.rng.IntN(len(words))
	switch m.rng.IntN(5) {
	case 0:
		return []string{strings.Join(words, "-")}
	case 1:
		slices.Reverse(words)
	case 2:
		words[at] = m.mistype(words[at])
	case 3:
		initials := ""
		for _, w := range words {
			initials += string([]rune(w)[:1])
		}
		return []string{strings.ToUpper(initials) + strconv.Itoa(m.rng.IntN(1000))}
	case 4:
		words = append(words[:at:at], words[at+1:]...)
	}
	return words
}

// renumber gives the digits of a word other values.
func (m *maker) renumber(word string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return '0' + rune(m.rng.IntN(10))
		}
		return r
	}, word)
}

// mistype changes, drops or doubles a letter.
func (m *maker) mistype(word string) string {
	r := []rune(word)
	at := m.rng.IntN(len(r))
	switch m.rng.IntN(3) {
	case 0:
		r[at] = 'a' + rune(m.rng.IntN(26))
	case 1:
		if len(r) > 2 {
			r = slices.Delete(r, at, at+1)
		}
	default:
		r = slices.Insert(r, at, r[at])
	}
	return string(r)
}
