package engine

import (
	"bytes"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
)

// A list may lack what a mention means and have what that is a kind or a part of: the species of a strain, the disease of a
// stage, the drug of a form, a gene of a fusion. Then all that tells of the name found stands in the mention, and more.

const (
	mostTells = 0.95 // bounds how likely a word makes what is meant narrower
	ofClass   = 0.4  // weight, as a share of that of a word that no name has, up to which a word says what all entities are
)

// tells returns how likely a weighed word tells entities apart.
func (e *Engine) tells(w *names.Word) float64 {
	switch {
	case w.Digit:
		return mostTells
	case w.Weight <= ofClass*e.lexicon.Most():
		return 0
	}
	return min(mostTells, float64(e.lexicon.Telling.Of(w.Hash)))
}

// Broader returns what tells in a mention beyond the name of a candidate, as the mention writes it, and how likely that
// makes it narrower than the entity. It returns "" where there is no more, or where the mention lacks a part of the name.
func (e *Engine) Broader(mention string, c *score.Candidate) (words string, narrower float64) {
	switch c.Stage {
	case score.StageExact, score.StageNormalized, score.StageMember:
		return e.partner(mention, c.Entity)
	case score.StageRewritten, score.StagePart, score.StageWord, score.StageHamming:
	default:
		return "", 0
	}
	var m, name names.Text
	name.Listed = true
	m.Read(mention)
	name.Read(e.Pack.Names.At(int(c.Row)))
	e.lexicon.Weigh(&m)
	e.lexicon.Weigh(&name)
	used := e.within(&m, &name)
	if used == nil {
		return "", 0
	}
	var more []string
	same := 1.0
	for from := 0; from < len(used); from++ {
		to, tells := from, 0.0
		for ; to < len(used) && !used[to] && (to == from || !bytes.ContainsAny(m.Form[m.End(to-1):m.Words[to].Start], "()[],;")); to++ {
			tells = max(tells, e.tells(&m.Words[to]))
		}
		if tells < score.LeastTelling {
			continue
		}
		start := int(m.Words[from].Start)
		if text := names.Source(mention, start, m.End(to-1)); !e.isGloss(text, m.Form[:start], &name, c.Entity) {
			more, same = append(more, strings.Clone(text)), same*(1-tells) // not the whole text
		}
		from = to - 1
	}
	return strings.Join(more, " "), 1 - same
}

// within returns which words of a mention stand for words of a name, nil if a telling word of the name has none.
func (e *Engine) within(m, name *names.Text) []bool {
	used := make([]bool, len(m.Words))
	if from, to := spelled(m, name.Compact); to > 0 {
		for i := from; i < to; i++ {
			used[i] = true
		}
		return used
	}
	for j := range m.Words {
		used[j] = score.SameWord(m, &m.Words[j], name)
	}
	all := true
	for i := range name.Words {
		w := &name.Words[i]
		found := score.SameWord(name, w, m)
		for j := range m.Words {
			if e.isSynonym(&m.Words[j], w) {
				used[j], found = true, true
			}
		}
		all = all && (found || e.tells(w) < score.LeastTelling)
	}
	if all && slices.Contains(used, true) {
		return used
	}
	for j := range m.Words {
		if score.Abbreviates(string(m.Of(&m.Words[j])), names.View(name.Form)) > 0 {
			clear(used)
			used[j] = true
			return used
		}
	}
	return nil
}

// isSynonym reports whether a word of a mention is a synonym of one of a name.
func (e *Engine) isSynonym(w, v *names.Word) bool {
	return e.lexicon.Synonyms.Of(w.Hash).Strength(v.Hash) >= score.SameSynonym
}

// spelled returns which words of a mention, in a row, have these letters and digits; to is 0 if none have.
func spelled(m *names.Text, compact []byte) (from, to int) {
	for from = range m.Words {
		rest, ok := compact, true
		for to = from; to < len(m.Words) && ok && len(rest) > 0; to++ {
			rest, ok = bytes.CutPrefix(rest, m.Of(&m.Words[to]))
		}
		if ok && len(rest) == 0 {
			return from, to
		}
	}
	return 0, 0
}

// isGloss reports whether a text says again what a name says: it is another one of the entity, or short for it, or for what
// stands before the text.
func (e *Engine) isGloss(text string, before []byte, name *names.Text, entity int32) bool {
	return e.isNameOf(text, entity) || score.Abbreviates(text, names.View(name.Form)) > 0 || score.Abbreviates(text, names.View(before)) > 0
}

// isNameOf reports whether a text is a name of an entity but for case and punctuation.
func (e *Engine) isNameOf(text string, entity int32) bool {
	var r index.Reader
	key := []byte(names.Key(text))
	for row := e.rows.First(key, &r); e.rows.Is(row, key, &r); row++ {
		if int32(e.Pack.RowEntity[row]) == entity {
			return true
		}
	}
	return false
}

// partner returns the other half of a fusion or complex that a mention is, if the entity is named by one of two halves: BCR
// of BCR-ABL for ABL1, though papers name that so.
func (e *Engine) partner(mention string, entity int32) (words string, narrower float64) {
	at := strings.IndexAny(mention, "-/:")
	if at < 0 || len(e.lexicon.Together(mention)) == 0 {
		return "", 0
	}
	halves := [2]string{mention[:at], strings.TrimLeft(mention[at:], "-/:")}
	for i, half := range halves {
		if other := halves[1-i]; e.isNameOf(half, entity) && !e.isNameOf(other, entity) {
			return strings.Clone(other), mostTells
		}
	}
	return "", 0
}
