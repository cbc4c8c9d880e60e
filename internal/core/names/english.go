package names

import (
	"encoding/binary"
	"math/bits"

	"github.com/normlet/normlet/knowledge"
)

// The table of English words is a hash table by the Hash of their stems. A slot has two bytes: the upper 13 bits identify a
// word, and the lower 3 are its grade, or ProperName. The file has a bit for each slot that is taken, then the upper bytes
// of those, then the lower ones: that compresses best.
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
		entry := english((slot + i) % EnglishSlots)
		if entry == 0 {
			return 0
		}
		if entry&^7 == mark {
			return int(entry & 7)
		}
	}
	return 0
}

// english returns the bytes of a slot, 0 for none.
func english(slot int) uint16 {
	taken, bit := englishTaken(slot/64), uint64(1)<<(slot%64)
	if taken&bit == 0 {
		return 0
	}
	entries := knowledge.English[EnglishSlots/8:]
	at := int(englishBefore[slot/64]) + bits.OnesCount64(taken&(bit-1))
	return uint16(entries[at])<<8 | uint16(entries[len(entries)/2+at])
}

// englishTaken returns the bits of a block of 64 slots.
func englishTaken(block int) uint64 { return binary.LittleEndian.Uint64(knowledge.English[8*block:]) }

// englishBefore counts the slots that are taken before each block.
var englishBefore = func() (before [EnglishSlots / 64]uint16) {
	for i := range before[1:] {
		before[i+1] = before[i] + uint16(bits.OnesCount64(englishTaken(i)))
	}
	return before
}()
