package names

import (
	"encoding/binary"

	"github.com/normlet/normlet/knowledge"
)

// The table of English words is a hash table by the Hash of their stems. A slot has two bytes: the upper 13 bits identify a
// word, and the lower 3 are its grade, or ProperName.
const (
	EnglishSlots  = 1 << 16
	EnglishProbes = 16 // a word is in one of so many slots from its first one on
	MostOrdinary  = 5  // grade of the 3,500 most ordinary words
	ProperName    = 7  // replaces the grade of a word that only names people or places
)

// EnglishSlot returns the first slot of a word, and the bits that identify it there.
func EnglishSlot(word uint32) (slot int, mark uint16) {
	word *= 0x9e3779b1
	return int(word >> 16), uint16(word) &^ 7
}

// Ordinary returns the grade of the English word with a Hash: from MostOrdinary for words that everybody uses down to 1 for
// words in a large dictionary, and 0 for anything else.
func Ordinary(word uint32) int {
	if g := grade(word); g != ProperName {
		return g
	}
	return 0
}

// IsProperName reports whether the word with a Hash is a name of people or places, and no ordinary word.
func IsProperName(word uint32) bool { return grade(word) == ProperName }

func grade(word uint32) int {
	slot, mark := EnglishSlot(word)
	for i := range EnglishProbes {
		at := (slot + i) % EnglishSlots
		entry := binary.LittleEndian.Uint16(knowledge.English[2*at:])
		if entry == 0 {
			return 0
		}
		if entry&^7 == mark {
			return int(entry & 7)
		}
	}
	return 0
}
