package document

import (
	"fmt"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/testfull"
)

// hashed answers every query with matches among few ids that depend on nothing but the query.
func hashed(q core.Query) (core.Answer, error) {
	h := fnv.New64a()
	fmt.Fprint(h, q.Mention, q.Context)
	rng := rand.New(rand.NewPCG(h.Sum64(), 1))
	var matches []any
	left := 1.0
	for _, id := range rng.Perm(12)[:rng.IntN(5)] {
		p := left * (0.5 + 0.4*rng.Float64())
		matches = append(matches, fmt.Sprint(id), p)
		left -= p
	}
	return answer(q.Mention, matches...), nil
}

var vocabulary = []string{"AB", "a b", "ABC", "a big case", "BRCA1/2", "alpha and beta", "caspase 3/7", "breast and ovarian cancer", "", "AT", "ataxia telangiectasia", "x", "type II"}

// randomPlaces returns places of documents of random lengths. In every other result most places have no mention, so that
// those that depend on each other are far apart.
func randomPlaces(rng *rand.Rand, n int) []Place {
	out := make([]Place, n)
	sparse := rng.IntN(2) == 0
	for i := range out {
		p := &out[i]
		if i > 0 && rng.IntN(100) > 0 {
			p.Document, p.Text = out[i-1].Document, out[i-1].Text
		} else {
			p.Document, p.Text = fmt.Sprint(rng.IntN(3)), []string{"", "ataxia telangiectasia (AT)", "a big case (ABC)"}[rng.IntN(3)]
		}
		if sparse && rng.IntN(8) > 0 {
			continue
		}
		for range rng.IntN(3) {
			p.Mentions = append(p.Mentions, vocabulary[rng.IntN(len(vocabulary))])
		}
	}
	return out
}

func collect(t *testing.T, results iter.Seq2[[]Result, error]) (out [][]Result) {
	t.Helper()
	for r, err := range results {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

// TestStream compares the results for places that are read in batches, or cut out with Reach places more on both
// sides, with those of all places at once.
func TestStream(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	expanded, injected, composite := 0, 0, 0
	for round := range testfull.Or(36, 60) {
		o := Options{Scope: Scope(round % 3), Composites: round%2 == 0, Lookup: core.Options{MinP: 0.1 * float64(round%4)}}
		places := randomPlaces(rng, rng.IntN(400))
		r := New(one(hashed), o)
		r.batch = len(places) + 1
		whole := collect(t, r.Resolve(slices.Values(places)))
		if len(whole) != len(places) {
			t.Fatalf("%d results for %d places", len(whole), len(places))
		}
		for _, batch := range []int{1, 1 + rng.IntN(30), 1 + rng.IntN(300)} {
			r.batch = batch
			for i, got := range collect(t, r.Resolve(slices.Values(places))) {
				if !reflect.DeepEqual(got, whole[i]) {
					t.Fatalf("scope %d, batches of %d, place %d: %+v, want %+v", o.Scope, batch, i, got, whole[i])
				}
			}
		}
		for range 20 {
			from := rng.IntN(len(places) + 1)
			to := from + rng.IntN(len(places)-from+1)
			first, end := max(0, from-Reach), min(len(places), to+Reach)
			part := collect(t, r.Resolve(slices.Values(places[first:end])))[from-first : to-first]
			if len(part) > 0 && !reflect.DeepEqual(part, whole[from:to]) {
				t.Fatalf("scope %d: places %d to %d of %d differ from those of all", o.Scope, from, to, len(places))
			}
		}
		for _, results := range whole {
			for _, res := range results {
				if res.Expanded {
					expanded++
				}
				if len(res.Answers) > 1 {
					composite++
				}
				for _, a := range res.Answers {
					for _, m := range a.Matches {
						if m.Stage == core.StageNeighbour {
							injected++
						}
					}
				}
			}
		}
	}
	if expanded < 100 || injected < 100 || composite < 50 {
		t.Errorf("%d mentions expanded, %d candidates injected, %d composites: the test says little", expanded, injected, composite)
	}
}

// TestReadAhead: of a long stream, a bounded number of places is read ahead and kept.
func TestReadAhead(t *testing.T) {
	for scope, most := range map[Scope]int{Joint: batchPlaces + 2*nearby, Abbreviations: batchPlaces + 2*nearby, Single: batchPlaces} {
		read, done := 0, 0
		places := func(yield func(Place) bool) {
			for ; read < 5000; read++ {
				if ahead := read - done; ahead > most {
					t.Fatalf("scope %d: %d places are read ahead, more than %d", scope, ahead, most)
				}
				if !yield(Place{Mentions: []string{fmt.Sprint(read)}}) {
					return
				}
			}
		}
		for range New(one(hashed), Options{Scope: scope}).Resolve(places) {
			done++
		}
		if done != 5000 {
			t.Errorf("scope %d: %d results", scope, done)
		}
		for range New(one(hashed), Options{Scope: scope}).Resolve(slices.Values([]Place{{}, {}})) {
			break // as a caller may
		}
	}
}

func TestNear(t *testing.T) {
	numbered := func(n int) *window {
		w := &window{Resolver: New(nil, Options{}), entries: make([]entry, n)}
		for i := range w.entries {
			w.entries[i].Mentions = []string{fmt.Sprint(i)}
		}
		return w
	}
	for _, tt := range []struct {
		i, n int
		want string
	}{{0, 1, ""}, {0, 4, "1 2 3"}, {2, 4, "1 3 0"}, {3, 4, "2 1 0"}} {
		if got := strings.Join(numbered(tt.n).neighbourMentions(tt.i), " "); got != tt.want {
			t.Errorf("%d of %d: %s, want %s", tt.i, tt.n, got, tt.want)
		}
	}
	w := numbered(100)
	if got := w.neighbourMentions(50); len(got) != 2*nearby || !slices.Contains(got, "30") || !slices.Contains(got, "70") {
		t.Errorf("of many: %v", got)
	}
	w.entries[51].Document = "another"
	if got := w.neighbourMentions(50); slices.Contains(got, "51") {
		t.Errorf("of another document: %v", got)
	}
}

// TestReach has a place that depends on one far away: a mention between them is an abbreviation that the last explains,
// and its long form is among the matches of the first. Reach places on either side are as many as count.
func TestReach(t *testing.T) {
	const middle = 3 * nearby
	r := New(one(atlas), Options{})
	for _, step := range []int{-nearby, nearby} {
		places := make([]Place, 2*middle+1)
		places[middle].Mentions, places[middle+step].Mentions, places[middle+2*step].Mentions = []string{"bladder trouble"}, []string{"OAB"}, []string{"overactive bladder"}
		for reach, want := range map[int]string{middle: "overactive bladder", Reach: "overactive bladder", Reach - 1: "bladder stone"} {
			near := slices.Values(places[middle-reach : middle+reach+1])
			if got := best(collect(t, r.Resolve(near))[reach][0]); got != want {
				t.Errorf("%d places on both sides, steps of %d: %s, want %s", reach, step, got, want)
			}
		}
	}
}
