package eval

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/data"
)

// TestDrawn counts by hand places that name one to three entities, the right ones being 1 and 2.
func TestDrawn(t *testing.T) {
	right := []int32{1, 2}
	for _, c := range []struct {
		policy string
		places [][]int32
		at1    float64
		at3    float64
	}{
		{strict, [][]int32{{1}}, 1, 1},
		{strict, [][]int32{{1, 2}, {3}, {2}}, 0, 1}, // several entities, though both are right
		{std, [][]int32{{1, 2}}, 1, 1},
		{std, [][]int32{{1, 3}}, 0.5, 0.5},
		{std, [][]int32{{1, 3}, {4}, {5, 6, 2}}, 0.5, 1 - 0.5*2./3},
		{lenient, [][]int32{{3, 4}, {5, 2}}, 0, 1},
		{lenient, [][]int32{{3, 1}}, 1, 1},
		{lenient, nil, 0, 0},
		{std, [][]int32{{3}, {4}, {5}, {1}}, 0, 0},
	} {
		got := drawn(c.policy, c.places, right)
		if math.Abs(got[0]-c.at1) > 1e-12 || math.Abs(got[1]-c.at3) > 1e-12 {
			t.Errorf("%s, %v: @1 %v, @3 %v; want %v, %v", c.policy, c.places, got[0], got[1], c.at1, c.at3)
		}
	}
}

// TestHomonyms: two entities have the name of the first place, of one namespace each.
func TestHomonyms(t *testing.T) {
	n := normalizer(t, random())
	r := &run{n: n}
	answers := []core.Answer{{Matches: []core.Match{{ID: "G:1", Matched: "FOXP2"}, {ID: "G:1", Matched: "foxp2"}, {ID: "C:3", Matched: "aspirin"}}}, {}}
	got := r.homonyms(answers)
	if len(got) != 2 || len(got[0]) != 2 || !slices.Equal(got[0][0], []int32{1}) || !slices.Equal(got[0][1], []int32{0}) || got[1] != nil {
		t.Errorf("%v: want one place for both spellings, and one for aspirin", got)
	}
	r.out = []bool{true, false, false, false}
	if got := r.homonyms(answers); len(got[0][1]) != 0 {
		t.Errorf("%v: entity 0 is not looked for", got)
	}
}

// TestAllParts: a composite counts when each part finds an entity, the later of which decides.
func TestAllParts(t *testing.T) {
	right := []int32{1, 2}
	for _, c := range []struct {
		parts    [][]int32
		at1, at3 float64
	}{
		{[][]int32{{1}}, 1, 1},
		{[][]int32{{1}, {2}}, 1, 1},
		{[][]int32{{1}, {5, 2}}, 0, 1},
		{[][]int32{{1}, {5}}, 0, 0},
		{nil, 0, 0},
	} {
		if got := allParts(c.parts, right); got[0] != c.at1 || got[1] != c.at3 {
			t.Errorf("%v: @1 %v, @3 %v; want %v, %v", c.parts, got[0], got[1], c.at1, c.at3)
		}
	}
}

// TestBioSyn: "FOXP1 and FOXP2" is two genes, both of which have to be right.
func TestBioSyn(t *testing.T) {
	n := normalizer(t, random())
	queries := []data.Query{
		{Mention: "FOXP1 and FOXP2", Gold: []string{"G:1", "G:2"}},
		{Mention: "FOXP1 and FOXP2", Gold: []string{"G:1"}},
		{Mention: "aspirin", Gold: []string{"C:3"}},
	}
	r, err := Run(context.Background(), n, queries, nil, Options{Protocol: BioSyn}, nil)
	check(t, err)
	if r.Queries != 3 || r.Hits.At1 != 2./3 || len(r.Results[0].Answers) != 2 {
		t.Errorf("%+v: want the first and the last", r)
	}
}

// TestBELB: as it stands, any id counts, and what shares a name counts by its share.
func TestBELB(t *testing.T) {
	n := normalizer(t, random())
	queries := []data.Query{{Mention: "FOXP2", Gold: []string{"G:1", "C:3"}}, {Mention: "zinc", Gold: []string{"C:3"}}}
	for score, want := range map[string]float64{"": 0.5, Ranked: 0.5, strict: 0.5, lenient: 0.5} {
		r, err := Run(context.Background(), n, queries, nil, Options{Protocol: BELB, Score: score}, nil)
		check(t, err)
		if r.Hits.At1 != want {
			t.Errorf("score %q: %+v, want %v", score, r.Hits, want)
		}
	}
}

// TestUnseen leaves out what was seen, whatever its case and its id, and counts each pair once.
func TestUnseen(t *testing.T) {
	seen := []data.Query{{Mention: "Aspirin", Gold: []string{"C:1"}}}
	in := []data.Query{
		{Mention: "aspirin", Gold: []string{"C:3"}},
		{Mention: "zinc", Gold: []string{"bare", "x"}}, {Mention: "Zinc", Gold: []string{"x", "bare"}},
		{Mention: "zinc", Gold: []string{"C:3"}},
		{Mention: "no id"},
	}
	var got []string
	for _, q := range unseen(in, seen) {
		got = append(got, q.Mention+"="+strings.Join(q.Gold, ","))
	}
	if want := "zinc=bare,x|zinc=C:3"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
	n := normalizer(t, random())
	r, err := Run(context.Background(), n, in, nil, Options{Protocol: Unseen, Seen: seen}, nil)
	check(t, err)
	if r.Queries != 2 || r.LeftOut != 3 || r.Hits != r.HitsUnique || r.Hits.At1 != 0.5 {
		t.Errorf("%+v", r)
	}
}

func TestProtocolErrors(t *testing.T) {
	n := normalizer(t, random())
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Protocol: "strange"}, `no protocol "strange"`},
		{Options{Score: "strange"}, `no score "strange"`},
		{Options{Score: std, Stage: Hamming}, "goes with stage"},
		{Options{Score: std, Protocol: Document}, "one by one"},
		{Options{Protocol: BioSyn, Stage: Float}, "does not look at"},
		{Options{Protocol: Unseen}, "needs the mentions"},
		{Options{Protocol: Unseen, Seen: queries}, "all mentions were seen"},
	} {
		if _, err := Run(context.Background(), n, queries, nil, c.o, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.o, err, c.want)
		}
	}
}

// TestCoverage: right are 2 of 2, 4 of 5, 6 of 7 and 6 of 10. The five alone are too few right for 0.85, the seven not.
func TestCoverage(t *testing.T) {
	ps := []Prediction{{0.2, false, 3}, {0.9, true, 2}, {0.8, false, 1}, {0.8, true, 2}, {0.5, true, 2}}
	for _, c := range []struct{ precision, want float64 }{{1, 0.2}, {0.85, 0.7}, {0.8, 0.7}, {0.9, 0.2}, {0.1, 1}} {
		if got := coverage(ps, c.precision); got != c.want {
			t.Errorf("precision %v: %v, want %v", c.precision, got, c.want)
		}
	}
	if got := coverage([]Prediction{{0.9, false, 4}, {0.8, true, 1}}, 0.95); got != 0 {
		t.Errorf("nothing can be taken, but %v", got)
	}
}
