package names

// Words that differ in number are one word: "swollen ankles" has the words of "Swollen
// ankle". Of the names in open terminologies that differ in nothing but a final s, 28,500
// pairs mean one entity and 300 mean two; -ies and -y, -es and nothing, -es and -is have
// 3,240 and 4. Other endings make a difference more often.

const (
	minPlural = 4 // letters of a word that can have a plural ending
	minGreek  = 6 // letters of a word that has the plural of metastasis
)

// stem returns what the forms of a word of letters begin with, and a letter that follows,
// 0 if there is none: wallab and y for wallabies. It need not be a word.
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

// hisses reports whether a word would have es in the plural.
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

// Stem returns a text that all forms of a word of letters share. It need not be a
// word.
func Stem(word string) string {
	begin, follows := stem([]byte(word))
	if follows != 0 {
		return string(begin) + string(follows)
	}
	return string(begin)
}

// HashWord returns the Hash of a Word of letters: that of its stem.
func HashWord[T string | []byte](word T) uint32 {
	begin, follows := stem([]byte(word))
	h := Hash(begin)
	if follows != 0 {
		h = (h ^ uint32(follows)) * hashPrime
	}
	return h
}

// inflected is a cheap filter: false if a word is its own stem.
func inflected(word []byte) bool {
	last := word[len(word)-1]
	return (last == 's' || last == 'e') && len(word) >= minPlural
}
