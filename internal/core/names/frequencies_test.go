package names

import (
	"fmt"
	"math"
	"testing"
)

func TestEighths(t *testing.T) {
	last := byte(0)
	for n := uint32(1); n < 1<<20; n += 1 + n/64 {
		got := eighths(n)
		if want := 8 * math.Log2(float64(n)); float64(got) > want || float64(got) < want-1.75 {
			t.Errorf("%d: %d, want %v", n, got, want)
		}
		if got < last {
			t.Errorf("%d: %d, after %d", n, got, last)
		}
		last = got
	}
}

func TestSlots(t *testing.T) {
	for names, want := range map[int]int{0: 1 << 14, 1: 1 << 14, 2047: 1 << 14, 4095: 1 << 14, 4096: 1 << 15, 20000: 1 << 17, 32768: 1 << 18, 1 << 30: 1 << 18} {
		if got := slots(names); got != want {
			t.Errorf("%d names: %d slots, want %d", names, got, want)
		}
	}
	for slots, want := range map[int]bool{0: false, 1: true, 2: true, 3: false, 256: true, 1000: false, 1 << 20: true, 1 << 21: false} {
		if _, err := ParseFrequencies(make([]byte, slots), 0); (err == nil) != want {
			t.Errorf("%d slots: %v", slots, err)
		}
	}
}

// TestWeigh has names of which every one is a "disease" and one is "gravis".
func TestWeigh(t *testing.T) {
	var list []string
	for i := range 255 {
		list = append(list, fmt.Sprintf("disease number%d", i))
	}
	list = append(list, "gravis disease")
	f := counted(t, list, nil)
	weight := func(name string) (weight, rarity float32) {
		x := read(name)
		f.Weigh(x)
		for i := range x.Words {
			weight += x.Words[i].Weight
		}
		if weight != x.Weight {
			t.Errorf("%q: words weigh %v, the name %v", name, weight, x.Weight)
		}
		return x.Weight, x.Rarity
	}
	common, rarity := weight("disease")
	if common != 1 || rarity != 0 {
		t.Errorf("disease: weight %v, rarity %v", common, rarity)
	}
	once, rarity := weight("gravis")
	if once < 6 || once > 9 || rarity != 1 {
		t.Errorf("gravis: weight %v, rarity %v", once, rarity)
	}
	if both, _ := weight("gravis disease"); both != once+common {
		t.Errorf("both: %v, want %v", both, once+common)
	}
	if none, rarity := weight("!"); none != 0 || rarity != 0 {
		t.Errorf("no word: %v, %v", none, rarity)
	}
	f = counted(t, list, map[uint32]uint8{Hash("gravis"): 102, Hash("disease"): 255, Hash("unheard"): 255})
	if lessened, rarity := weight("gravis"); math.Abs(float64(lessened-once*0.6)) > 0.2 || rarity <= 0 || rarity >= 1 {
		t.Errorf("gravis less two fifths: %v of %v, rarity %v", lessened, once, rarity)
	}
	if least, _ := weight("disease"); least != 1 {
		t.Errorf("disease, always optional: %v", least)
	}
}

// TestCommonWords counts a word once a name, whatever its case.
func TestCommonWords(t *testing.T) {
	f := counted(t, []string{"a fever", "Fever, fever", "FEVER of b", "ague"}, nil)
	for word, names := range map[string]uint32{"fever": 3, "ague": 1, "chill": 0} {
		h := Hash(word)
		if f.Known(h) != (names > 0) {
			t.Errorf("%s: known %t", word, f.Known(h))
		}
		for n := range uint32(5) {
			if got := f.MoreThan(n, h); got != (names > n) {
				t.Errorf("more than %d names have %s: %t", n, word, got)
			}
		}
	}
}

func TestParseLexicon(t *testing.T) {
	words := countWords([]string{"renal failure"}, nil)
	synonyms := AppendSynonyms(nil, pairs([2]string{"renal", "kidney"}))
	telling := AppendTelling(nil, map[uint32]float64{Hash("of"): 0.1, Hash("north"): 0.9})
	l, section, err := ParseLexicon(Sections{words, synonyms, telling, []byte(table), []byte(facts)}, 1)
	if err != nil || section != "" || !l.Known(Hash("renal")) || l.Synonyms.Of(Hash("renal")).Strength(Hash("kidney")) != 0.8 || l.Rewrites.words["renal"] != "kidney" || len(l.Organisms) != 2 {
		t.Errorf("%+v, %q, %v", l, section, err)
	}
	for _, c := range []struct {
		section                                       string
		words, synonyms, telling, rewrites, knowledge []byte
	}{
		{"WORD", nil, synonyms, telling, []byte(table), []byte(facts)},
		{"SYNO", words, synonyms[1:], telling, []byte(table), []byte(facts)},
		{"REWR", words, synonyms, telling, []byte(table)[1:], []byte(facts)},
		{"KNOW", words, synonyms, telling, []byte(table), []byte(facts)[1:]},
		{"TELS", words, synonyms, telling[1:], []byte(table), []byte(facts)},
		{"", words, nil, nil, nil, nil},
	} {
		if _, section, err := ParseLexicon(Sections{c.words, c.synonyms, c.telling, c.rewrites, c.knowledge}, 1); section != c.section || (err == nil) != (c.section == "") {
			t.Errorf("section %q is to blame, with %v; want %q", section, err, c.section)
		}
	}
}
