package score

import (
	"slices"
	"testing"
)

func TestKept(t *testing.T) {
	cs := []Candidate{
		{Row: 7, Entity: 3, Distance: 4096, Stage: StageHamming, Read: true, Score: 2.5, Features: [NumFeatures]float32{0: -1, NumFeatures - 1: 0.25}},
		{Row: 8, Entity: 4, Score: 1, Translated: true},
		{Row: 9, Entity: 5, Score: -1, Features: [NumFeatures]float32{3: 1}},
	}
	k := Keep(cs)
	first := Candidate{Row: 1}
	if got := k.AppendTo([]Candidate{first}); !slices.Equal(got, append([]Candidate{first}, cs...)) {
		t.Errorf("%+v", got)
	}
	for name, change := range map[string]func([]Candidate) []Candidate{
		"one less":       func(cs []Candidate) []Candidate { return cs[1:] },
		"one more":       func(cs []Candidate) []Candidate { return append(cs, Candidate{}) },
		"another order":  func(cs []Candidate) []Candidate { cs[0], cs[1] = cs[1], cs[0]; return cs },
		"another row":    func(cs []Candidate) []Candidate { cs[2].Row++; return cs },
		"another entity": func(cs []Candidate) []Candidate { cs[2].Entity++; return cs },
		"another score":  func(cs []Candidate) []Candidate { cs[2].Score++; return cs },
	} {
		if k.Are(change(slices.Clone(cs))) {
			t.Errorf("%s: still what is kept", name)
		}
	}
	if !k.Are(slices.Clone(cs)) || !Keep(nil).Are(nil) {
		t.Error("no longer what is kept")
	}
	if k.Bytes() <= Keep(cs[:2]).Bytes() {
		t.Error("more takes no more memory")
	}
}
