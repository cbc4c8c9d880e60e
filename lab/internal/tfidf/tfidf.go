// Package tfidf finds names by their character 3-grams: the string baselines of learned encoders, and generators of
// candidates that need no training.
//
// New weighs by tf * idf and compares by cosine. A name is taken in its text form (names.Form) between blanks. A
// 3-gram's component is its count times idf = ln((1 + names) / (1 + names with it)) + 1, and vectors have length 1.
// 3-grams that no name has count towards a mention's length.
//
// NewBM25 ranks as a trigram index of SQLite's FTS5 does that is asked for any of the mention's 3-grams: names in lower
// case as they stand, of fewer than three characters never found, Okapi BM25 with k1 = 1.2 and b = 0.75, idf = ln((names
// - with it + 0.5) / (with it + 0.5)), at least 1e-6, and each occurrence of a 3-gram in the mention counted.
package tfidf

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/f64"
)

// Hit is a name found: its row in the list that the index was made of.
type Hit struct {
	Row   int32
	Score float32 // above 0; a cosine is at most 1
}

// Index holds the 3-grams of a list of names. It is safe for concurrent use.
type Index struct {
	names  int
	ids    map[gram]int32 // dense numbers of 3-grams
	idf    []float32      // of each
	bm25   bool
	starts []int32 // postings of 3-gram g: starts[g] to starts[g+1]
	rows   []int32
	weight []float32
	pool   sync.Pool // *scratch
}

type scratch struct {
	grams  []gram
	score  []float32 // of rows, 0 between searches
	reach  []int32   // rows with a score
	hits   []Hit
	form   []byte
	counts []count
}

// New indexes names by tf * idf; their rows are their places in the list. It keeps none of the strings.
func New(names []string) *Index { return newIndex(names, false) }

// NewBM25 is New for BM25.
func NewBM25(names []string) *Index { return newIndex(names, true) }

func newIndex(names []string, bm25 bool) *Index {
	x := &Index{names: len(names), ids: map[gram]int32{}, bm25: bm25}
	x.pool.New = func() any { return &scratch{score: make([]float32, x.names)} }
	s := &scratch{}
	var entries []count // of all names, one after the other; gram holds the number
	var ends []int
	var df []int32
	for _, name := range names {
		for _, c := range s.count(name, bm25) {
			id, ok := x.ids[c.gram]
			if !ok {
				id = int32(len(x.ids))
				x.ids[c.gram] = id
				df = append(df, 0)
			}
			df[id]++
			entries = append(entries, count{gram(id), c.n})
		}
		ends = append(ends, len(entries))
	}
	x.idf = make([]float32, len(df))
	x.starts = make([]int32, len(df)+1)
	for id, n := range df {
		x.idf[id] = x.weightOf(int(n))
		x.starts[id+1] = x.starts[id] + n
	}
	x.post(entries, ends)
	return x
}

// weightOf returns the idf of a 3-gram that so many names have.
func (x *Index) weightOf(names int) float32 {
	if x.bm25 {
		return float32(max(1e-6, f64.Log((float64(x.names-names)+0.5)/(float64(names)+0.5))))
	}
	return float32(f64.Log(float64(1+x.names)/float64(1+names)) + 1)
}

// post fills the postings, by 3-gram and row.
func (x *Index) post(entries []count, ends []int) {
	x.rows, x.weight = make([]int32, len(entries)), make([]float32, len(entries))
	weigh := x.cosine
	if x.bm25 {
		weigh = okapi(entries, len(ends))
	}
	next := slices.Clone(x.starts)
	start := 0
	for row, end := range ends {
		scale := weigh(entries[start:end])
		for _, e := range entries[start:end] {
			at := next[e.gram]
			x.rows[at], x.weight[at] = int32(row), x.idf[e.gram]*scale(e.n)
			next[e.gram]++
		}
		start = end
	}
}

// cosine returns what the counts of a name weigh beside idf: divided by its length.
func (x *Index) cosine(name []count) func(n float32) float32 {
	norm := float32(0)
	for _, e := range name {
		w := e.n * x.idf[e.gram]
		norm += float32(w * w)
	}
	norm = 1 / float32(math.Sqrt(float64(norm)))
	return func(n float32) float32 { return n * norm }
}

// okapi returns what weighs the counts of a name by BM25.
func okapi(entries []count, names int) func(name []count) func(n float32) float32 {
	const k1, b = 1.2, 0.75
	length := func(of []count) (sum float64) {
		for _, e := range of {
			sum += float64(e.n)
		}
		return sum
	}
	mean := length(entries) / float64(names)
	return func(name []count) func(n float32) float32 {
		long := k1 * (1 - b + b*length(name)/mean)
		return func(n float32) float32 { return float32(float64(n) * (k1 + 1) / (float64(n) + long)) }
	}
}

// Search returns the k names most similar to mention, by falling score and then
// row; fewer when fewer have a 3-gram in common with it.
func (x *Index) Search(mention string, k int) []Hit {
	s := x.pool.Get().(*scratch)
	defer x.pool.Put(s)
	counts := s.count(mention, x.bm25)
	s.reach = s.reach[:0]
	norm := float32(0)
	for _, c := range counts {
		w := x.weightOf(0)
		if id, ok := x.ids[c.gram]; ok {
			w = x.idf[id]
			factor := c.n
			if !x.bm25 {
				factor *= w
			}
			s.add(x.rows[x.starts[id]:x.starts[id+1]], x.weight[x.starts[id]:x.starts[id+1]], factor)
		}
		norm += float32(c.n * w * c.n * w)
	}
	if x.bm25 {
		return s.best(k, func(score float32) float32 { return score })
	}
	scale := 1 / float32(math.Sqrt(float64(norm)))
	return s.best(k, func(score float32) float32 { return min(1, score*scale) })
}

// add adds one 3-gram's postings to the scores.
func (s *scratch) add(rows []int32, weight []float32, factor float32) {
	for i, row := range rows {
		if s.score[row] == 0 {
			s.reach = append(s.reach, row)
		}
		s.score[row] += float32(factor * weight[i])
	}
}

// best returns the best rows and sets all scores to 0.
func (s *scratch) best(k int, scale func(score float32) float32) []Hit {
	byRank := func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Row, b.Row)) }
	k = max(k, 0)
	s.hits = s.hits[:0]
	floor := float32(0) // no row below it is among the best
	for _, row := range s.reach {
		if score := s.score[row]; score >= floor {
			s.hits = append(s.hits, Hit{row, scale(score)})
		}
		if len(s.hits) >= 4*k+1024 { // many of them: keep the best and raise the floor
			slices.SortFunc(s.hits, byRank)
			s.hits = s.hits[:k]
			if k > 0 {
				floor = s.score[s.hits[k-1].Row]
			}
		}
	}
	for _, row := range s.reach {
		s.score[row] = 0
	}
	slices.SortFunc(s.hits, byRank)
	return slices.Clone(s.hits[:min(k, len(s.hits))])
}

// gram is three runes of 21 bits each.
type gram uint64

// count is how often a name has a 3-gram.
type count struct {
	gram gram
	n    float32
}

// count returns the 3-grams of text in a fixed order, valid until the next call; plain ones are those of the text in
// lower case.
func (s *scratch) count(text string, plain bool) []count {
	if plain {
		s.form = append(s.form[:0], strings.ToLower(text)...)
	} else {
		s.form = append(names.AppendForm(append(s.form[:0], ' '), text), ' ')
	}
	s.grams, s.counts = s.grams[:0], s.counts[:0]
	var g gram
	n := 0
	for _, r := range string(s.form) {
		g = (g<<21 | gram(r)) & (1<<63 - 1)
		if n++; n >= 3 {
			s.grams = append(s.grams, g)
		}
	}
	slices.Sort(s.grams)
	for i, g := range s.grams {
		if i > 0 && g == s.grams[i-1] {
			s.counts[len(s.counts)-1].n++
			continue
		}
		s.counts = append(s.counts, count{gram: g, n: 1})
	}
	return s.counts
}
