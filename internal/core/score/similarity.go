package score

import (
	"bytes"
	"slices"

	"github.com/normlet/normlet/internal/core/names"
)

// eachGram calls f with a hash of each trigram of "^compact$".
func eachGram(compact []byte, f func(uint32)) {
	last := uint32('^'<<8 | '^')
	for _, c := range compact {
		last = last<<8 | uint32(c)
		f(last & 0xffffff * 0x9e3779b1 >> 20)
	}
	f((last<<8 | '$') & 0xffffff * 0x9e3779b1 >> 20)
}

// trigram returns the Jaccard similarity of the trigrams of q and a name.
func (q *Query) trigram(t *names.Text) float32 {
	shared := 0
	eachGram(t.Compact, func(h uint32) {
		if q.grams.has(h) {
			shared++
		}
	})
	shared = min(shared, q.nGrams)
	return float32(shared) / float32(q.nGrams+len(t.Compact)+1-shared)
}

// nameIn returns the share of t's words, by weight, that the mention has. A word that the mention has with another ending or
// one letter different (hypertensive, hypertension; tumour, tumor) counts by what the two have in common, and one of which
// the mention has a synonym by the strength of the synonym.
func (q *Query) nameIn(t *names.Text) float32 {
	var have float32
	for i := range t.Words {
		w := &t.Words[i]
		if q.words.has(w.Hash) {
			have += w.Weight
			continue
		}
		best := alike(t, w, &q.Text)
		if q.others.has(w.Hash) {
			for _, synonyms := range q.synonyms {
				best = max(best, synonyms.Strength(w.Hash))
			}
		}
		have += float32(w.Weight * best)
	}
	return ratio(have, t.Weight)
}

// appendHas appends how well t has each of the mention's words; words count as in nameIn.
func (q *Query) appendHas(has []float32, t *names.Text) []float32 {
	related := slices.ContainsFunc(t.Words, func(w names.Word) bool { return q.others.has(w.Hash) })
	for i := range q.Words {
		best := alike(&q.Text, &q.Words[i], t)
		if best < 1 && related {
			for j := range t.Words {
				if other := t.Words[j].Hash; q.others.has(other) {
					best = max(best, q.synonyms[i].Strength(other))
				}
			}
		}
		has = append(has, best)
	}
	return has
}

// share returns the share of the mention's words, by weight, that something has which has each of them so well.
func (q *Query) share(has []float32) float32 {
	var have float32
	for i, x := range has {
		have += float32(q.Words[i].Weight * x)
	}
	return ratio(have, q.Weight)
}

func ratio(a, b float32) float32 {
	if b == 0 {
		return 0
	}
	return a / b
}

// alike returns how similar word w of t is to the most similar word of other: 1 to an equal one, worthNumber to its plural or
// singular, worthShort to one that is short for it or that it is short for, and what inCommon says to others of minStem
// letters or more. A word that denies something is similar only to others that do.
func alike(t *names.Text, w *names.Word, other *names.Text) float32 {
	best := float32(0)
	for i := range other.Words {
		o := &other.Words[i]
		if o.Hash != w.Hash {
			continue
		}
		if o.Size == w.Size || o.Digit && w.Digit {
			return 1
		}
		if !w.Digit && !o.Digit {
			best = worthNumber
		}
	}
	if w.Digit {
		return best
	}
	if w.Denial != names.DeniesNothing {
		return max(best, deniedAlike(t, w, other))
	}
	if w.Short || w.Cut || other.Shorts {
		best = max(best, shortAlike(t, w, other))
	}
	if w.Size < minStem-1 {
		return best
	}
	word := t.Of(w)
	first, last := word[0], word[len(word)-1]
	for i := range other.Words {
		o := &other.Words[i]
		if o.Size < minStem-1 || o.Digit {
			continue
		}
		with, least := other.Of(o), minStem
		if o.Denial == names.DeniesNothing {
			if with[0] != first && with[len(with)-1] != last {
				continue // most words: see inCommon
			}
		} else if denied := other.Denied(o); denied != nil {
			with, least = denied, minStem-1
			if !t.Denies {
				continue
			}
		}
		if min(len(word), len(with)) >= least {
			best = max(best, inCommon(word, with, t.Off))
		}
	}
	return best
}

// HasWord reports whether a text has word w of t: itself, in another form, or shortened.
func HasWord(other, t *names.Text, w *names.Word) bool { return alike(t, w, other) >= sameWord }

// deniedAlike is alike for a word that denies something: what it denies of its own letters must be in other, which must deny
// something too.
func deniedAlike(t *names.Text, w *names.Word, other *names.Text) float32 {
	denied := t.Denied(w)
	switch {
	case !other.Denies:
		return 0
	case denied == nil:
		return worthNumber
	}
	best := float32(0)
	for i := range other.Words {
		o := &other.Words[i]
		word := other.Of(o)
		if also := other.Denied(o); also != nil {
			word = also
		}
		best = max(best, worthNumber*inCommon(denied, word, t.Off))
	}
	return max(best, deniesElse)
}

// shortAlike is alike for two words of which one is short for the other. A word that both texts have stands for itself: S.
// Sudan is not Sudan.
func shortAlike(t *names.Text, w *names.Word, other *names.Text) float32 {
	for i := range other.Words {
		o := &other.Words[i]
		if (IsShort(t, w, other, o) || IsShort(other, o, t, w)) && !t.Has(o.Hash) && !other.Has(w.Hash) {
			return worthShort
		}
	}
	return 0
}

// IsShort reports whether word w of t is short for a longer word of other: a word with a dot has letters of it in their
// order, from the first one on, and a word that no name has begins it and lacks minCutOff letters at least.
func IsShort(t *names.Text, w *names.Word, other *names.Text, of *names.Word) bool {
	if !w.Short && !w.Cut || of.Digit || of.Size < minStem-1 || w.Size >= of.Size {
		return false
	}
	short, long := t.Of(w), other.Of(of)
	if w.Short && short[0] == long[0] && len(cutLetters(short, long)) == 0 {
		return true
	}
	return w.Cut && bytes.HasPrefix(long, short) && len(long) >= len(short)+minCutOff
}

// inCommon returns the share of the longer of two words that both have: all but one letter anywhere; a common beginning of
// at least percentStart; or, for less, a common ending of at least percentEnd (chondrodysplasia, osteochondrodysplasia). It
// returns 0 if they have none of these.
func inCommon(a, b []byte, off names.RuleSet) float32 {
	if a[0] != b[0] && a[len(a)-1] != b[len(b)-1] {
		return 0 // most words
	}
	longer, n := max(len(a), len(b)), commonStart(a, b)
	if n > 0 && n+commonEnd(a[n:], b[n:]) >= longer-1 && !off.Has(names.OneLetterOff) {
		return float32(longer-1) / float32(longer)
	}
	if n >= minStem-1 && 100*n >= percentStart*longer && !off.Has(names.WordForms) {
		return float32(n) / float32(longer)
	}
	if n = commonEnd(a, b); n >= minEnd && 100*n >= percentEnd*longer && !off.Has(names.SameEnding) {
		return worthEnd * float32(n) / float32(longer)
	}
	return 0
}

func commonStart(a, b []byte) (n int) {
	for most := min(len(a), len(b)); n < most && a[n] == b[n]; {
		n++
	}
	return n
}

func commonEnd(a, b []byte) (n int) {
	for most := min(len(a), len(b)); n < most && a[len(a)-1-n] == b[len(b)-1-n]; {
		n++
	}
	return n
}

// begins returns a positive value if the name t continues after the words of the mention, else 0: the rarity of these words,
// up to 1, or beginsComma if a comma follows them. People call an entity by the first word of its name ("parkin", for parkin
// RBR E3 ubiquitin protein ligase) if it is the best known one with that word: parkin coregulated is not.
func (q *Query) begins(t *names.Text) float32 {
	n := len(q.Form)
	if n < minBegins || len(t.Form) <= n || string(t.Form[:n]) != string(q.Form) || q.Off.Has(names.LeadingWords) {
		return 0
	}
	switch _, class := names.NextRun(t.Form, n); {
	case class == names.Letters || class == names.Digits:
		return 0
	case t.Form[n] == ',':
		return beginsComma
	}
	return q.Rarity
}

// ShareBegins multiplies the feature Begins of the candidates with the indexes some by the entity's share of all that people
// write about the entities that have the feature.
func ShareBegins(cs []Candidate, some []int32) {
	var seen [maxBegun]int32
	n, all := 0, written(background)
	for _, i := range some {
		c := &cs[i]
		if c.Features[Begins] > 0 && n < maxBegun && !slices.Contains(seen[:n], c.Entity) {
			seen[n] = c.Entity
			n++
			all += written(c.Features[Prior])
		}
	}
	for _, i := range some {
		f := &cs[i].Features
		f[Begins] *= written(f[Prior]) / all
	}
}

// ShareWords sets the feature Elsewhere of the candidates with the indexes some, whose names n has compared with q in this
// order since Begin. People who word a name anew mix words of the names that there are.
func (n *NameReader) ShareWords(q *Query, cs []Candidate, some []int32) {
	words := func(i int) []float32 { return n.has[i*len(q.Words):][:len(q.Words)] }
	n.entities, n.before = n.entities[:0], n.before[:0]
	for i, at := range some {
		before := len(n.entities) - 1 // the same entity's name before, or -1
		for before >= 0 && n.entities[before] != cs[at].Entity {
			before--
		}
		n.entities, n.before = append(n.entities, cs[at].Entity), append(n.before, before)
		if all := words(i); before >= 0 {
			for k, x := range words(before) {
				all[k] = max(all[k], x)
			}
		}
	}
	for i, at := range slices.Backward(some) { // the last name has all
		all, f := words(i), &cs[at].Features
		if before := n.before[i]; before >= 0 {
			copy(words(before), all)
		}
		f[Elsewhere] = q.share(all) - f[MentionIn]
	}
}

// DemoteForeignAliases makes Title negative for each alias in cs that is an official or former name of another entity of the
// same namespace. All rows of cs have the mention's form; namespaces has the namespace of each entity. QARS means QARS1,
// formerly QARS, and not EPRS1, although people write more about EPRS1.
func DemoteForeignAliases(cs []Candidate, namespaces []uint16) {
	for i := range cs {
		f, e := &cs[i].Features, cs[i].Entity
		owned := func(c Candidate) bool {
			return c.Entity != e && c.Features[Alias] == 0 && c.Features[Normalized] >= f[Normalized] && namespaces[c.Entity] == namespaces[e]
		}
		if f[Alias] > 0 && slices.ContainsFunc(cs, owned) {
			f[Title] = -f[Normalized]
		}
	}
}

// written turns a Prior, which is a logarithm, into the amount of text about an entity. The fifth power grows much like
// 2^(12*Prior), and has the same bits on every machine.
func written(prior float32) float32 {
	square := float32(prior * prior)
	return float32(float32(square*square) * prior)
}
