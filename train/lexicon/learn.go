package lexicon

import (
	"hash/fnv"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/names"
	"github.com/normlet/normlet/train/data"
)

// What is kept of a name.
const (
	maxWords   = 3 // more of them are found by their words
	minLetters = 4 // fewer are an abbreviation of many things
)

// Of returns the names of things that have several, without those that are the same but for
// the order of words and their plurals, and without those of several things.
func Of(terminologies []*data.Terminology) Lexicon {
	var groups Lexicon
	owner := map[string]int{} // group of a key, and 1; -1 of several
	for _, t := range terminologies {
		for i := range t.Entities {
			g := distinct(&t.Entities[i])
			if len(g) < 2 {
				continue
			}
			groups = append(groups, g)
			for _, name := range g {
				if key := names.Key(name); owner[key] == 0 {
					owner[key] = len(groups)
				} else if owner[key] != len(groups) {
					owner[key] = -1
				}
			}
		}
	}
	var out Lexicon
	for i, g := range groups {
		g = slices.DeleteFunc(g, func(name string) bool { return owner[names.Key(name)] != i+1 })
		if len(g) > 1 {
			out = append(out, g)
		}
	}
	return out
}

// distinct returns the text forms of an entity's names that are plain words, in natural order,
// of those with the same words one.
func distinct(e *data.Entity) []string {
	var out []string
	seen := map[uint64]bool{} // sum of the words
	for _, n := range e.Names {
		form := names.Form(n.Text)
		words, letters, sum := names.Words(form), 0, uint64(0)
		for _, w := range words {
			letters += len(w)
			sum += hash(names.Stem(w))
		}
		if len(words) > maxWords || letters < minLetters || !plain(form) {
			continue
		}
		if !seen[sum] {
			seen[sum] = true
			out = append(out, form)
		}
	}
	return out
}

// plain reports whether a text form is words of letters a to z.
func plain(form string) bool {
	return strings.Trim(form, "abcdefghijklmnopqrstuvwxyz -'") == ""
}

func hash(word string) uint64 {
	f := fnv.New64a()
	f.Write([]byte(word)) // never fails
	return f.Sum64()
}
