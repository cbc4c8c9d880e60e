package mine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/train/data"
)

// set is a terminology as Hard takes it.
type set struct {
	vectors []float32
	dim     int
	entity  []int32
	text    []string
}

func (s *set) vector(i int) []float32 { return s.vectors[i*s.dim : (i+1)*s.dim] }

// clusters returns names whose vectors lie around their entity's, which lies
// around one of a few families: neighbours of other entities are near. One name
// in fifty is written as that of another entity.
func clusters(seed uint64, entities, names, dim int) *set {
	rng := rand.New(rand.NewPCG(seed, 0))
	s := &set{dim: dim}
	family := make([]float32, (entities+9)/10*dim)
	for i := range family {
		family[i] = float32(rng.NormFloat64())
	}
	centre := make([]float32, entities*dim)
	for i := range centre {
		f := i / dim / 10 * dim
		centre[i] = family[f+i%dim] + float32(rng.NormFloat64())
	}
	for i := range names {
		e := i * entities / names
		v := make([]float32, dim)
		for j := range v {
			v[j] = centre[e*dim+j] + 0.6*float32(rng.NormFloat64()) + 0.5 // off zero, as vectors of a network may be
		}
		f32.Scale(1/f32.Sqrt(f32.Dot(v, v)), v)
		s.vectors, s.entity = append(s.vectors, v...), append(s.entity, int32(e))
		text := fmt.Sprint("name", i)
		if rng.IntN(50) == 0 {
			text = fmt.Sprint("name", rng.IntN(names))
		}
		s.text = append(s.text, text)
	}
	return s
}

// bruteForce compares every name with all.
func bruteForce(s *set, k int) []int32 {
	rivals := data.NewRivals(s.entity, s.text)
	var out []int32
	cosine := make([]float32, len(s.entity))
	for i := range s.entity {
		var names []int32
		for j := range s.entity {
			if cosine[j] = f32.Dot(s.vector(i), s.vector(j)); rivals.Are(i, j) {
				names = append(names, int32(j))
			}
		}
		slices.SortStableFunc(names, func(a, b int32) int { return cmp.Compare(cosine[b], cosine[a]) })
		for len(names) < k {
			names = append(names, None)
		}
		out = append(out, names[:k]...)
	}
	return out
}

func hard(t testing.TB, s *set, cfg Config) []int32 {
	t.Helper()
	got, err := Hard(context.Background(), s.vectors, s.dim, s.entity, s.text, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestHardIsBruteForce(t *testing.T) {
	for _, c := range []struct{ entities, names, dim, k int }{
		{40, 400, 32, 5}, {7, 600, 100, 3}, {300, 300, 64, 1}, {2, 3, 5, 4}, {2, 2, 130, 1},
	} {
		s := clusters(1, c.entities, c.names, c.dim)
		want := bruteForce(s, c.k)
		if got := hard(t, s, Config{K: c.k, Shortlist: c.names}); !slices.Equal(got, want) {
			t.Errorf("%+v: other negatives than comparing all with all finds", c)
		}
	}
}

// TestShortlistRecall requires that the default shortlist loses little: of the
// hardest negatives by float, nearly all are found by their codes.
func TestShortlistRecall(t *testing.T) {
	s := clusters(2, 400, 2000, 128)
	want, got, found := bruteForce(s, 5), hard(t, s, Config{K: 5}), 0
	for i, w := range want {
		if slices.Contains(got[i/5*5:i/5*5+5], w) {
			found++
		}
	}
	if share := float64(found) / float64(len(want)); share < 0.95 {
		t.Errorf("found %.3f of the hardest negatives, want 0.95", share)
	}
}

// TestFullShortlist: entities and homonyms larger than the shortlist hide the
// rivals, which the second search finds.
func TestFullShortlist(t *testing.T) {
	s := clusters(3, 3, 600, 16)
	for i := range 40 {
		s.text[i*10] = "same" // in two of the three entities, so that only the third has rivals
	}
	for i, name := range hard(t, s, Config{K: 2, Shortlist: 4}) {
		if name == None {
			t.Fatalf("name %d has no negative", i/2)
		}
		if s.entity[name] == s.entity[i/2] || s.text[name] == s.text[i/2] {
			t.Errorf("name %d got %d, which is no rival", i/2, name)
		}
	}
}

func TestHardThreads(t *testing.T) {
	s := clusters(4, 300, 1500, 128)
	want := hard(t, s, Config{K: 3, Threads: 1})
	for _, threads := range []int{0, 2, 7} {
		if got := hard(t, s, Config{K: 3, Threads: threads}); !slices.Equal(got, want) {
			t.Errorf("%d threads find other negatives than one", threads)
		}
	}
}

// TestNoRivals: all names are of one entity, or written alike.
func TestNoRivals(t *testing.T) {
	one, alike := clusters(5, 1, 300, 16), clusters(5, 30, 300, 16)
	for i := range alike.text {
		alike.text[i] = "p53"
	}
	for name, s := range map[string]*set{"one entity": one, "alike": alike, "one name": clusters(5, 1, 1, 16)} {
		got := hard(t, s, Config{K: 2, Shortlist: 8})
		if len(got) != 2*len(s.entity) || slices.ContainsFunc(got, func(n int32) bool { return n != None }) {
			t.Errorf("%s: negatives where there are none", name)
		}
	}
}

func TestHardCancelled(t *testing.T) {
	s := clusters(6, 300, 3000, 64)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	got, err := Hard(ctx, s.vectors, s.dim, s.entity, s.text, Config{Threads: 1})
	if !errors.Is(err, context.Canceled) || got != nil {
		t.Errorf("%d negatives, error %v; want the context's error", len(got), err)
	}
}

func TestHardErrors(t *testing.T) {
	entity := []int32{0, 1}
	for _, c := range []struct {
		vectors, dim int
		cfg          Config
		want         string
	}{
		{256, 100, Config{}, "no vectors of 100 elements for 2 names"},
		{128, 128, Config{}, "no vectors"},
		{0, 0, Config{}, "no vectors"},
		{2, -1, Config{}, "no vectors"},
		{128, 64, Config{K: -1}, "at least one"},
		{128, 64, Config{Threads: -1}, "at least one"},
		{2 * 5000, 5000, Config{}, "vectors of 5000 elements: search: codes of 5056 bits"},
	} {
		_, err := Hard(context.Background(), make([]float32, c.vectors), c.dim, entity, []string{"a", "b"}, c.cfg)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c, err, c.want)
		}
	}
	if got, err := Hard(context.Background(), nil, 64, nil, nil, Config{}); len(got) != 0 || err != nil {
		t.Errorf("no names: %v, %v", got, err)
	}
}

// BenchmarkHard mines as many names as human genes have.
func BenchmarkHard(b *testing.B) {
	s := clusters(1, 20_608, 96_854, 128)
	for b.Loop() {
		hard(b, s, Config{})
	}
}

// BenchmarkHardLargeEntity has 10,000 names of one entity among the others, which
// all need a second search.
func BenchmarkHardLargeEntity(b *testing.B) {
	s := clusters(1, 9_001, 10_000, 128)
	for i := range 10_000 {
		s.entity = append(s.entity, 9_001)
		s.text = append(s.text, fmt.Sprint("copy", i))
		s.vectors = append(s.vectors, s.vector(i%7)...)
	}
	for b.Loop() {
		hard(b, s, Config{})
	}
}
