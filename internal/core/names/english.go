package names

import (
	"encoding/binary"

	"github.com/normlet/normlet/knowledge"
)

// How words of English lie in their table, by the Hash of their stem: slots of two bytes, the upper 13 bits of which tell
// words apart, the lower 3 the grade, or ProperName.
const (
	EnglishSlots  = 1 << 16
	EnglishProbes = 16 // slots from the first that a word may be in
	MostOrdinary  = 5  // grade of the 3,500 most ordinary words
	ProperName    = 7  // in place of a grade: of people or places, and no other word
)

// EnglishSlot returns the first slot of a word and its mark there without the grade.
func EnglishSlot(word uint32) (slot int, mark uint16) {
	word *= 0x9e3779b1
	return int(word >> 16), uint16(word) &^ 7
}

// Ordinary returns the grade of a word with this Hash as English: MostOrdinary for those that everybody uses, down to 1
// for those in a large dictionary, 0 for all else.
func Ordinary(word uint32) int {
	if g := grade(word); g != ProperName {
		return g
	}
	return 0
}

// IsProperName reports whether a word with this Hash is a name of people or places, and no ordinary word.
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
