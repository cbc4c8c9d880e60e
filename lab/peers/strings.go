package main

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"github.com/normlet/normlet/lab/internal/tfidf"
)

// ofRows is an index in memory whose hits are rows.
type ofRows struct {
	refs
	find func(mention string) []tfidf.Hit
}

func (x ofRows) search(mention string) ([]int32, error) {
	var hits []hit
	for _, h := range x.find(mention) {
		hits = append(hits, hit{float64(h.Score), x.refs[h.Row]})
	}
	return entities(hits), nil
}

// texts returns the names of a list, changed by f, and what they name.
func texts(dir string, f func(string) string) (out []string, r refs, err error) {
	rows, err := readList(dir)
	for _, row := range rows {
		out, r = append(out, f(row.name)), append(r, row.ref)
	}
	return out, r, err
}

func openTFIDF(dir string) (index, error) {
	names, refs, err := texts(dir, func(name string) string { return name })
	if err != nil {
		return nil, err
	}
	x := tfidf.New(names)
	return ofRows{refs, func(mention string) []tfidf.Hit { return x.Search(mention, shortlist) }}, nil
}

// openLevenshtein compares with all names, in lower case, by the share of letters that stay.
func openLevenshtein(dir string) (index, error) {
	names, refs, err := texts(dir, strings.ToLower)
	if err != nil {
		return nil, err
	}
	lengths := make([]int, len(names))
	for i, name := range names {
		lengths[i] = utf8.RuneCountInString(name)
	}
	return ofRows{refs, func(mention string) []tfidf.Hit { return nearest(names, lengths, strings.ToLower(mention)) }}, nil
}

// nearest returns the names that are most alike. Names too long or too short to be among them are not compared.
func nearest(names []string, lengths []int, mention string) []tfidf.Hit {
	best := newTop()
	length := utf8.RuneCountInString(mention)
	for row, name := range names {
		longer := max(length, lengths[row], 1)
		if alike(longer-min(length, lengths[row]), longer) > best.floor {
			best.add(row, alike(levenshtein.ComputeDistance(mention, name), longer))
		}
	}
	return best.hits()
}

// top keeps the rows with the best scores.
type top struct {
	best  []tfidf.Hit
	floor float32 // only scores above it are still wanted
}

func newTop() *top { return &top{make([]tfidf.Hit, 0, 2*shortlist), -1} }

func (t *top) add(row int, score float32) {
	if score <= t.floor {
		return
	}
	if t.best = append(t.best, tfidf.Hit{Row: int32(row), Score: score}); len(t.best) == cap(t.best) {
		t.floor = t.hits()[shortlist-1].Score
	}
}

// hits returns them, the best first.
func (t *top) hits() []tfidf.Hit {
	slices.SortStableFunc(t.best, func(a, b tfidf.Hit) int { return cmp.Compare(b.Score, a.Score) })
	t.best = t.best[:min(len(t.best), shortlist)]
	return t.best
}

func alike(distance, letters int) float32 { return 1 - float32(distance)/float32(letters) }
