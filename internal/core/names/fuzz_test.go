package names

import (
	"bytes"
	"testing"
)

func FuzzForm(f *testing.F) {
	for _, s := range []string{"", "FOX-P2", "PLCγ2", " \x00\xff\u0301 ", "ﬁ\u200d🧬"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		checkForm(t, s)
		form := Form(s)
		if once := compact(form); compact(once) != once {
			t.Errorf("compact(%q) = %q is not idempotent", form, once)
		}
	})
}

func FuzzParseLexicon(f *testing.F) {
	words := []byte{8, 0, 16, 255}
	synonyms := AppendSynonyms(nil, []Synonym{{A: 1, B: 2, Strength: 204}, {A: 1, B: 7, Strength: 1}})
	telling := AppendTelling(nil, map[uint32]float64{Hash("of"): 0.1, Hash("the"): 0.4})
	f.Add(words, synonyms, telling, []byte("word\trenal\tkidney\n"), uint16(4))
	f.Add([]byte{0}, []byte(nil), []byte(nil), []byte(nil), uint16(0))
	f.Add([]byte{1, 2, 3}, synonyms[1:], telling[1:], []byte("word\n"), uint16(3))
	f.Fuzz(func(t *testing.T, words, synonyms, telling, rewrites []byte, names uint16) {
		rows := int(names)
		l, section, err := ParseLexicon(Sections{words, synonyms, telling, rewrites, nil}, rows)
		if (err != nil) != (section != "") {
			t.Fatalf("%v of section %q", err, section)
		}
		if _, wordErr := ParseFrequencies(words, rows); (wordErr != nil) != (section == "WORD") {
			t.Errorf("section %q is to blame, WORD alone: %v", section, wordErr)
		}
		pairs, pairErr := parseSynonyms(synonyms)
		if pairErr == nil && len(pairs) != 2*(len(synonyms)/9) {
			t.Errorf("%d pairs of %d bytes", len(pairs), len(synonyms))
		}
		if err != nil {
			return
		}
		var x Text
		x.Read("renal kidney")
		if l.Weigh(&x); !(x.Weight >= 2) {
			t.Errorf("two words weigh %v", x.Weight)
		}
		for _, s := range l.Synonyms {
			if l.Synonyms.Of(s.A).Strength(s.B) != l.Synonyms.Of(s.B).Strength(s.A) {
				t.Errorf("%+v has another strength the other way", s)
			}
		}
		if !bytes.Equal(AppendSynonyms(nil, oneWay(l.Synonyms)), synonyms) {
			t.Errorf("%x comes back another", synonyms)
		}
	})
}

// oneWay returns each pair once.
func oneWay(both Synonyms) (pairs []Synonym) {
	for _, s := range both {
		if s.A < s.B {
			pairs = append(pairs, s)
		}
	}
	return pairs
}
