package names

import "testing"

// TestOrdinary requires everyday words to be ordinary in any number, rarer ones less, and made-up ones and terms not.
func TestOrdinary(t *testing.T) {
	grade := func(word string) int { return Ordinary(HashWord(word)) }
	for _, word := range []string{"the", "rest", "question", "questions", "water", "was"} {
		if grade(word) < MostOrdinary-1 {
			t.Errorf("%s has grade %d", word, grade(word))
		}
	}
	if rarer := grade("waiter"); rarer == 0 || rarer >= grade("water") {
		t.Errorf("waiter has grade %d, water %d", rarer, grade("water"))
	}
	for _, word := range []string{"phenytoin", "brca", "xqzt", "", "12"} {
		if grade(word) != 0 {
			t.Errorf("%q has grade %d", word, grade(word))
		}
	}
	for word, want := range map[string]bool{"leonard": true, "berlin": true, "water": false, "phenytoin": false, "": false} {
		if got := IsProperName(HashWord(word)); got != want || want && grade(word) != 0 {
			t.Errorf("%q is a proper name: %v, with grade %d", word, got, grade(word))
		}
	}
	found := 0
	for word := range uint32(1 << 20) {
		if Ordinary(word*2654435761) > 0 {
			found++
		}
	}
	if most := 1 << 20 / 200; found > most {
		t.Errorf("%d of a million other hashes are taken for words, more than %d", found, most)
	}
}
