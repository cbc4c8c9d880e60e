package tag

import (
	"math"
	"strings"
	"testing"
)

// TestLongModel finds with the second model of a type in long texts alone, also if a Work reads both kinds in turn.
func TestLongModel(t *testing.T) {
	bits, models := small()
	for i := range models {
		models[i].Type, models[i].Step, models[i].Weights = "T", [Labels][Labels]int32{}, make([]int8, 2<<bits)
		for f := range models[i].Weights {
			models[i].Weights[f] = int8(-1 + 2*i) // the first finds nothing, the second every token
		}
	}
	x, l := newTagger(bits, models), NewLexicon(list("kiln fever"), []uint8{0, 1}, nil)
	if len(x.Models) != 1 {
		t.Fatalf("%d models of one type", len(x.Models))
	}
	var k Work
	for _, n := range []int{3, longText, longText + 1, 5, longText + 2} {
		text := strings.Repeat("ague ", n)
		if got := len(k.Find(nil, text, l, x)); (got > 0) != (n > longText) || k.IsLong() != (n > longText) {
			t.Errorf("%d tokens: %d spans", n, got)
		}
	}
	for len(models) <= maxTypes {
		m := models[0]
		m.Type = string(rune('A' + len(models)))
		models = append(models, m)
	}
	if _, err := Parse(AppendBinary(nil, bits, models[1:]), both); err != nil {
		t.Errorf("%d types: %v", maxTypes, err)
	}
	models[0].Type = "another"
	if _, err := Parse(AppendBinary(nil, bits, models), both); err == nil {
		t.Errorf("a type more than %d", maxTypes)
	}
}

// TestLongTraits sees a text where a model is for one of three places.
func TestLongTraits(t *testing.T) {
	bits, models := small()
	for i := range models {
		models[i].Step, models[i].Offset, models[i].Slope = [Labels][Labels]int32{}, 0, 1
		clear(models[i].Weights)
	}
	x, l := newTagger(bits, models), NewLexicon(list("kiln fever"), []uint8{0, 1}, nil)
	var k Work
	k.Find(nil, "KF and KF, or KF", l, x)
	width := 2 * len(models)
	for token, score := range map[int]int32{0: 4, 2: -1, 5: -6} {
		k.scores[token*width] = score
	}
	k.scores[2] = 2 // of the other model
	of := Span{From: 0, To: 1}
	want := LongTraits{1, 4, -1, 1.0 / 3, 2, math.Log(3), 1, 0, 0, 0, 0, 0, 1}
	got := k.LongTraits(of, Looked{P: 0.75, IsName: true})
	got[10] = 0 // depends on the table of English
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-9 {
			t.Fatalf("%v, want %v", got, want)
		}
	}
	if x.Models[0].Long[1] = 1; !k.Weighs(0) || k.Weighs(1) || math.Abs(k.P(of, Looked{})-1/(1+math.Exp(-4))) > 1e-9 {
		t.Errorf("p %v by the odds alone", k.P(of, Looked{}))
	}
	if got := k.LongTraits(of, Looked{P: 0.75, NIL: true, Defined: true}); got[6] != 0 || got[7] != 1 || got[11] != 1 || got[12] != 0 {
		t.Errorf("defined and NIL: %v", got)
	}
	for text, want := range map[string]bool{"KF": true, "B6": true, "mTOR": true, "kf": false, "K F": false, "ABCDEFG": false, "Kiln": false, "µm": false} {
		if isSymbol(text) != want {
			t.Errorf("%q is a symbol: %v", text, !want)
		}
	}
}
