package names

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/normlet/normlet/internal/wire"
)

// Synonym says that two words can replace each other: "renal" and "kidney". A pack has the pairs that its terminology shows by
// names of one entity that differ only in these words.
type Synonym struct {
	A, B     uint32 // Hash of the words, A < B
	Strength uint8  // share of the names that differ only in them and mean the same, in 1/255
}

// AppendSynonyms appends the payload of a pack's section SYNO: for each synonym, sorted by its words, two little-endian uint32
// and a byte.
func AppendSynonyms(b []byte, list []Synonym) []byte {
	list = slices.Clone(list)
	slices.SortStableFunc(list, compareSynonyms)
	for _, s := range list {
		b = append(wire.AppendUint32(wire.AppendUint32(b, s.A), s.B), s.Strength)
	}
	return b
}

func compareSynonyms(a, b Synonym) int { return cmp.Compare(a.words(), b.words()) }

// words returns both words as a number that sorts synonyms.
func (s Synonym) words() uint64 { return uint64(s.A)<<32 | uint64(s.B) }

// Synonyms lists each synonym in both directions, sorted by the first word.
type Synonyms []Synonym

// maxSynonyms bounds the synonyms of a pack, because opening it sorts them. Terminologies show a hundredth of it.
const maxSynonyms = 1 << 18

// wordSynonyms bounds the synonyms of a word that count; terminologies show up to 80.
const wordSynonyms = 256

// parseSynonyms reads a section SYNO.
func parseSynonyms(data []byte) (Synonyms, error) {
	r := wire.NewReader(data)
	const bytes = 9
	if n := len(data) / bytes; n > maxSynonyms {
		return nil, fmt.Errorf("%d synonyms; at most %d allowed", n, maxSynonyms)
	}
	list := make(Synonyms, 0, len(data)/bytes)
	for last := (Synonym{}); r.Len() > 0; {
		s := Synonym{r.Uint32(), r.Uint32(), r.Uint8()}
		if err := r.Err(); err != nil {
			return nil, err
		}
		if s.A >= s.B || len(list) > 0 && compareSynonyms(last, s) >= 0 {
			return nil, fmt.Errorf("synonyms out of order after %d", len(list))
		}
		last = s
		list = append(list, s)
	}
	return list.bothWays(), nil
}

// bothWays returns synonyms sorted by their words with their other directions, sorted, too.
func (s Synonyms) bothWays() Synonyms {
	turned := make([]uint64, len(s)) // B, and where it is
	for i, synonym := range s {
		turned[i] = uint64(synonym.B)<<32 | uint64(i)
	}
	slices.Sort(turned)
	all, rest := make(Synonyms, 0, 2*len(s)), s
	for _, t := range turned {
		of := s[uint32(t)]
		of.A, of.B = of.B, of.A
		for len(rest) > 0 && compareSynonyms(rest[0], of) < 0 {
			all, rest = append(all, rest[0]), rest[1:]
		}
		all = append(all, of)
	}
	return append(all, rest...)
}

// Of returns the synonyms whose A is a word.
func (s Synonyms) Of(word uint32) Synonyms {
	from := sort.Search(len(s), func(i int) bool { return s[i].A >= word })
	n := sort.Search(len(s)-from, func(i int) bool { return s[from+i].A > word })
	return s[from : from+n]
}

// Counted returns the first wordSynonyms synonyms of a word, which are those that count.
func (s Synonyms) Counted() Synonyms { return s[:min(len(s), wordSynonyms)] }

// Strength returns how well word b can replace the word whose synonyms s has: 0 if it cannot, else up to 1.
func (s Synonyms) Strength(b uint32) float32 {
	i, ok := slices.BinarySearchFunc(s, b, func(s Synonym, b uint32) int { return cmp.Compare(s.B, b) })
	if !ok {
		return 0
	}
	return float32(s[i].Strength) / 255
}
