package assemble

import (
	"slices"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
	"github.com/normlet/normlet/train/data"
)

// A word that names may lack without meaning anything else ("disease", "type") says less than
// its rarity promises. Names of one entity that differ in nothing but a word show that it is
// optional, names of two entities that it is not ("chronic").

// optionalLoss is the share of its weight that an always optional word loses.
const optionalLoss = 0.6

// tellingDoubt is for how many cases of a list counts what other lists show of a word.
const tellingDoubt = 4

// phraseOf is a name of an entity, as words in any order.
type phraseOf struct {
	sum    uint64   // of the hashes of its words
	words  []string // singular
	entity int32
}

// Apart counts, for each word in the singular, the names without it that mean another entity than with it, and those
// that mean the same.
func Apart(entities []data.Entity) (against, agree map[string]int) {
	phrases, sharing := phrasesOf(entities)
	against, agree = map[string]int{}, map[string]int{}
	for _, p := range phrases {
		for _, w := range p.words {
			without := sharing[p.sum-extend(0, w)]
			switch {
			case len(p.words) == 1 || without == nil:
			case meet(without, sharing[p.sum]):
				agree[w]++
			default:
				against[w]++
			}
		}
	}
	return against, agree
}

// optionalWords returns for names.CountWords what the names of entities show, and for names.AppendTelling how likely each
// word tells entities apart.
func optionalWords(entities []data.Entity) (optional map[uint32]uint8, tells map[uint32]float64) {
	against, agree := Apart(entities)
	optional, tells = map[uint32]uint8{}, map[uint32]float64{}
	share := func(word string, expected float64) float64 {
		return (float64(against[word]) + float64(tellingDoubt*expected)) / (float64(against[word]+agree[word]) + tellingDoubt)
	}
	general := knowledge.Telling()
	for word, expected := range general {
		tells[names.Hash(word)] = share(word, expected)
	}
	for i := range entities {
		for _, name := range entities[i].Names {
			for _, w := range names.Words(name.Text) {
				n, word := agree[names.Stem(w)], names.HashWord(w)
				if n >= minAgree {
					optional[word] = uint8(255 * optionalLoss * float64(n) / float64(n+against[names.Stem(w)]+doubt))
				}
				if _, ok := general[names.Stem(w)]; n > 0 && !ok {
					tells[word] = share(names.Stem(w), names.UnlistedTells)
				}
			}
		}
	}
	return optional, tells
}

// phrasesOf returns the names of all entities, of equal ones of an entity one, and
// the entities of each sum, in ascending order.
func phrasesOf(entities []data.Entity) ([]phraseOf, map[uint64][]int32) {
	var out []phraseOf
	sharing := map[uint64][]int32{}
	for e := range entities {
		for _, name := range entities[e].Names {
			p := phraseOf{words: phraseWords(name.Text), entity: int32(e)}
			for _, w := range p.words {
				p.sum += extend(0, w)
			}
			if len(p.words) > maxSynonymWords || slices.Contains(sharing[p.sum], p.entity) {
				continue
			}
			sharing[p.sum] = append(sharing[p.sum], p.entity)
			out = append(out, p)
		}
	}
	return out, sharing
}
