package experiment

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/normlet/normlet/train/data"
)

func TestPaired(t *testing.T) {
	for _, c := range []struct {
		diffs         []float64
		verdict, told string
	}{
		{[]float64{0.25, 0.75}, reproduced, "x: +0.5000 on average of 2 pairs of runs (+0.2500 to +0.7500), positive in 2"},
		{[]float64{-0.25, 0.75}, undecided, "x: +0.2500 on average of 2 pairs of runs (-0.2500 to +0.7500), positive in 1"},
		{[]float64{0.001, 0.003}, undecided, "x: +0.0020 on average of 2 pairs of runs (+0.0010 to +0.0030), positive in 2"},
		{[]float64{-0.003, -0.003}, undecided, "x: -0.0030 on average of 2 pairs of runs (-0.0030 to -0.0030), positive in 0"},
		{[]float64{1}, undecided, "x: +1.0000 on average of 1 pairs of runs (+1.0000 to +1.0000), positive in 1"},
		{[]float64{-1, 0}, notReproduced, "x: -0.5000 on average of 2 pairs of runs (-1.0000 to +0.0000), positive in 0"},
	} {
		if f := paired("c", "x", c.diffs); f != (Finding{"c", c.verdict, c.told}) {
			t.Errorf("%v: %+v", c.diffs, f)
		}
	}
}

// TestCurve: NIL at scores 4 and 2, linked at 3 and at 1 (twice).
func TestCurve(t *testing.T) {
	c := newCurve([]judged{{1, false}, {2, true}, {4, true}, {3, false}, {1, false}})
	if want := []float64{4, 3, 2, 1}; !slices.Equal(c.score, want) {
		t.Errorf("scores %v, want %v", c.score, want)
	}
	if want := []float64{1, 0.5, 2.0 / 3, 0.4}; !slices.Equal(c.precision, want) {
		t.Errorf("precision %v, want %v", c.precision, want)
	}
	if want := []float64{0.5, 0.5, 1, 1}; !slices.Equal(c.recall, want) {
		t.Errorf("recall %v, want %v", c.recall, want)
	}
	if want := 0.5 + 0.5*2/3; math.Abs(c.area()-want) > 1e-12 {
		t.Errorf("area %v, want %v", c.area(), want)
	}
	if c.best() != 2 { // F1 0.8
		t.Errorf("best from %v on, want 2", c.best())
	}
	for threshold, want := range map[float64][2]float64{5: {0, 0}, 3.5: {1, 0.5}, 2: {2.0 / 3, 1}, 0: {0.4, 1}} {
		if p, r := c.at(threshold); p != want[0] || r != want[1] {
			t.Errorf("from %v on: %v and %v, want %v", threshold, p, r, want)
		}
	}
}

func entities(namespaces ...string) *data.Terminology {
	t := &data.Terminology{}
	for i, n := range namespaces {
		t.Entities = append(t.Entities, data.Entity{ID: string(rune('a'+i%26)) + strings.Repeat("x", i/26), Namespace: n, Weight: float64(i), Names: []data.Name{{Text: "n"}}})
	}
	return t
}

func TestRemove(t *testing.T) {
	typed := entities("gene", "gene", "gene", "gene", "gene", "gene", "gene", "drug", "gene", "cell")
	kept, removed, _ := remove(typed, 0)
	if len(kept.Entities) != 8 || len(removed.Entities) != 2 || removed.Entities[0].Namespace != "drug" || removed.Entities[1].Namespace != "cell" {
		t.Errorf("kept %v, removed %v", kept, removed)
	}
	one := entities(slices.Repeat([]string{"gene"}, 500)...)
	kept, removed, _ = remove(one, 0)
	if n := len(removed.Entities); n < 30 || n > 70 || n+len(kept.Entities) != 500 {
		t.Errorf("%d of 500 removed, %d kept", n, len(kept.Entities))
	}
	if _, other, _ := remove(one, 1); slices.EqualFunc(other.Entities, removed.Entities, func(a, b data.Entity) bool { return a.ID == b.ID }) {
		t.Error("another seed removes the same entities")
	}
}

func TestLinked(t *testing.T) {
	o := &data.Terminology{Entities: []data.Entity{{ID: "G:1"}, {ID: "7"}}}
	queries := []data.Query{{Gold: []string{"G:1"}}, {Gold: []string{"1"}}, {Gold: []string{"2", "X:7"}}, {Gold: []string{"2"}}}
	if got := linked(queries, o); len(got) != 3 {
		t.Errorf("%d of 4 queries are linked, want the first 3: %v", len(got), got)
	}
	if p := prominent(entities("", "", ""), 2); len(p.Entities) != 2 || p.Entities[0].ID != "c" {
		t.Errorf("the most prominent of a, b, c: %v", p)
	}
}

// TestPlane maps points of a line in three dimensions: the first component is all.
func TestPlane(t *testing.T) {
	points := mat.NewDense(4, 3, []float64{3, 6, 6, 0, 0, 0, 1, 2, 2, 0, 0, 0})
	x, y, share, err := plane(points)
	if err != nil || math.Abs(share[0]-1) > 1e-9 {
		t.Fatalf("share %v, %v", share, err)
	}
	for i, want := range []float64{6, -3, 0, -3} {
		if math.Abs(x[i]-want) > 1e-9 || math.Abs(y[i]) > 1e-9 {
			t.Errorf("point %d at (%v, %v), want (%v, 0)", i, x[i], y[i], want)
		}
	}
}

func TestMarkdown(t *testing.T) {
	r := &Result{Name: "n", Title: "T", Seed: 3, Setting: []string{"s."}, Findings: []Finding{{"c", reproduced, "e"}},
		Figures: []Figure{{Name: "f", Title: "F"}}, Run: &RunInfo{Command: "do it", Commit: "abc", Machine: "m", Seconds: 1.6, Inputs: []string{"in"}}}
	table := Table{Title: "A", Columns: []string{"x", "y", "z"}}
	table.add("a|b", 2, 1.0)
	r.Tables = []Table{table}
	const want = "# T\n\nThis page is written by `lab experiment n`; [n.json](n.json) has the same data.\n\n" +
		"## Findings\n\n- **reproduced**: c. e\n\n" +
		"## Setting\n\n- s.\n\n## Figures\n\n![F](n-f.svg)\n\n" +
		"## A\n\n| x | y | z |\n| --- | ---: | ---: |\n| a\\|b | 2 | 1.0000 |\n\n" +
		"## How it was made\n\n```\ndo it\n```\n\n- commit abc, seed 3\n- m, 2 s\n- in\n"
	if got := Markdown(r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
