package score

import (
	"math"
	"testing"
)

func TestGround(t *testing.T) {
	for _, tt := range []struct {
		what string
		c    Candidate
		want int
	}{
		{"the name", Candidate{Stage: StageExact, Features: [NumFeatures]float32{Normalized: 1, NotPrimary: 1}}, clueExact},
		{"its letters", Candidate{Stage: StageNormalized, Features: [NumFeatures]float32{Normalized: 1}}, clueNormalized},
		{"a plural", Candidate{Stage: StageHamming, Features: [NumFeatures]float32{Normalized: looselySame}}, clueLoose},
		{"breast cancer for male breast cancer", Candidate{Stage: StageWord, Features: [NumFeatures]float32{MentionIn: 1, NameIn: 0.7}}, clueGeneral},
		{"severe asthma for asthma", Candidate{Stage: StagePart, Features: [NumFeatures]float32{MentionIn: 0.6, NameIn: 1}}, clueSpecial},
		{"other words", Candidate{Stage: StageHamming, Features: [NumFeatures]float32{MentionIn: 0.6, NameIn: 0.4}}, clueNear},
		{"the same words", Candidate{Stage: StageHamming, Features: [NumFeatures]float32{MentionIn: 1, NameIn: 1}}, clueNear},
		{"initials", Candidate{Stage: StageAbbreviation, Features: [NumFeatures]float32{Acronym: 0.8}}, clueAbbreviation},
	} {
		clues := tt.c.Clues("a mention", 0.9, 5, 5)
		for ground := range Grounds {
			if (clues[ground] == 1) != (ground == tt.want) {
				t.Errorf("%s: clue %d is %v", tt.what, ground, clues[ground])
			}
		}
		if near := tt.want >= NameGrounds; clues.Near() != near || (clues[clueNearRivals] > 0) != near || (clues[clueRivals] > 0) == near {
			t.Errorf("%s: %v, want the clues of near matches: %v", tt.what, clues, near)
		}
	}
}

func TestClues(t *testing.T) {
	c := Candidate{Stage: StageExact, Features: [NumFeatures]float32{Short: 0.5}}
	for _, tt := range []struct {
		mention         string
		rivals          float64
		word, contested float32
	}{{"DM", 9, 1, 0}, {"DM", 2, 1, 1}, {"diabetes mellitus", 3, 0, 0}} {
		got := c.Clues(tt.mention, 0.5, tt.rivals, 9)
		if got[clueWord] != tt.word || got[clueContested] != tt.contested || got[clueP] != 0 || got[clueNIL] != 1 || got[clueShort] != 0.5 {
			t.Errorf("%s, %v: %v", tt.mention, tt.rivals, got)
		}
	}
}

func TestAssured(t *testing.T) {
	c := &Calibration{Guard: Guard{clueExact: 1}, Points: []OperatingPoint{{0.8, 0.6, 1}, {0.95, 0.9, 0.5}}}
	for _, tt := range []struct{ estimate, want float64 }{{0, 0}, {0.3, 0.4}, {0.6, 0.8}, {0.75, 0.875}, {0.9, 0.95}, {0.99, 0.95}} {
		clues := Clues{clueExact: float32(math.Log(tt.estimate / (1 - tt.estimate)))}
		if tt.estimate == 0 {
			clues[clueExact] = -100
		}
		if got := c.Assured(&clues); math.Abs(got-tt.want) > 1e-6 {
			t.Errorf("estimate %v: assured %v, want %v", tt.estimate, got, tt.want)
		}
	}
	if got := c.Promise(); got != 0.95 {
		t.Errorf("promises %v", got)
	}
	for _, none := range []*Calibration{{}, {Points: c.Points}, {Guard: c.Guard}} {
		if got := none.Promise(); got != 0 || none.Assured(&Clues{clueExact: 9}) != 0 && len(none.Points) == 0 {
			t.Errorf("%+v promises %v", none, got)
		}
	}
}
