package assemble

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"testing"

	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// written yields texts, and then an error if there is one.
func written(err error, all ...string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, text := range all {
			if !yield(text, nil) {
				return
			}
		}
		if err != nil {
			yield("", err)
		}
	}
}

// weighed returns the weights that a recipe gives its terminology.
func weighed(t *testing.T, r Recipe) ([]float64, Weights) {
	t.Helper()
	out, w, err := weigh(t.Context(), &r, func(string, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	return weights(out.Entities), w
}

func coli() *data.Terminology {
	return &data.Terminology{Entities: []data.Entity{
		entity("T:1", "Entamoeba coli", "E. coli"),
		entity("T:2", "Escherichia coli", "E. coli"),
		entity("T:3", "Cat", "CAT"),
	}}
}

// TestTexts requires a name of several entities to count for those whose other names occur.
func TestTexts(t *testing.T) {
	before, _ := weighed(t, Recipe{Terminology: coli()})
	after, found := weighed(t, Recipe{Terminology: coli(), Texts: written(nil,
		"Escherichia coli", "Growth of E. coli; E. coli grows.", "E coli", "nothing")})
	if want := (Texts{Texts: 4, With: 3, Names: 2, Entities: 2}); *found.Texts != want || !found.Estimated {
		t.Errorf("%+v, %+v, want %+v", found, *found.Texts, want)
	}
	worth := textWeight * max(median(slices.Clone(before)), 1)
	gained := func(i int) float64 { return (after[i] - before[i]) / worth }
	if gained(0) > 0.3 || gained(1) < 2.7 || math.Abs(gained(0)+gained(1)-3) > 1e-9 || gained(2) != 0 {
		t.Errorf("weights %v became %v, a text counts %v", before, after, worth)
	}
}

// TestTextsOfNothing requires texts without names to change nothing.
func TestTextsOfNothing(t *testing.T) {
	before, _ := weighed(t, Recipe{Terminology: coli()})
	after, found := weighed(t, Recipe{Terminology: coli(), Texts: written(nil, "in the", "")})
	if !slices.Equal(before, after) || found.Texts.With != 0 || found.Texts.Texts != 2 {
		t.Errorf("weights %v became %v: %+v", before, after, found.Texts)
	}
}

// TestTextsFail requires errors of texts and of the context to end the build.
func TestTextsFail(t *testing.T) {
	broken := errors.New("broken")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		err  error
		want error
	}{{t.Context(), broken, broken}, {ended, nil, context.Canceled}} {
		_, _, err := Run(c.ctx, Recipe{Terminology: coli(), Encoder: encodertest.Random(64, 64), Texts: written(c.err, "Cat")}, nil)
		if !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
}

// TestGiven has weights of a file in place of the list's, or beside its estimates.
func TestGiven(t *testing.T) {
	own := coli()
	for i := range own.Entities {
		own.Entities[i].Weight = float64(10 + i)
	}
	given := map[string]float64{"T:2": 100, "3": 0, "T:9": 7}
	for _, c := range []struct {
		what  string
		t     *data.Terminology
		given map[string]float64
		want  []float64
		known int
	}{
		{"a list without weights", coli(), given, []float64{unknownShare * 100 * Popularity(coli().Entities)[0], 100, 0}, 2},
		{"a list with weights", own, given, []float64{10, 100, 0}, 2},
		{"ids of another list", own, map[string]float64{"X:1": 1}, []float64{10, 11, 12}, 0},
	} {
		got, found := weighed(t, Recipe{Terminology: c.t, Weights: c.given})
		if found.Given != c.known || found.Unknown != len(c.given)-c.known || found.Estimated || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v; %+v", c.what, got, c.want, found)
		}
	}
	if got, found := weighed(t, Recipe{Terminology: coli(), Weights: map[string]float64{"X:1": 1}}); !found.Estimated || !slices.Equal(got, Popularity(coli().Entities)) {
		t.Errorf("weights of other ids: %v, %+v", got, found)
	}
	if own.Entities[1].Weight != 11 {
		t.Error("the list itself changed")
	}
}

// TestCompare requires texts to weigh the entities of estimated namespaces on the scale of the others, which stay.
func TestCompare(t *testing.T) {
	list := func() *data.Terminology {
		l := &data.Terminology{Entities: []data.Entity{
			entity("G:1", "grey one"), entity("G:2", "grey two", "SHARED"), entity("E:1", "elm oil"), entity("E:2", "SHARED"), entity("E:3", "fig oil"),
		}}
		for i, w := range []float64{3000, 1000, 1, 1, 1} {
			l.Entities[i].Weight, l.Entities[i].Namespace = w, l.Entities[i].ID[:1]
		}
		return l
	}
	texts := func() iter.Seq2[string, error] {
		return written(nil, "Grey one, elm oil.", "Grey one, elm oil.", "Grey one.", "SHARED.", "Elm oil.")
	}
	estimated := []pack.Pair{{Key: pack.MetaEstimated, Value: "E"}}
	got, _ := weighed(t, Recipe{Terminology: list(), Defining: []iter.Seq2[string, error]{texts()}, Meta: estimated})
	want := []float64{3000, 1000, 1 + 3*1000*textShare, 1, 1}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-9 {
			t.Errorf("weights %v, want %v", got, want)
			break
		}
	}
	if got, _ := weighed(t, Recipe{Terminology: list(), Defining: []iter.Seq2[string, error]{texts()}}); got[2] != 1 {
		t.Errorf("weights that are known became %v", got)
	}
	rich := list()
	rich.Entities[2].Weight = 2999
	if got, _ := weighed(t, Recipe{Terminology: rich, Defining: []iter.Seq2[string, error]{texts()}, Meta: estimated}); got[2] != 3000 {
		t.Errorf("weights %v: nothing is better known than what is known best", got)
	}
}
