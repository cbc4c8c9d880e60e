package score

import "testing"

// TestDecides varies what keeps a name from deciding.
func TestDecides(t *testing.T) {
	r := Ranker{NIL: 5}
	row := func(stage Stage, score, normalized float32) Candidate {
		c := Candidate{Stage: stage, Score: score}
		c.Features[Normalized] = normalized
		return c
	}
	name := row(StageNormalized, 20, 1)
	for _, x := range []struct {
		about string
		cs    []Candidate
		want  bool
	}{
		{"a name", []Candidate{name}, true},
		{"one of other signs", []Candidate{row(StageNormalized, 20, otherSigns)}, false},
		{"a rewritten one", []Candidate{row(StageRewritten, 20, 1)}, false},
		{"one little above NIL", []Candidate{row(StageExact, 6.9, 1)}, false},
		{"two names", []Candidate{name, row(StageNormalized, 13, 1)}, true},
		{"an abbreviation far below", []Candidate{name, row(StageAbbreviation, 10, 0)}, true},
		{"one that near rows can take away", []Candidate{name, row(StageAbbreviation, 13, 0)}, false},
		{"one that stays a rival", []Candidate{name, row(StageAbbreviation, 19, 0)}, true},
	} {
		if got := r.Decides(x.cs); got != x.want {
			t.Errorf("%s decides: %t, want %t", x.about, got, x.want)
		}
	}
}
