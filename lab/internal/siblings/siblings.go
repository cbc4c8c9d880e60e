// Package siblings makes mentions of what a list lacks but has siblings of: entities whose names are the same but for a
// word, which one has more (Ossetia, North Ossetia) or which differs (Salix alba, Salix aurita). Whoever answers such a
// mention with the sibling overlooks the word that tells them apart.
package siblings

import (
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

const (
	mostWords = 8  // of a name; of longer ones few differ by what people would say
	mostNear  = 30 // names of which all pairs are compared; of more, as all diseases of one word, these
	leastTold = 2  // pairs of entities that a word tells apart at least
	ownShare  = 2  // and how many times more they are than the pairs of names of one entity
)

// Mention is the name of something that a list lacks.
type Mention struct {
	Text string
	How  string // it was made or found: one of Ways
}

// Ways are how mentions come about.
var Ways = []string{"added", "replaced", "held out"}

// Judged is how many mentions of a list judge p in each way, and half of how many held-out names.
const Judged = 150

// List has the names of a list by their words, in any order.
type List struct {
	entities int
	names    []name
	owner    map[uint64]int32 // of the names with these words; several: none of them
	key      map[string]int32 // the same by letters and digits alone
	word     map[uint64][]place
	without  map[uint64][]place // the names that have these words and one more
	added    []pair             // the first of each has one word more
	replaced []pair
	own      map[uint64]int     // by a word: pairs of names of an entity of which one has it more
	told     map[uint64]int     // the same of two entities
	synonyms map[[2]uint64]bool // words of which an entity has both
}

const several = -1 // entities

type name struct {
	text   string
	entity int32
	words  []word
	sum    uint64 // of the words
}

// word is a run of letters or of digits.
type word struct {
	start, end int
	hash       uint64 // of its normalized form
}

type place struct{ name, word int }

// pair is two names of different entities, that of the first without a word being the second, in part.
type pair struct {
	place
	other  place // with the word in place of the first one's; of added pairs only the name of Entity counts
	entity int32
}

var run = regexp.MustCompile(`\p{L}[\p{L}\p{M}]*(?:['’]s\b)?|\p{N}+`)

// figure are Roman numerals of one letter, which after another word are numbers: type I.
var figure = map[string]string{"I": "1", "V": "5", "X": "10"}

// wordsOf returns the words of a text, without endings of the plural, and the sum of their hashes.
func wordsOf(text string) (out []word, sum uint64) {
	for i, at := range run.FindAllStringIndex(text, -1) {
		found := text[at[0]:at[1]]
		if f := figure[found]; f != "" && i > 0 {
			found = f
		}
		h := fnv.New64a()
		h.Write([]byte(names.Stem(strings.Join(names.Words(found), ""))))
		out = append(out, word{at[0], at[1], h.Sum64()})
		sum += h.Sum64()
	}
	return out, sum
}

// New reads the names of a pack.
func New(c *pack.Contents) *List {
	l := &List{
		entities: c.IDs.Len(), owner: map[uint64]int32{}, key: map[string]int32{}, word: map[uint64][]place{}, without: map[uint64][]place{},
		own: map[uint64]int{}, told: map[uint64]int{}, synonyms: map[[2]uint64]bool{},
	}
	for row := range c.Names.Len() {
		n := name{text: c.Names.At(row), entity: Group(c, int(c.RowEntity[row]))}
		n.words, n.sum = wordsOf(n.text)
		own(l.owner, n.sum, n.entity)
		own(l.key, names.Key(n.text), n.entity)
		if len(n.words) == 0 || len(n.words) > mostWords {
			continue
		}
		at := len(l.names)
		l.names = append(l.names, n)
		for k, w := range n.words {
			l.word[w.hash] = append(l.word[w.hash], place{at, k})
			if rest := n.sum - w.hash; len(n.words) > 1 && len(l.without[rest]) < mostNear {
				l.without[rest] = append(l.without[rest], place{at, k})
			}
		}
	}
	l.pair()
	return l
}

// Group returns the first of the entities that are the same thing as one.
func Group(c *pack.Contents, entity int) int32 {
	if len(c.Same) > 0 {
		return int32(c.Same[entity])
	}
	return int32(entity)
}

func own[K comparable](owner map[K]int32, key K, entity int32) {
	if e, ok := owner[key]; ok && e != entity {
		entity = several
	}
	owner[key] = entity
}

func (l *List) at(p place) *word { return &l.names[p.name].words[p.word] }

// pair finds the pairs, and which words mean the same to the list.
func (l *List) pair() {
	for i := range l.names {
		n := &l.names[i]
		for k := range n.words {
			at := place{i, k}
			rest := n.sum - n.words[k].hash
			if len(n.words) == 1 {
				continue
			}
			if e, ok := l.owner[rest]; ok && e == n.entity {
				l.own[n.words[k].hash]++
			} else if ok && e != several {
				l.told[n.words[k].hash]++
				l.added = append(l.added, pair{place: at, entity: e})
			}
			for _, o := range l.without[rest] {
				u, v := n.words[k].hash, l.at(o).hash
				switch e := l.names[o.name].entity; {
				case u == v:
				case e == n.entity:
					l.synonyms[[2]uint64{u, v}] = true
				default:
					l.replaced = append(l.replaced, pair{at, o, e})
				}
			}
		}
	}
	l.added = slices.DeleteFunc(l.added, func(p pair) bool {
		w := l.at(p.place).hash
		return l.told[w] < max(leastTold, ownShare*l.own[w]+1)
	})
	l.replaced = slices.DeleteFunc(l.replaced, func(p pair) bool {
		u, v := l.at(p.place), l.at(p.other)
		return l.synonyms[[2]uint64{u.hash, v.hash}] || l.synonyms[[2]uint64{v.hash, u.hash}] || l.identifies(v.hash)
	})
}

// identifies reports whether a word is in names of one entity alone, so that it tells which it is wherever it stands.
func (l *List) identifies(word uint64) bool {
	ps := l.word[word]
	return !slices.ContainsFunc(ps, func(p place) bool { return l.names[p.name].entity != l.names[ps[0].name].entity })
}

func (l *List) text(p place) string {
	w := l.at(p)
	return l.names[p.name].text[w.start:w.end]
}

// Made returns mentions of the name of an entity with a telling word added, and of one with a telling word in place of
// another, at most n of each, such that no name of the list has these words.
func (l *List) Made(n int) (out []Mention) {
	rng := rand.New(rand.NewPCG(5, 1))
	seen := map[uint64]bool{}
	add := func(how string, pairs []pair, make func(p pair) (text string, sum uint64)) {
		made := 0
		for tries := 0; made < n && tries < 100*n && len(pairs) > 0; tries++ {
			text, want := make(pairs[rng.IntN(len(pairs))])
			_, sum := wordsOf(text)
			if _, known := l.owner[sum]; known || sum != want || seen[sum] {
				continue
			}
			if _, known := l.key[names.Key(text)]; known {
				continue
			}
			seen[sum] = true
			out, made = append(out, Mention{text, how}), made+1
		}
	}
	add(Ways[0], l.added, func(p pair) (string, uint64) {
		w := l.at(p.place).hash
		e := &l.names[rng.IntN(len(l.names))]
		if rng.IntN(2) == 0 { // one of what such words are said of
			e = &l.names[l.beside(rng, w).name]
		}
		if slices.ContainsFunc(e.words, func(x word) bool { return x.hash == w }) {
			return "", w
		}
		return l.with(e, p.place), e.sum + w
	})
	add(Ways[1], l.replaced, func(p pair) (string, uint64) {
		same := l.word[l.at(p.place).hash]
		at := same[rng.IntN(len(same))]
		e, w := &l.names[at.name], l.at(at)
		return e.text[:w.start] + l.text(p.other) + e.text[w.end:], e.sum - w.hash + l.at(p.other).hash
	})
	return out
}

// beside returns where a name stands that has a word in common with a name that has w.
func (l *List) beside(rng *rand.Rand, w uint64) place {
	with := l.word[w]
	at := with[rng.IntN(len(with))]
	words := l.names[at.name].words
	of := l.word[words[rng.IntN(len(words))].hash]
	return of[rng.IntN(len(of))]
}

// with returns the text of a name with the word of another: first, last or before the last one, as it stands there.
func (l *List) with(n *name, p place) string {
	from, ws := l.names[p.name].text, l.names[p.name].words
	w := ws[p.word]
	switch last := n.words[len(n.words)-1]; {
	case p.word == 0:
		return from[w.start:ws[1].start] + n.text
	case p.word < len(ws)-1:
		return n.text[:last.start] + from[w.start:ws[p.word+1].start] + n.text[last.start:]
	case strings.ContainsAny(from[ws[p.word-1].end:w.start], "(["):
		return n.text + from[ws[p.word-1].end:]
	default:
		return n.text + from[ws[p.word-1].end:w.end]
	}
}

// HeldOut returns names of at most n entities, no more than one in ten, whose siblings stay when these entities are
// taken out of the list, and the entities.
func (l *List) HeldOut(n int) (mentions []Mention, out map[int32]bool) {
	rng := rand.New(rand.NewPCG(6, 1))
	out, kept := map[int32]bool{}, map[int32]bool{}
	n = min(n, l.entities/10)
	pairs := [][]pair{l.added, l.replaced}
	for tries := 0; len(mentions) < n && tries < 50*n; tries++ {
		of := pairs[tries%2]
		if len(of) == 0 {
			continue
		}
		p := of[rng.IntN(len(of))]
		x := &l.names[p.name]
		if l.owner[x.sum] != x.entity || l.key[names.Key(x.text)] != x.entity || out[x.entity] || kept[x.entity] || out[p.entity] {
			continue
		}
		out[x.entity], kept[p.entity] = true, true
		mentions = append(mentions, Mention{x.text, Ways[2]})
	}
	return mentions, out
}

// Within reports whether all words of a name are among those of a text: what the name means is then broader.
func Within(name, text string) bool {
	of, _ := wordsOf(text)
	ws, _ := wordsOf(name)
	return !slices.ContainsFunc(ws, func(w word) bool {
		return !slices.ContainsFunc(of, func(o word) bool { return o.hash == w.hash })
	})
}
