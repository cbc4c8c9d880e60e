package core

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

func synonymsFor(pairs ...[2]string) []Synonym {
	var out []Synonym
	for _, p := range pairs {
		a, b := WordHash(p[0]), WordHash(p[1])
		out = append(out, Synonym{min(a, b), max(a, b), 204})
	}
	return out
}

func TestSynonymsCount(t *testing.T) {
	c := &pack.Contents{Synonyms: AppendSynonyms(nil, synonymsFor([2]string{"renal", "kidney"}, [2]string{"cancer", "neoplasm"}))}
	list, err := newSynonyms(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		mention, name     string
		mentionIn, nameIn float32
	}{
		{"renal failure", "kidney failure", 0.9, 0.9}, // half of the weight counts 0.8
		{"kidney failure", "renal failure", 0.9, 0.9}, // both ways
		{"renal failure", "renal failure", 1, 1},
		{"renal failure", "renal kidney failure", 1, 2.8 / 3},
		{"renal cancer", "kidney neoplasm", 0.8, 0.8},
		{"cancer", "kidney", 0, 0},
	} {
		var p profile
		var row text
		p.set(x.mention)
		row.set(x.name)
		even := func(t *text) {
			t.weight = float32(len(t.tokens))
			for i := range t.tokens {
				t.tokens[i].weight = 1
			}
		}
		even(&p.text)
		even(&row)
		list.add(&p)
		if got := p.mentionIn(&row); got < x.mentionIn-0.01 || got > x.mentionIn+0.01 {
			t.Errorf("%s in %s: %v, want %v", x.mention, x.name, got, x.mentionIn)
		}
		if got := p.nameIn(&row); got < x.nameIn-0.01 || got > x.nameIn+0.01 {
			t.Errorf("%s has of %s: %v, want %v", x.mention, x.name, got, x.nameIn)
		}
	}
}

func TestSynonymsRefused(t *testing.T) {
	two := synonymsFor([2]string{"renal", "kidney"}, [2]string{"cancer", "neoplasm"})
	good := AppendSynonyms(nil, two)
	swapped := append(append([]byte{}, good[9:]...), good[:9]...)
	same := AppendSynonyms(nil, []Synonym{{A: 7, B: 7, Strength: 1}})
	for name, b := range map[string][]byte{"cut off": good[:13], "out of order": swapped, "of itself": same, "twice": append(good[:9:9], good[:9]...)} {
		if _, err := newSynonyms(&pack.Contents{Synonyms: b}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestManySynonyms has a word with far more synonyms than any terminology shows: a
// mention that repeats the word must not take more for it.
func TestManySynonyms(t *testing.T) {
	var many []Synonym
	kinase := WordHash("kinase")
	for i := range uint32(1 << 16) {
		many = append(many, Synonym{min(kinase, i*3), max(kinase, i*3), 255})
	}
	list, err := newSynonyms(&pack.Contents{Synonyms: AppendSynonyms(nil, many)})
	if err != nil || len(list) != 2*len(many) {
		t.Fatalf("%d synonyms of %d, both ways, %v", len(list), len(many), err)
	}
	var p profile
	p.set(strings.Repeat("kinase ", 100))
	if bytes := Allocated(func() { list.add(&p) }); bytes > 1<<10 {
		t.Errorf("%d bytes allocated for a mention of 100 words", bytes)
	}
	if first, last := p.standsFor(kinase, list.of(kinase)[wordSynonyms-1].B), p.others.count(); first != 1 || last > wordSynonyms {
		t.Errorf("synonym %d counts %v; the mention has %d, want %d at most", wordSynonyms, first, last, wordSynonyms)
	}
}
