package core

import (
	"testing"

	"github.com/normlet/normlet/core/pack"
)

func TestRespell(t *testing.T) {
	names := []string{"Kidney Diseases", "drug toxicity", "edema of the leg", "tumor", "nephritis", "arthritis", "hemorrhage"}
	c := &pack.Contents{Names: pack.NewStrings(names)}
	c.Words = CountWords(c, nil)
	var n Normalizer
	var err error
	if n.words, err = newWords(c); err != nil {
		t.Fatal(err)
	}
	for mention, want := range map[string]string{
		"nephrotoxicity":              "kidney toxicity",
		"Nephro-toxicity, acute":      "", // two words, and neither a compound
		"acute nephrotoxicity":        "acute kidney toxicity",
		"cardiotoxic arthropathy":     "heart toxicity joint disease",
		"gastroenteritis":             "", // a root that is not in the list
		"leg oedema":                  "leg edema",
		"Haemorrhage":                 "hemorrhage",
		"tumours":                     "tumor",
		"glamour":                     "", // no name has glamor
		"nephritis":                   "", // a name has it
		"pathy":                       "", // nothing before it
		"kidney":                      "",
		"":                            "",
		"胰岛素 nephropathies of oedema": "胰岛素 kidney diseases of edema",
	} {
		var p profile
		p.set(mention)
		got, ok := n.respell(&p, mention)
		if got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v, want %q", mention, got, ok, want)
		}
	}
	n.words.table = nil // a pack of before
	var p profile
	p.set("nephrotoxicity")
	if got, ok := n.respell(&p, "nephrotoxicity"); ok || got != "" {
		t.Errorf("without a table of words: %q", got)
	}
}

// TestWordParts requires every root and ending to be found again in a word of both.
func TestWordParts(t *testing.T) {
	n := Normalizer{words: words{table: []byte{0}}}
	for root := range wordRoots {
		if got, ok := n.otherSpelling(root + "opathy"); !ok || got != wordRoots[root]+" disease" {
			t.Errorf("%sopathy: %q, want %s disease", root, got, wordRoots[root])
		}
	}
	for ending := range wordEndings {
		if got, ok := n.otherSpelling("nephro" + ending); !ok || got != "kidney "+wordEndings[ending] {
			t.Errorf("nephro%s: %q, want kidney %s", ending, got, wordEndings[ending])
		}
	}
}

func TestAppendLoose(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{"tumour", "tumors"}, {"oedema", "edema"}, {"haemorrhages", "hemorrhage"}, {"leukaemia", "leukemia"},
		{"sulphate", "sulfate"}, {"gentamicin", "gentamicins"},
	} {
		a, b := appendLoose(nil, []byte(c.a)), appendLoose(nil, []byte(c.b))
		if string(a) != string(b) {
			t.Errorf("%s and %s are %s and %s", c.a, c.b, a, b)
		}
	}
	for _, form := range []string{"", "s", "apos", "ras", "abs", "hepatitis", "fetus", "toxicness", "p53s"} {
		if got := appendLoose(nil, []byte(form)); string(got) != form {
			t.Errorf("%q becomes %q", form, got)
		}
	}
}
