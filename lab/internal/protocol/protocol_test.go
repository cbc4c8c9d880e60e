package protocol

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

func packOf(t *testing.T) *pack.Contents {
	t.Helper()
	c, _, err := assemble.Run(t.Context(), assemble.Recipe{
		Encoder: encodertest.Random(256, 64), Method: "rp", Bits: 64, Samples: 300,
		Terminology: &data.Terminology{Entities: []data.Entity{
			{ID: "G:1", Namespace: "gene", Names: []data.Name{{Text: "FOXP2"}, {Text: "forkhead box P2", Kind: pack.KindExact}}},
			{ID: "G:2", Namespace: "gene", Names: []data.Name{{Text: "FOXP1"}}},
			{ID: "C:3", Namespace: "drug", Names: []data.Name{{Text: "aspirin"}}},
			{ID: "C:4", Namespace: "drug", Names: []data.Name{{Text: "zinc"}}},
		}},
	}, nil)
	check(t, err)
	return c
}

func fileOf(t *testing.T) []byte {
	t.Helper()
	file, err := packOf(t).Append(nil, nil)
	check(t, err)
	return file
}

func figures(t *testing.T, queries []data.Query, o Options) *Result {
	t.Helper()
	r, err := Run(context.Background(), fileOf(t), queries, o)
	check(t, err)
	return r
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

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
		{Std, [][]int32{{1, 2}}, 1, 1},
		{Std, [][]int32{{1, 3}}, 0.5, 0.5},
		{Std, [][]int32{{1, 3}, {4}, {5, 6, 2}}, 0.5, 1 - 0.5*2./3},
		{lenient, [][]int32{{3, 4}, {5, 2}}, 0, 1},
		{lenient, [][]int32{{3, 1}}, 1, 1},
		{lenient, nil, 0, 0},
		{Std, [][]int32{{3}, {4}, {5}, {1}}, 0, 0},
	} {
		got := drawn(c.policy, c.places, right)
		if math.Abs(got[0]-c.at1) > 1e-12 || math.Abs(got[1]-c.at3) > 1e-12 {
			t.Errorf("%s, %v: @1 %v, @3 %v; want %v, %v", c.policy, c.places, got[0], got[1], c.at1, c.at3)
		}
	}
}

// TestHomonyms: two spellings of a name are one place, which names the entities of the namespaces looked at.
func TestHomonyms(t *testing.T) {
	c := packOf(t)
	answer := core.Answer{Matches: []core.Match{{ID: "G:1", Matched: "FOXP2"}, {ID: "G:1", Matched: "foxp2"}, {ID: "C:3", Matched: "aspirin"}}}
	for _, tt := range []struct {
		namespaces []string
		want       string
	}{{nil, "[[G:1] [C:3]]"}, {[]string{"gene"}, "[[G:1] []]"}} {
		var got [][]string
		for _, place := range newHomonyms(c, map[string]core.Answer{"x": answer, "y": {}}, tt.namespaces).places(answer) {
			ids := []string{}
			for _, e := range place {
				ids = append(ids, c.IDs.At(int(e)))
			}
			got = append(got, ids)
		}
		if fmt.Sprint(got) != tt.want {
			t.Errorf("%q: %v, want %s", tt.namespaces, got, tt.want)
		}
	}
}

// TestBioSyn: "FOXP1 and FOXP2" is two genes, both of which have to be right.
func TestBioSyn(t *testing.T) {
	r := figures(t, []data.Query{
		{Mention: "FOXP1 and FOXP2", Gold: []string{"G:1", "G:2"}},
		{Mention: "FOXP1 and FOXP2", Gold: []string{"G:1"}},
		{Mention: "acetylsalicylate", Gold: []string{"C:3"}},
		{Mention: "explains others"},
	}, Options{Protocol: biosyn, Train: []data.Query{{Mention: "acetylsalicylate", Gold: []string{"C:3"}}}})
	if r.Queries != 3 || r.Unique != 3 || r.Hits.At1 != 2./3 || r.Added != 1 {
		t.Errorf("%+v: want the first and the last", r)
	}
}

// TestBELB: as it stands, any id counts, and a pair counts once among the unique.
func TestBELB(t *testing.T) {
	for _, score := range Scores() {
		r := figures(t, []data.Query{
			{Mention: "FOXP2", Gold: []string{"G:1", "C:3"}}, {Mention: "FOXP2", Gold: []string{"C:3", "G:1"}},
			{Mention: "zinc", Gold: []string{"C:3"}}, {Mention: "zinc", Gold: []string{"C:99"}},
		}, Options{Protocol: BELB, Score: score})
		if r.Queries != 4 || r.Unique != 3 || r.WithoutEntity != 1 || r.Hits.At1 != 0.5 || r.HitsUnique.At1 != 1./3 {
			t.Errorf("score %q: %+v", score, r)
		}
	}
}

// TestUnseen leaves out what was seen, whatever its case and its id, and counts each pair once.
func TestUnseen(t *testing.T) {
	seen := []data.Query{{Mention: "Aspirin", Gold: []string{"C:1"}}}
	in := []data.Query{
		{Mention: "aspirin", Gold: []string{"C:3"}},
		{Mention: "zinc", Gold: []string{"C:4", "x"}}, {Mention: "Zinc", Gold: []string{"x", "C:4"}},
		{Mention: "zinc", Gold: []string{"C:3"}},
		{Mention: "no id"},
	}
	var got []string
	for _, q := range withoutSeen(in, seen) {
		got = append(got, q.Mention+"="+strings.Join(q.Gold, ","))
	}
	if want := "zinc=C:4,x|zinc=C:3"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
	r := figures(t, in, Options{Protocol: unseen, Train: seen})
	if r.Queries != 2 || r.LeftOut != 3 || r.Hits != r.HitsUnique || r.Hits.At1 != 0.5 || r.ECE == nil {
		t.Errorf("%+v", r)
	}
	if _, err := Run(context.Background(), fileOf(t), in, Options{Protocol: unseen, Train: in}); err == nil {
		t.Error("no error where all mentions were seen")
	}
}
