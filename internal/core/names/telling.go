package names

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/normlet/normlet/internal/wire"
)

// A word that one of mention and name lacks may make them two things ("north") or none ("the"). Names show which: names
// of one entity that differ in nothing but a word, and names of two. Most words tell entities apart; a pack lists the
// others, those that its own names show and those that the names of many lists show.

// Telling says how likely words tell entities apart.
type Telling []uint32 // ascending: the upper 28 bits of a word's Hash, and its grade

const (
	tellingGrades = 15
	gradeBits     = 4
	maxTellings   = 1 << 18 // words of a pack, many times what terminologies show
)

// UnlistedTells is how likely a word tells entities apart of which a pack says nothing: measured on the words that lists
// rarely have.
const UnlistedTells = 0.85

// AppendTelling appends the payload of a pack's section TELS: of each word, by Hash, the share of cases in which it tells
// entities apart, as ascending uint32, little-endian. Words that tell as much as unlisted ones are left out.
func AppendTelling(b []byte, words map[uint32]float64) []byte {
	var list Telling
	grade := func(share float64) uint32 { return uint32(float64(share*tellingGrades) + 0.5) }
	unlisted := grade(UnlistedTells)
	for word, share := range words {
		if g := grade(share); g < unlisted {
			list = append(list, word>>gradeBits<<gradeBits|g)
		}
	}
	slices.Sort(list)
	for i, w := range list {
		if i == 0 || list[i-1]>>gradeBits != w>>gradeBits {
			b = wire.AppendUint32(b, w)
		}
	}
	return b
}

// parseTelling reads a section TELS.
func parseTelling(data []byte) (Telling, error) {
	if len(data)%4 != 0 || len(data)/4 > maxTellings {
		return nil, fmt.Errorf("%d bytes of telling words; want four of each, of at most %d words", len(data), maxTellings)
	}
	t := make(Telling, len(data)/4)
	for i := range t {
		t[i] = binary.LittleEndian.Uint32(data[4*i:])
		if i > 0 && t[i]>>gradeBits <= t[i-1]>>gradeBits {
			return nil, errors.New("the telling words are out of order")
		}
	}
	return t, nil
}

// Of returns how likely a word, by its Hash, tells entities apart.
func (t Telling) Of(word uint32) float32 {
	word = word >> gradeBits << gradeBits
	i, _ := slices.BinarySearch(t, word)
	if i < len(t) && t[i]>>gradeBits<<gradeBits == word {
		return float32(t[i]&(1<<gradeBits-1)) / tellingGrades
	}
	return UnlistedTells
}
