package tfidf

import (
	"cmp"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// reference computes all cosines as the package comment defines them, with maps
// and float64.
func reference(list []string, mention string) []float64 {
	grams := func(text string) map[string]float64 {
		runes := []rune(" " + names.Form(text) + " ")
		out := map[string]float64{}
		for i := 0; i+3 <= len(runes); i++ {
			out[string(runes[i:i+3])]++
		}
		return out
	}
	df := map[string]float64{}
	for _, name := range list {
		for g := range grams(name) {
			df[g]++
		}
	}
	vector := func(text string) map[string]float64 {
		v, sum := grams(text), 0.0
		for g := range v {
			v[g] *= math.Log((1+float64(len(list)))/(1+df[g])) + 1
			sum += v[g] * v[g]
		}
		for g := range v {
			v[g] /= math.Sqrt(sum)
		}
		return v
	}
	q := vector(mention)
	out := make([]float64, len(list))
	for i, name := range list {
		for g, w := range vector(name) {
			out[i] += w * q[g]
		}
	}
	return out
}

// randomNames returns names of few letters, so that 3-grams repeat, some of them
// equal.
func randomNames(n int, rng *rand.Rand) []string {
	letters := []rune("aAbB1- βé")
	names := make([]string, n)
	for i := range names {
		var b strings.Builder
		for range rng.IntN(9) {
			b.WriteRune(letters[rng.IntN(len(letters))])
		}
		names[i] = b.String()
	}
	return names
}

func TestSearchAgainstReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	names := randomNames(3000, rng) // more than best keeps before it sorts
	x := New(names)
	for _, mention := range append(randomNames(40, rng), "abc aba", "zzz", "") {
		want := reference(names, mention)
		positive := 0
		for _, w := range want {
			if w > 0 {
				positive++
			}
		}
		for _, k := range []int{0, 1, 10, 5000} {
			hits := x.Search(mention, k)
			if len(hits) != min(k, positive) {
				t.Fatalf("%q: %d hits for k = %d, want %d", mention, len(hits), k, min(k, positive))
			}
			if !slices.IsSortedFunc(hits, func(a, b Hit) int {
				return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Row, b.Row))
			}) {
				t.Fatalf("%q: not by score and row: %v", mention, hits)
			}
			ranked := slices.Sorted(slices.Values(want))
			for i, h := range hits {
				best := ranked[len(ranked)-1-i]
				if math.Abs(float64(h.Score)-want[h.Row]) > 1e-5 || math.Abs(float64(h.Score)-best) > 1e-5 {
					t.Fatalf("%q: hit %d is %v; its cosine is %v, the %d-th best %v", mention, i, h, want[h.Row], i+1, best)
				}
			}
		}
	}
}

// TestBM25 compares scores with the formula, in maps and float64.
func TestBM25(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	list := append(randomNames(200, rng), "ab", "AB1", "ab1 ab1")
	grams := func(text string) (out []string) {
		runes := []rune(strings.ToLower(text))
		for i := 0; i+3 <= len(runes); i++ {
			out = append(out, string(runes[i:i+3]))
		}
		return out
	}
	with, total := map[string]float64{}, 0
	for _, name := range list {
		all := grams(name)
		total += len(all)
		for _, g := range slices.Compact(slices.Sorted(slices.Values(all))) {
			with[g]++
		}
	}
	n := float64(len(list))
	score := func(name, mention string) (sum float64) {
		all := grams(name)
		for _, g := range grams(mention) {
			tf := 0.0
			for _, other := range all {
				if other == g {
					tf++
				}
			}
			idf := max(1e-6, math.Log((n-with[g]+0.5)/(with[g]+0.5)))
			sum += idf * tf * 2.2 / (tf + 1.2*(0.25+0.75*float64(len(all))*n/float64(total)))
		}
		return sum
	}
	x := NewBM25(list)
	for _, mention := range []string{"AB1 b1 AB1", "aab", "ab", "", list[0] + list[1] + list[2]} {
		found := map[int32]float32{}
		for _, h := range x.Search(mention, len(list)) {
			found[h.Row] = h.Score
		}
		for row, name := range list {
			if want := score(name, mention); math.Abs(float64(found[int32(row)])-want) > 1e-4*max(1, want) {
				t.Errorf("%q: %q scores %v, want %v", mention, name, found[int32(row)], want)
			}
		}
	}
	if hits := NewBM25([]string{"ab", "abc"}).Search("ab", 9); len(hits) != 0 {
		t.Errorf("two characters have no 3-gram, but find %v", hits)
	}
}

func TestSearchTwice(t *testing.T) {
	x := New([]string{"abc", "abd", "abc"})
	first := x.Search("abc", 3)
	x.Search("abd", 1)
	if again := x.Search("abc", 3); !slices.Equal(first, again) || first[0].Row != 0 || first[1].Row != 2 {
		t.Errorf("first %v, then %v; want the equal names 0 and 2 first, both times", first, again)
	}
	if hits := New(nil).Search("abc", 3); len(hits) != 0 {
		t.Errorf("no names, but %v", hits)
	}
}

// TestSharedBaseline repeats a published figure of the evaluation data.
func TestSharedBaseline(t *testing.T) {
	shared := testfull.Shared(t)
	folder := filepath.Join(shared, "data", "ncbi_disease")
	terms, _, err := data.ReadSources([]data.Source{{Path: filepath.Join(folder, "reference.tsv.gz")}}, data.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	queries, err := eval.ReadQueries(filepath.Join(folder, "dev.tsv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	var names, ids []string
	for _, e := range terms.Entities {
		for _, n := range e.Names {
			names, ids = append(names, n.Text), append(ids, e.ID)
		}
	}
	x := New(names)
	at1, at10 := 0.0, 0.0
	for _, q := range queries {
		var found []string
		for _, h := range x.Search(q.Mention, 200) {
			if !slices.Contains(found, ids[h.Row]) {
				found = append(found, ids[h.Row])
			}
		}
		right := slices.IndexFunc(found, func(id string) bool { return slices.Contains(q.Gold, id) })
		if right == 0 {
			at1 += 1 / float64(len(queries))
		}
		if right >= 0 && right < 10 {
			at10 += 1 / float64(len(queries))
		}
	}
	if math.Abs(at1-0.736) > 0.01 || math.Abs(at10-0.910) > 0.01 {
		t.Errorf("Hits@1 %.3f, Hits@10 %.3f; the data's README has 0.736 and 0.910", at1, at10)
	}
}
