// Command forms prints knowledge/en/forms.tsv, the plurals of nouns and the adjectives made of them, from WordNet:
//
//	apt-get download wordnet-base && dpkg-deb -x wordnet-base_*.deb FOLDER
//	go -C lab run ./forms FOLDER/usr/share/wordnet >knowledge/en/forms.tsv
package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// head is the comment at the top of the table.
const head = `# Other forms of nouns, by kind:
# word: an irregular plural or an adjective, and its noun, the likeliest first
# suffix: what such forms end with, and what their nouns end with instead, the surest first
# columns: kind, from, to
# source: WordNet 3.0 (Copyright 2006 by Princeton University), selected and learned by lab/forms
`

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "forms:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: forms WORDNET >FILE; WORDNET is usr/share/wordnet of Debian's wordnet-base")
	}
	w, err := read(args[0])
	if err != nil {
		return err
	}
	fmt.Fprint(out, head)
	for _, p := range learn(w) {
		fmt.Fprintf(out, "suffix\t%s\t%s\n", p.form, p.noun)
	}
	for _, p := range w.pairs {
		fmt.Fprintf(out, "word\t%s\t%s\n", p.form, p.noun)
	}
	return nil
}

// pair is a form and its noun, or what both end with.
type pair struct{ form, noun string }

// words is what WordNet has of one word.
type words struct {
	pairs        []pair          // by form, the likeliest noun first
	forms, nouns map[string]bool // adjectives and plurals; nouns
}

// synset is a line of a data file.
type synset struct {
	words    []string
	pointers []pointer
}

type pointer struct {
	symbol, to, class string
	word, toWord      int // numbers of words in their synsets, from 1; 0: all of them
}

// The symbols of pointers from an adjective to the noun that it pertains to, and between words of one origin.
const (
	pertains = `\`
	derived  = "+"
)

// read reads the irregular plurals, then the nouns that adjectives pertain to, then those of the same origin.
func read(folder string) (*words, error) {
	nouns, err := synsets(filepath.Join(folder, "data.noun"))
	if err != nil {
		return nil, err
	}
	adjectives, err := synsets(filepath.Join(folder, "data.adj"))
	if err != nil {
		return nil, err
	}
	w := &words{forms: wordsOf(adjectives), nouns: wordsOf(nouns)}
	err = lines(filepath.Join(folder, "noun.exc"), func(fields []string) error {
		for _, noun := range fields[1:] {
			w.add(fields[0], noun)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, symbol := range []string{pertains, derived} {
		err = lines(filepath.Join(folder, "index.adj"), func(fields []string) error {
			n, err := strconv.Atoi(fields[2])
			if err != nil {
				return err
			}
			for _, offset := range fields[len(fields)-n:] {
				s := adjectives[offset]
				for _, p := range s.pointers {
					if p.symbol == symbol && p.class == "n" && p.word > 0 && strings.ToLower(s.words[p.word-1]) == fields[0] {
						w.add(s.words[p.word-1], nouns[p.to].words[p.toWord-1])
					}
				}
			}
			return nil
		})
	}
	w.sort()
	return w, err
}

// american has the spelling of most names.
var american = strings.NewReplacer("ae", "e", "oe", "e", "our", "or")

// add adds a form of a noun, and of its American spelling if that is a word, too.
func (w *words) add(form, noun string) {
	for _, noun := range []string{noun, american.Replace(noun)} {
		if p := (pair{form, noun}); w.nouns[noun] && form != noun && plain(form) && plain(noun) && !slices.Contains(w.pairs, p) {
			w.pairs = append(w.pairs, p)
			w.forms[form] = true
		}
	}
}

// sort sorts the pairs by their forms.
func (w *words) sort() {
	slices.SortStableFunc(w.pairs, func(x, y pair) int { return cmp.Compare(x.form, y.form) })
}

// plain reports whether a word has small letters alone.
func plain(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' })
}

// synsets reads a data file, by the offsets of its lines: a number of words, each with a sense, then of pointers, each in four
// fields (wndb.5WN).
func synsets(file string) (map[string]*synset, error) {
	out := map[string]*synset{}
	return out, lines(file, func(fields []string) error {
		var s synset
		words, err := strconv.ParseInt(fields[3], 16, 32)
		if err != nil {
			return err
		}
		rest := fields[4+2*words:]
		for i := range words {
			word, _, _ := strings.Cut(fields[4+2*i], "(") // a marker of where it stands
			s.words = append(s.words, word)
		}
		for p := rest[1:]; len(p) >= 4 && len(p[3]) == 4; p = p[4:] {
			ends, err := strconv.ParseUint(p[3], 16, 16)
			if err != nil {
				return err
			}
			s.pointers = append(s.pointers, pointer{p[0], p[1], p[2], int(ends >> 8), int(ends & 0xff)})
		}
		out[fields[0]] = &s
		return nil
	})
}

func wordsOf(synsets map[string]*synset) map[string]bool {
	out := map[string]bool{}
	for _, s := range synsets {
		for _, word := range s.words {
			out[word] = true
		}
	}
	return out
}

// lines calls f with the fields of each line of a file, up to its gloss.
func lines(file string, f func(fields []string) error) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	scan := bufio.NewScanner(in)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		line, _, _ := strings.Cut(scan.Text(), " | ")
		if strings.HasPrefix(line, " ") {
			continue // the licence
		}
		if err := f(strings.Fields(line)); err != nil {
			return fmt.Errorf("%s: %q: %w", file, line, err)
		}
	}
	return scan.Err()
}
