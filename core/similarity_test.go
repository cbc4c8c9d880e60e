package core

import (
	"math"
	"testing"
)

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		mention, name                      string
		trigram, digits, mentionIn, nameIn float64
	}{
		{"FOXP2", "FOXP2", 1, 1, 1, 1},
		{"fox-p2", "FOXP2", 1, 1, 0.2, 0.2},             // fox p 2, foxp 2: the 2 is shared
		{"breast cancer", "cancer", 5. / 15, 1, 0.5, 1}, // ^^c and ^ca are not in the mention
		{"IL 12", "IL 13", 3. / 7, 0, 0.5, 0.5},
		{"IL 2 12", "IL 12 2", 0, 0, 1, 1},
		{"abc", "xyz", 0, 1, 0, 0},
		{"1", "1 1", 1. / 4, 0, 1, 1},
		{"-", "-", 1, 1, 0, 0},
		{"", "abc", 0, 1, 0, 0},
	} {
		var p profile
		var name text
		var f [NumFeatures]float32
		p.set(c.mention)
		words{}.weigh(&p.text)
		name.set(c.name)
		words{}.weigh(&name)
		p.compare(&f, &name)
		for feature, want := range map[Feature]float64{Digits: c.digits, MentionIn: c.mentionIn, NameIn: c.nameIn} {
			if math.Abs(float64(f[feature])-want) > 1e-6 {
				t.Errorf("%q, %q: %v is %v, want %v", c.mention, c.name, feature, f[feature], want)
			}
		}
		if c.trigram > 0 && math.Abs(float64(f[Trigram])-c.trigram) > 1e-6 {
			t.Errorf("%q, %q: trigram is %v, want %v", c.mention, c.name, f[Trigram], c.trigram)
		}
		if f[Trigram] < 0 || f[Trigram] > 1 {
			t.Errorf("%q, %q: trigram is %v", c.mention, c.name, f[Trigram])
		}
	}
}

func TestProbabilities(t *testing.T) {
	scored := func(scores ...float32) (cs []Candidate) {
		for _, s := range scores {
			cs = append(cs, Candidate{Score: s})
		}
		return cs
	}
	for _, c := range []struct {
		scores []float32
		nil    float32
		want   []float64 // NIL last
	}{
		{nil, 3, []float64{1}},
		{[]float32{3}, 3, []float64{0.5, 0.5}},
		{[]float32{1, 0}, 0, []float64{math.E / (math.E + 2), 1 / (math.E + 2), 1 / (math.E + 2)}},
		{[]float32{1e30, -1e30}, 0, []float64{1, 0, 0}},
	} {
		p, pNIL := Probabilities(scored(c.scores...), c.nil)
		for i, got := range append(p, pNIL) {
			if !(math.Abs(got-c.want[i]) <= 1e-9) {
				t.Errorf("scores %v, NIL %v: probability %d is %v, want %v", c.scores, c.nil, i, got, c.want[i])
			}
		}
	}
}

func TestFold(t *testing.T) {
	r := Ranker{}
	r.Weights[Cosine] = 2
	row := func(row, entity int32, cosine float32) Candidate {
		c := Candidate{Row: row, Entity: entity}
		c.Features[Cosine] = cosine
		return c
	}
	got := r.Fold([]Candidate{row(9, 1, 0.5), row(4, 2, 0.5), row(3, 1, 0.5), row(5, 3, 0.9), row(6, 3, 0.1), row(1, 2, 0.2)})
	want := []Candidate{row(5, 3, 0.9), row(3, 1, 0.5), row(4, 2, 0.5)} // equal scores in the order of rows
	if len(got) != len(want) {
		t.Fatalf("%d entities, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i].Row != want[i].Row || got[i].Entity != want[i].Entity || got[i].Score != 2*want[i].Features[Cosine] {
			t.Errorf("place %d: %+v, want %+v", i, got[i], want[i])
		}
	}
}

// TestFoldTies has scores that are all equal, in no order of rows.
func TestFoldTies(t *testing.T) {
	var cs []Candidate
	for i := range int32(40) {
		cs = append(cs, Candidate{Row: i * 27 % 41, Entity: i})
	}
	last := int32(-1)
	for _, c := range new(Ranker).Fold(cs) {
		if c.Row <= last {
			t.Errorf("row %d after %d", c.Row, last)
		}
		last = c.Row
	}
	if last < 40 {
		t.Errorf("the last row is %d", last)
	}
}

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for f := range NumFeatures {
		if f.String() == "" || seen[f.String()] {
			t.Errorf("feature %d is called %q", f, f)
		}
		seen[f.String()] = true
	}
	if StageExact.String() != "exact" || StageHamming.String() != "hamming" || StageNeighbour.String() != "neighbour" || Stage(9).String() != "invalid" {
		t.Error("names of stages")
	}
}
