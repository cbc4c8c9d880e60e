package main

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

const (
	minStem    = 3   // least letters that a form and its noun have in common
	minSuffix  = 2   // least letters of the suffix of a form
	maxContext = 2   // most letters of a suffix that do not change
	minPairs   = 8   // least pairs that show a suffix
	minRight   = 0.7 // least share right of what a suffix leads to
)

// learn returns suffixes of forms, with those of their nouns, the surest first for each: of what is a form with one and a noun
// with the other, most are pairs. A longer suffix than one that holds says nothing, and a noun that goes on from its adjective
// (normality) is made of it, and not the other way round.
func learn(w *words) (out []pair) {
	count := map[pair]int{}
	for _, p := range w.pairs {
		same := 0
		for same < min(len(p.form), len(p.noun)) && p.form[same] == p.noun[same] {
			same++
		}
		for at := same; at >= max(minStem, same-maxContext); at-- {
			count[pair{p.form[at:], p.noun[at:]}]++
		}
	}
	right := map[pair]float64{}
	for s, n := range count {
		if share := w.right(s); n >= minPairs && len(s.form) >= minSuffix && !strings.HasPrefix(s.noun, s.form) && share >= minRight {
			right[s] = share
		}
	}
	for s := range right {
		if s.noun == "" || right[pair{s.form[1:], s.noun[1:]}] == 0 {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(x, y pair) int {
		return cmp.Or(cmp.Compare(x.form, y.form), cmp.Compare(right[y], right[x]), cmp.Compare(x.noun, y.noun))
	})
	return out
}

// right returns the share of pairs among all that may be by their suffixes.
func (w *words) right(suffix pair) float64 {
	pairs, all := 0, 0
	for form := range maps.Keys(w.forms) {
		stem, ok := strings.CutSuffix(form, suffix.form)
		if noun := stem + suffix.noun; ok && len(stem) >= minStem && w.nouns[noun] {
			all++
			if w.isPair(pair{form, noun}) {
				pairs++
			}
		}
	}
	return float64(pairs) / float64(max(1, all))
}

func (w *words) isPair(p pair) bool {
	i, _ := slices.BinarySearchFunc(w.pairs, p.form, func(x pair, form string) int { return cmp.Compare(x.form, form) })
	for ; i < len(w.pairs) && w.pairs[i].form == p.form; i++ {
		if w.pairs[i] == p {
			return true
		}
	}
	return false
}
