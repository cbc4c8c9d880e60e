package score

import (
	"cmp"
	"math"
	"slices"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/translation"
	"github.com/normlet/normlet/internal/f64"
)

// AddMeanings lets the words of a unit's likeliest meaning stand for those of its others, as well as these are likely.
func (q *Query) AddMeanings(u *translation.Unit) {
	for i := range q.Words {
		word := q.Words[i].Hash
		if len(u.Means) < 2 || !slices.ContainsFunc(u.Means[0].Words, func(w string) bool { return hashOf(w) == word }) {
			continue
		}
		all := slices.Clone(q.synonyms[i])
		for _, m := range u.Means[1:] {
			strength := uint8(255 * min(1, float32(alsoMeans*m.P)/u.Means[0].P))
			for _, w := range m.Words {
				q.others.add(hashOf(w))
				all = append(all, names.Synonym{A: word, B: hashOf(w), Strength: strength})
			}
		}
		slices.SortStableFunc(all, func(a, b names.Synonym) int { return cmp.Compare(a.B, b.B) })
		q.synonyms[i] = all
	}
}

func hashOf(word string) uint32 { return names.HashWord([]byte(word)) }

// Translated recalibrates p of ranked candidates, of which the best was found by translation, and pNIL, which it returns. A
// Forest knows the paraphrases of one language. sure is how likely the words of the mention mean those that found the best.
func Translated(cs []Candidate, sure float32, p []float64, pNIL float64) float64 {
	ahead := maxAhead
	if len(cs) > 1 {
		ahead = min(maxAhead, float64(cs[0].Score-cs[1].Score))
	}
	z := translatedBase + float64(translatedSlope*logOdds(p[0])) + float64(translatedAhead*ahead) + float64(translatedSure*sure)
	if cs[0].Stage == StagePart {
		z += translatedPart
	}
	top := 1 / (1 + f64.Exp(-z))
	none := float64(pNIL * (1 - top) / max(1-p[0], math.SmallestNonzeroFloat64))
	return spread(top, 1-min(1-top, none), cs, p)
}
