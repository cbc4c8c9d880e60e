package tag

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"strings"
	"testing"
)

// TestFeaturesStay: a fitted tagger means the features of today by their numbers. Whoever changes one on purpose fits the
// taggers of packs again, and writes what this test says here.
func TestFeaturesStay(t *testing.T) {
	l := NewLexicon(list("2:kiln fever", "Escherichia coli", "E. coli", "FOXP2", "kiln", "hepatocellular carcinoma"), []uint8{0, 1}, nil)
	for _, tt := range []struct {
		text  string
		group uint8
		want  uint32
	}{
		{"kiln fever", 0, 0x8bb866d5},
		{"Escherichia coli (EC) of kilns: FOX-P2, EC and FOXP2.", 0, 0x3c05d837},
		{"Escherichia coli (EC) of kilns: FOX-P2, EC and kiln fever.", 1, 0x96163c0e},
		{"hypoxanthinephosphoribosyltransferases in hepatocellular carcinoma " + strings.Repeat("apoptosis of the dog ", 40), 0, 0x9388a076},
	} {
		var k Work
		k.Find(nil, tt.text, l, nil)
		sum := fnv.New32a()
		for i := range k.Tokens {
			for _, f := range k.Features(nil, k.Flags(tt.group), i, l, tt.group) {
				sum.Write(binary.LittleEndian.AppendUint32(nil, f))
			}
		}
		if got := sum.Sum32(); got != tt.want {
			t.Errorf("%.40q, group %d: features %#x, want %#x", tt.text, tt.group, got, tt.want)
		}
	}
}

// TestRegisterSteps has the share of terms among words at the ends of each step.
func TestRegisterSteps(t *testing.T) {
	for _, tt := range []struct {
		terms, words int
		want         uint8
	}{
		{0, 0, 0}, {0, 9, 0}, {1, 50, 0}, {1, 49, 1}, {2, 50, 1}, {1, 25, 1}, {1, 24, 2}, {2, 25, 2}, {1, 12, 3}, {9, 9, 3},
	} {
		if got := register(tt.terms, tt.words); got != tt.want {
			t.Errorf("%d terms in %d words: %d, want %d", tt.terms, tt.words, got, tt.want)
		}
	}
}

// TestWords has what is told of a word by its spelling.
func TestWords(t *testing.T) {
	for spelling, want := range map[string]struct {
		upper, term bool
		plural      int
	}{
		"the":          {false, false, 0},
		"abc":          {false, false, 0}, // too short for a term
		"cirrhotic":    {false, true, 0},
		"Cirrhotic":    {false, false, 0}, // a capital
		"kiln":         {false, false, 0}, // plain English
		"edema":        {false, true, 0},
		"hepatomas":    {false, true, 8},
		"gas":          {false, false, 0}, // too short for a plural
		"mass":         {false, false, 0},
		"cirrhosis":    {false, true, 0},
		"virus":        {false, false, 0},
		"TP":           {true, false, 0},
		"Tp":           {false, false, 0},
		"p5":           {false, false, 0},
		"P5":           {true, false, 0},
		"MRNAs":        {true, false, 4},
		"":             {false, false, 0},
		"\u00e9\u00e9": {false, false, 0},
	} {
		w := newWord(spelling)
		if w.upper != want.upper || w.term != want.term || w.plural != want.plural {
			t.Errorf("%q: upper %v, term %v, plural %d, want %+v", spelling, w.upper, w.term, w.plural, want)
		}
	}
}

// TestTraits has the traits of a run of tokens, and what they say together.
func TestTraits(t *testing.T) {
	const most = 6.906754778648554 // logarithm of the odds of 0.999
	for _, tt := range []struct {
		text     string
		from, to int
		p        float64
		want     Traits
	}{
		{"apoptosis was seen", 0, 1, 1, Traits{1, most, 0, 0, 0, 0}},
		{"apoptosis was seen", 0, 1, 0, Traits{1, -most, 0, 0, 0, 0}},
		{"growth of a tree", 0, 1, 0.5, Traits{1, 0, 0, 0, 1, 1}},
		{"growth of cirrhotic hepatocytes", 0, 1, 0.5, Traits{1, 0, 0, 0, 1, 0}},
		{"growth of cirrhotic hepatocytes", 0, 3, 0.5, Traits{1, 0, 1, 0, 0, 0}},
		{"growth of cirrhotic hepatocytes", 0, 2, 0.5, Traits{1, 0, 1, 0, 1, 0}},
		{"kiln of lactic acid", 0, 1, 0.5, Traits{1, 0, 0, 1, 0, 0}}, // the least ordinary of plain English
		{"fever of lactic acid", 0, 1, 0.5, Traits{1, 0, 0, 0, 1, 0}},
	} {
		var x Text
		x.Read(tt.text)
		got := x.Traits(tt.from, tt.to, tt.p)
		for i := range got {
			if !(math.Abs(got[i]-tt.want[i]) < 1e-9) {
				t.Errorf("%q, %d to %d: %v, want %v", tt.text, tt.from, tt.to, got, tt.want)
				break
			}
		}
		sum := 0.0
		for i, w := range meant {
			sum += w * got[i]
		}
		if p, want := NameP(got), 1/(1+math.Exp(-sum)); !(math.Abs(p-want) < 1e-9) {
			t.Errorf("%q, %d to %d: %v, want %v", tt.text, tt.from, tt.to, p, want)
		}
	}
}

// TestRuns has what is asked of the tokens of a text by their places.
func TestRuns(t *testing.T) {
	var x Text
	x.Read("The FOX-P2 of kilns in a Tp, it is.")
	for _, tt := range []struct {
		from, to        int // tokens
		ordinary, holds bool
	}{
		{0, 1, true, true},    // The
		{1, 2, false, false},  // FOX
		{1, 4, false, true},   // FOX-P, of a short word
		{0, 2, false, true},   // The FOX
		{1, 7, false, true},   // to kilns
		{8, 9, true, true},    // a
		{9, 10, true, true},   // Tp, a short word
		{5, 6, true, true},    // of
		{0, 0, false, false},  // nothing
		{10, 12, false, true}, // , it
	} {
		if ordinary, holds := x.Ordinary(tt.from, tt.to), x.HoldsOrdinary(tt.from, tt.to); ordinary != tt.ordinary || holds != tt.holds {
			t.Errorf("%d to %d: ordinary %v, holds one %v", tt.from, tt.to, ordinary, holds)
		}
	}
	for _, tt := range []struct {
		start, end, from, to int
		ok                   bool
	}{
		{4, 10, 1, 5, true}, {0, 3, 0, 1, true}, {4, 9, 1, 4, true}, {4, 11, 1, 5, false}, {5, 10, 2, 5, false}, {4, 4, 1, 1, false},
	} {
		if from, to, ok := x.Between(tt.start, tt.end); from != tt.from || to != tt.to || ok != tt.ok {
			t.Errorf("bytes %d to %d: %d to %d, %v", tt.start, tt.end, from, to, ok)
		}
	}
	of, kilns, end := x.Hash(5), x.Hash(6), x.Hash(13)
	if !x.Spells(5, []uint32{of, kilns}) || x.Spells(5, []uint32{kilns}) || x.Spells(5, []uint32{of, of}) || !x.Spells(13, []uint32{end}) || x.Spells(13, []uint32{end, end}) {
		t.Error("words are spelled otherwise")
	}
}

// TestShort has the words that stand in parentheses of their own, each with the first of these.
func TestShort(t *testing.T) {
	var x Text
	x.Read("ague (AG) and gout (go), scab (AG) cirrhotic (T1 is)")
	if x.short[x.WordAt(2)] != 1 || len(x.short) != 1 {
		t.Errorf("%v", x.short)
	}
	if x.Ordinary(14, 15) {
		t.Error("a word that is hardly English is ordinary")
	}
}

// TestModel has the probability of a margin, and the weights of the last feature.
func TestModel(t *testing.T) {
	for _, tt := range []struct {
		margin int32
		want   float64
	}{{2, 0.5}, {0, 0.26894142}, {6, 0.88079708}, {-2, 0.11920292}} {
		bits, models := small()
		if p := models[0].p(tt.margin); !(math.Abs(p-tt.want) < 1e-6) {
			t.Errorf("margin %d: %v, want %v", tt.margin, p, tt.want)
		}
		if row := newTagger(bits, models).row(math.MaxUint32); len(row) != 4 || row[1] != -9 || row[3] != -9 {
			t.Errorf("weights %d", row)
		}
	}
}
