package names

// Singular and plural of a word count as one word: "swollen ankles" has the words of "Swollen ankle". In open terminologies,
// 28,500 pairs of names that differ only in a final s mean one entity, and 300 mean two. For -ies and -y, -es and nothing, and
// -es and -is, the figures are 3,240 and 4. Names that differ in other endings mean two entities more often.

const (
	minPlural = 4 // least letters of a word with a plural ending
	minGreek  = 6 // least letters of a word with the plural of metastasis
)

// stem returns the letters that singular and plural of a word both begin with, and a letter to add, or 0: wallab and y for
// wallabies. Together they need not be a word.
func stem(word []byte) (begin []byte, follows byte) {
	n := len(word)
	if n < minPlural {
		return word, 0
	}
	if word[n-1] == 's' {
		switch word[n-2] {
		case 'u', 's':
			return word, 0
		case 'i':
			if n >= minGreek && word[n-3] == 's' {
				return word[:n-2], 0 // metastasis, metastases
			}
			return word, 0
		}
		if word = word[:n-1]; n > minPlural && word[n-2] == 'e' && word[n-3] == 'i' {
			return word[:n-3], 'y'
		}
	}
	if n = len(word); n >= minPlural && word[n-1] == 'e' && hisses(word[:n-1]) {
		return word[:n-1], 0 // disease, diseases; virus, viruses
	}
	return word, 0
}

// hisses reports whether the plural of a word ends in es.
func hisses(word []byte) bool {
	n := len(word)
	switch word[n-1] {
	case 's', 'x', 'z':
		return true
	case 'h':
		return word[n-2] == 'c' || word[n-2] == 's'
	}
	return false
}

// PluralEnding returns the size of the ending that the plural of a word has beside -s: -es of viruses, and -ies of biopsies, which
// replaces a y. It is 0 if it has none.
func PluralEnding(word []byte) int {
	n := len(word)
	switch {
	case n <= minPlural || word[n-1] != 's' || word[n-2] != 'e':
		return 0
	case word[n-3] == 'i':
		return 3
	case hisses(word[:n-2]):
		return 2
	}
	return 0
}

// Stem returns a text that singular and plural of a word share. It need not be a word.
func Stem(word string) string {
	begin, follows := stem([]byte(word))
	if follows != 0 {
		return string(begin) + string(follows)
	}
	return string(begin)
}

// HashWord returns the Hash of the stem of a word of letters, which its Word has.
func HashWord[T string | []byte](word T) uint32 {
	begin, follows := stem([]byte(word))
	h := Hash(begin)
	if follows != 0 {
		h = (h ^ uint32(follows)) * hashPrime
	}
	return h
}

// inflected reports whether a word may differ from its stem. It is a cheap filter.
func inflected(word []byte) bool {
	last := word[len(word)-1]
	return (last == 's' || last == 'e') && len(word) >= minPlural
}
