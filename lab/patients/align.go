package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Which word of a mention stands for which of a name is not marked. As in the first of IBM's models of translation, each
// word of a name comes from one of the mention, or from none, in shares that are estimated in rounds from those of all.

const (
	rounds = 8
	start  = 0.1 // any share, to begin with

	minCount, minShare     = 1.5, 0.25 // of a synonym: mentions that show it, and their share of all with the word
	formCount, formShare   = 0.5, 0.15 // of words that show an ending
	formStart, formOverlap = 3, 0.4    // letters that two forms of a word begin with, and their share of the longer one
	formPairs              = 2         // words that show an ending
	minLetters             = 3         // of a synonym
)

type pair struct{ from, to string } // word of a mention, of a name; "" is none

// alignments returns the rows of synonyms and of endings.
func alignments(all []example) (rows []string) {
	counted, occurs := align(all), map[string]int{}
	for _, x := range all {
		for _, w := range slices.Compact(slices.Sorted(slices.Values(x.words))) {
			occurs[w]++
		}
	}
	ends := map[pair]map[pair]bool{}
	for p, n := range counted {
		share := n / float64(occurs[p.from]+1)
		if n >= minCount && share >= minShare && letters(p.from) && letters(p.to) {
			rows = append(rows, fmt.Sprintf("synonym\t%s\t%s\t%.0f", p.from, p.to, 100*min(share, 1)))
		}
		if n < formCount || share < formShare {
			continue
		}
		if e, ok := endings(p); ok {
			if ends[e] == nil {
				ends[e] = map[pair]bool{}
			}
			ends[e][p] = true
		}
	}
	for e, shown := range ends {
		if len(shown) >= formPairs {
			rows = append(rows, "ending\t"+e.from+"\t"+e.to)
		}
	}
	return rows
}

func letters(w string) bool {
	return len(w) >= minLetters && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == ""
}

// endings returns how two forms of one word end, the first in the order of letters first.
func endings(p pair) (pair, bool) {
	n := 0
	for n < min(len(p.from), len(p.to)) && p.from[n] == p.to[n] {
		n++
	}
	a, b := p.from[n:], p.to[n:]
	ok := n >= formStart && float64(n) >= formOverlap*float64(max(len(p.from), len(p.to))) && letters(p.from) && letters(p.to)
	return pair{min(a, b), max(a, b)}, ok
}

// align returns how many mentions show each pair of words. What a mention and a name share stands for itself.
func align(all []example) map[pair]float64 {
	type sentence struct{ from, to []string }
	var list []sentence
	for _, x := range all {
		for _, name := range x.names {
			words := unique(stems(name))
			without := func(a, b []string) []string {
				return slices.DeleteFunc(slices.Clone(a), func(w string) bool { return slices.Contains(b, w) })
			}
			s := sentence{without(unique(x.words), words), without(words, x.words)}
			s.from = append(s.from, "")
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b sentence) int {
		return cmp.Or(slices.Compare(a.from, b.from), slices.Compare(a.to, b.to))
	})
	var counted map[pair]float64
	share := func(p pair) float64 { return start }
	for range rounds {
		counted = map[pair]float64{}
		for _, s := range list {
			for _, to := range s.to {
				sum := 0.0
				for _, from := range s.from {
					sum += share(pair{from, to})
				}
				for _, from := range s.from {
					counted[pair{from, to}] += share(pair{from, to}) / sum
				}
			}
		}
		totals, of := map[string]float64{}, counted
		for _, p := range slices.SortedFunc(maps.Keys(of), func(a, b pair) int {
			return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
		}) {
			totals[p.from] += of[p]
		}
		share = func(p pair) float64 { return of[p] / totals[p.from] }
	}
	return counted
}

func unique(words []string) (out []string) {
	for _, w := range words {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}
