package assemble

import (
	"hash/fnv"
	"math"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"

	"github.com/normlet/normlet/train/data"
)

// Popularity stands in for missing weights: entities that people write about much have many
// names, and others are named after them (dopamine, and dopamine agonists).

// maxPhrase is the number of words up to which a primary name can be found in other names.
const maxPhrase = 7

// Popularity returns a weight for each entity: sqrt(n + 1) * (m + 1), where n is the number of its names and m the number of
// entities named after it.
func Popularity(entities []data.Entity) []float64 {
	after := namedAfter(entities)
	out := make([]float64, len(entities))
	for i := range entities {
		names := float64(len(entities[i].Names))
		out[i] = float64(math.Sqrt(1+names)*float64(1+after[i])) - 1
	}
	return out
}

func weighted(entities []data.Entity) bool {
	return slices.ContainsFunc(entities, func(e data.Entity) bool { return e.Weight != 0 })
}

// namedAfter returns, for each entity, the number of others with a name that contains the words of its primary name. A plural s
// makes no difference.
func namedAfter(entities []data.Entity) []int {
	counts := make(map[uint64]*phrase)
	for i := range entities {
		for _, ws := range orders(primary(&entities[i])) {
			if len(ws) > 0 && len(ws) <= maxPhrase {
				counts[hashOf(ws)] = &phrase{last: -1}
			}
		}
	}
	for i := range entities {
		for _, name := range entities[i].Names {
			for _, ws := range orders(name.Text) {
				countPhrases(counts, ws, i)
			}
		}
	}
	out := make([]int, len(entities))
	for i := range entities {
		for _, ws := range orders(primary(&entities[i])) {
			if p := counts[hashOf(ws)]; p != nil {
				out[i] = max(out[i], p.entities-1) // itself is one
			}
		}
	}
	return out
}

func primary(e *data.Entity) string {
	if len(e.Names) == 0 {
		return ""
	}
	return e.Names[0].Text
}

// phrase is a primary name and how many entities' names contain it.
type phrase struct{ entities, last int }

func countPhrases(counts map[uint64]*phrase, ws []string, i int) {
	for start := range ws {
		h := uint64(0)
		for _, w := range ws[start:min(len(ws), start+maxPhrase)] {
			h = extend(h, w)
			if p := counts[h]; p != nil && p.last != i {
				p.last = i
				p.entities++
			}
		}
	}
}

func hashOf(ws []string) (h uint64) {
	for _, w := range ws {
		h = extend(h, w)
	}
	return h
}

// extend returns the hash of a phrase that goes on with word w.
func extend(h uint64, w string) uint64 {
	f := fnv.New64a()
	f.Write([]byte(w)) // never fails
	return h*0x9e3779b97f4a7c15 + f.Sum64()
}

// orders returns the words of a name, and, of one with a comma, those in natural
// order: "Fibrillation, Atrial" is atrial fibrillation.
func orders(name string) [][]string {
	out := [][]string{phraseWords(name)}
	if first, rest, ok := strings.Cut(name, ", "); ok {
		out = append(out, append(phraseWords(rest), phraseWords(first)...))
	}
	return out
}

func phraseWords(name string) []string {
	ws := names.Words(name)
	for i, w := range ws {
		ws[i] = names.Stem(w)
	}
	return ws
}
