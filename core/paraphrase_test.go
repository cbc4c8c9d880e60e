package core

import (
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

func TestParaphrases(t *testing.T) {
	for mention, want := range map[string][]string{
		"Encephalopathy":       {"brain disease"},
		"renal pain":           {"kidney pain"},
		"renal damage":         {"kidney damage", "renal disease", "kidney disease"},
		"mitochondrial injury": {"mitochondrial disease"},
		"L-glutamate":          {"l-glutamic acid"},
		"hepatic citrate":      {"hepatic citric acid", "liver citrate"},
		"damage":               nil, // to what?
		"late":                 nil, // too short for an acid
		"kidney disease":       nil,
		"腎 damage":             {"腎 disease"},
		"":                     nil,
	} {
		var p profile
		p.set(mention)
		if got := p.paraphrases(); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", mention, got, want)
		}
	}
}

// TestWordLists requires of each word that it is looked up as it is written there.
func TestWordLists(t *testing.T) {
	for adjective, noun := range wordNouns {
		var p profile
		p.set(adjective + " pain")
		if got := p.paraphrases(); !slices.Contains(got, noun+" pain") {
			t.Errorf("%s: %q, want %s", adjective, got, noun)
		}
	}
	for word := range anyDisease {
		if got, ok := generally("kidney " + word); !ok || got != "kidney disease" {
			t.Errorf("kidney %s: %q", word, got)
		}
		if plural := word + "s"; word[len(word)-1] != 's' && !anyDisease[plural] && !anyDisease[strings.TrimSuffix(word, "y")+"ies"] {
			t.Errorf("%s without its plural", word)
		}
	}
}

// withNames returns a Normalizer that knows no more than names, in order, and what their
// words weigh.
func withNames(t *testing.T, names []string) *Normalizer {
	t.Helper()
	c := &pack.Contents{Names: pack.NewStrings(names), Codes: make([]uint64, 2*len(names))}
	c.Words = CountWords(c, nil)
	w, err := newWords(c)
	if err != nil {
		t.Fatal(err)
	}
	return &Normalizer{pack: c, words: w}
}

// TestReword requires what is a name in other words to be found as one near the
// mention, and names to be left as they are.
func TestReword(t *testing.T) {
	n := withNames(t, []string{"Brain Diseases", "Glutamates", "Glutamic Acid", "Kidney Damage of Rats", "Kidney Disease", "Renal Pain"})
	for _, x := range []struct {
		mention, words, name string
	}{
		{"Encephalopathy", "brain disease", "Brain Diseases"},
		{"renal damage", "kidney disease", "Kidney Disease"},
		{"glutamate", "glutamic acid", "Glutamic Acid"},
		{"skin damage", "skin damage", ""},
		{"nephro", "nephro", ""},
	} {
		var s scratch
		n.read(&s, x.mention)
		words := n.reword(&s, x.mention, nil)
		if words != x.words || s.reworded != (x.name != "") || string(s.profile.form) != strings.ToLower(words) {
			t.Errorf("%s: %q, reworded %v, read as %q, want %q", x.mention, words, s.reworded, s.profile.form, x.words)
		}
		if s.same = len(s.hits); s.answered(true) {
			t.Errorf("%s: in other words, and yet no near names are wanted", x.mention)
		}
		if x.name != "" && (len(s.hits) != 1 || n.pack.Names.At(int(s.hits[0].Row)) != x.name) {
			t.Errorf("%s: rows %v, want that of %s", x.mention, s.hits, x.name)
		}
	}
}
