package lexicon

import (
	"hash/fnv"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
)

// What is kept of a name.
const (
	maxWords   = 3 // more of them are found by their words
	minLetters = 4 // fewer are an abbreviation of many things
)

// Of returns the names of things with several names. It drops names that differ only in the
// order of words or in plurals, and names of several things. An entity that shares a name
// with a thing of earlier terminologies is that thing; of two such entities in one
// terminology, only the first is.
func Of(terminologies []*data.Terminology) Lexicon {
	var things Lexicon
	owner := map[uint64]int{} // by wordsOf a name: the number of its thing, from 1 on; -1 if there are several
	for _, t := range terminologies {
		before, joined := maps.Clone(owner), map[int]bool{}
		for i := range t.Entities {
			list := distinct(&t.Entities[i])
			if len(list) < 2 {
				continue
			}
			thing := onlyOwner(list, before)
			if thing == 0 || joined[thing] {
				things = append(things, nil)
				thing = len(things)
			}
			joined[thing] = true
			things[thing-1] = claim(things[thing-1], list, thing, owner)
		}
	}
	var out Lexicon
	for i, thing := range things {
		thing = slices.DeleteFunc(thing, func(name string) bool { return owner[wordsOf(name)] != i+1 })
		if len(thing) > 1 {
			out = append(out, thing)
		}
	}
	return out
}

// onlyOwner returns the one thing that owns any of the names, or 0.
func onlyOwner(list []string, owner map[uint64]int) (thing int) {
	for _, name := range list {
		switch o := owner[wordsOf(name)]; {
		case o <= 0 || o == thing:
		case thing != 0:
			return 0
		default:
			thing = o
		}
	}
	return thing
}

// claim adds names to those of a thing, and notes who owns them.
func claim(have, list []string, thing int, owner map[uint64]int) []string {
	for _, name := range list {
		switch key := wordsOf(name); owner[key] {
		case 0:
			owner[key] = thing
			have = append(have, name)
		case thing:
		default:
			owner[key] = -1
		}
	}
	return have
}

// distinct returns the text forms of an entity's names that are plain words, in natural order,
// of those with the same words one.
func distinct(e *data.Entity) []string {
	var out []string
	seen := map[uint64]bool{}
	for _, n := range e.Names {
		form := names.Form(n.Text)
		words := names.Words(form)
		if len(words) > maxWords || len(strings.Join(words, "")) < minLetters || !plain(form) {
			continue
		}
		if sum := wordsOf(form); !seen[sum] {
			seen[sum] = true
			out = append(out, form)
		}
	}
	return out
}

// wordsOf returns a number for the words of a text form, whatever their order and number.
func wordsOf(form string) (sum uint64) {
	for _, w := range names.Words(form) {
		sum += hash(names.Stem(w))
	}
	return sum
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
