package names

import "testing"

// pairs returns synonyms of strength 204/255.
func pairs(words ...[2]string) (out []Synonym) {
	for _, p := range words {
		a, b := Hash(p[0]), Hash(p[1])
		out = append(out, Synonym{min(a, b), max(a, b), 204})
	}
	return out
}

func TestSynonyms(t *testing.T) {
	list, err := parseSynonyms(AppendSynonyms(nil, pairs([2]string{"renal", "kidney"}, [2]string{"cancer", "neoplasm"}, [2]string{"cancer", "tumor"})))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		a, b string
		want float32
	}{
		{"renal", "kidney", 0.8}, {"kidney", "renal", 0.8}, // both ways
		{"neoplasm", "cancer", 0.8}, {"neoplasm", "tumor", 0}, {"renal", "renal", 0}, {"cancer", "kidney", 0},
	} {
		if got := list.Of(Hash(c.a)).Strength(Hash(c.b)); got != c.want {
			t.Errorf("%s for %s: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	for word, want := range map[string]int{"cancer": 2, "tumor": 1, "renal": 1, "unheard": 0} {
		of := list.Of(Hash(word))
		if len(of) != want {
			t.Errorf("%s: %v, want %d", word, of, want)
		}
		for _, s := range of {
			if s.A != Hash(word) {
				t.Errorf("%s: %+v is of another word", word, s)
			}
		}
	}
}

func TestSynonymsRefused(t *testing.T) {
	two := pairs([2]string{"renal", "kidney"}, [2]string{"cancer", "neoplasm"})
	good := AppendSynonyms(nil, two)
	swapped := append(append([]byte{}, good[9:]...), good[:9]...)
	same := AppendSynonyms(nil, []Synonym{{A: 7, B: 7, Strength: 1}})
	for name, b := range map[string][]byte{
		"cut off": good[:13], "out of order": swapped, "of itself": same, "twice": append(good[:9:9], good[:9]...), "too many": make([]byte, 9*(maxSynonyms+1)),
	} {
		if _, err := parseSynonyms(b); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestManySynonyms has a word with far more synonyms than any terminology shows: no
// more than wordSynonyms of them count.
func TestManySynonyms(t *testing.T) {
	var many []Synonym
	kinase := Hash("kinase")
	for i := range uint32(1 << 16) {
		many = append(many, Synonym{min(kinase, i*3), max(kinase, i*3), 255})
	}
	list, err := parseSynonyms(AppendSynonyms(nil, many))
	if err != nil || len(list) != 2*len(many) {
		t.Fatalf("%d synonyms of %d, both ways, %v", len(list), len(many), err)
	}
	of := list.Of(kinase).Counted()
	if len(of) != wordSynonyms || list.Of(kinase).Strength(of[wordSynonyms-1].B) != 1 {
		t.Errorf("%d synonyms, want %d, the last of strength 1", len(of), wordSynonyms)
	}
	if bytes := allocated(func() { list.Of(kinase) }); bytes > 1<<10 {
		t.Errorf("%d bytes allocated to find them", bytes)
	}
}
