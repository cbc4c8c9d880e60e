package core

import (
	"math"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

func TestClips(t *testing.T) {
	for _, c := range []struct {
		short, word string
		want        float32
	}{
		{"dox", "doxorubicin", 1},
		{"stz", "streptozotocin", square((1 + 1 + 0.6) / 3)},   // two letters in a row, a syllable
		{"stz", "sulfamethazine", square((1 + 0.6 + 0.6) / 3)}, // two syllables
		{"cbz", "carbamazepine", square((1 + 0.45 + 0.6) / 3)}, // b follows a consonant
		{"da", "dopamine", square((1 + 0.3) / 2)},
		{"ox", "doxorubicin", 0},      // another first letter
		{"dxz", "doxorubicin", 0},     // a letter that is not in it
		{"drx", "doxorubicin", 0},     // another order
		{"doxor", "doxorubi", 0},      // hardly shorter
		{"dopami", "dopaminergic", 0}, // nobody shortens to so many
		{"na", "niacin", square((1 + 0.3) / 2)},
		{"na", "niaci", 0},
	} {
		if got := clips([]byte(c.short), []byte(c.word), nil); math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("%s for %s: %v, want %v", c.short, c.word, got, c.want)
		}
	}
}

// TestParts requires letters of words in words to be worth more, if several names have
// the words.
func TestParts(t *testing.T) {
	var names []string
	for _, word := range []string{"active", "barbital", "phenyl", "propanolamine"} {
		for range fewHave + 1 {
			names = append(names, word)
		}
	}
	names = append(names, "acyclic", "amine") // once each
	c := &pack.Contents{Names: pack.NewStrings(names), RowKind: make([]pack.Kind, len(names)), RowEntity: make([]uint32, len(names)), Prior: []byte{0}}
	c.Words = CountWords(c, nil)
	w, err := newWords(c)
	if err != nil {
		t.Fatal(err)
	}
	b := newByWord(c, w)
	for _, c := range []struct {
		short, word string
		want        float32
	}{
		{"pb", "phenobarbital", square((1 + worthPart) / 2)},
		{"ppa", "phenylpropanolamine", square((1 + worthPart + 0.3) / 3)}, // one name alone has amine
		{"oab", "overactive bladder", square((1 + worthPart + 1) / 3)},
		{"ob", "overactive bladder", 1},
	} {
		p := profile{vocabulary: b}
		p.set(c.short)
		var name text
		name.set(c.word)
		if got := p.abbreviates(&name); math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("%s for %s: %v, want %v", c.short, c.word, got, c.want)
		}
	}
	for word, want := range map[string]bool{"active": true, "amine": false, "nothing": false, "": false} {
		if got := b.has([]byte(word)); got != want {
			t.Errorf("several names have %q: %v", word, got)
		}
	}
}

func TestEvenCosine(t *testing.T) {
	var cs [3]Candidate
	for i, x := range []float32{0.9, 0.3, -0.5} {
		cs[i].Features[Cosine] = x
	}
	evenCosine(cs[:2], 0.5)
	if a, b, c := cs[0].Features[Cosine], cs[1].Features[Cosine], cs[2].Features[Cosine]; a != 0.6 || b != 0.3 || c != -0.5 {
		t.Errorf("%v, %v, %v", a, b, c)
	}
}
