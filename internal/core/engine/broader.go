package engine

import (
	"slices"
	"strings"
	"sync"

	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
)

// A list may lack what a mention means and have what that is a kind or a part of: the species of a strain, the disease of a
// stage, the drug of a form, a gene of a fusion. Then all that tells of the name found stands in the mention, and more.

const (
	numberTells = 0.9  // how likely a number tells entities apart
	nothingLost = 0.75 // how likely what a mention lacks of a name tells nothing, from which it is not missed

	// How likely words that tell entities apart name something narrower. Of answers with such words on 20 lists of mentions
	// that people wrote, most are right exactly (LaserJet 4 Series); of mentions made of siblings, none.
	narrows = 0.5
)

// texts has the memory of a mention and a name that are compared.
var texts = sync.Pool{New: func() any { return new([2]names.Text) }}

// tells returns how likely a word tells entities apart.
func (e *Engine) tells(w *names.Word) float64 {
	if w.Digit {
		return numberTells
	}
	return float64(e.lexicon.Telling.Of(w.Hash))
}

// Broader returns what tells in a mention beyond the name of a candidate, as the mention writes it, and how likely that
// makes it narrower than the entity. It returns "" where there is no more, or where the mention lacks a part of the name.
func (e *Engine) Broader(mention string, c *score.Candidate) (words string, narrower float64) {
	if c.Translated {
		return "", 0 // its words are others
	}
	switch c.Stage {
	case score.StageExact, score.StageNormalized, score.StageMember:
		return e.partner(mention, c.Entity)
	case score.StageRewritten:
		if !c.Read {
			return "", 0 // all of the mention was rewritten
		}
	case score.StagePart, score.StageWord, score.StageHamming:
	default:
		return "", 0
	}
	t := texts.Get().(*[2]names.Text)
	defer texts.Put(t)
	for i, s := range [...]string{mention, e.Pack.Names.At(int(c.Row))} {
		t[i].Listed = i == 1
		t[i].Read(s)
	}
	m, name := &t[0], &t[1]
	used := e.within(m, name)
	var more []string
	same, tells, from := 1.0, 0.0, 0 // of the words from here on
	for i := range used {
		w := &m.Words[i]
		used[i] = used[i] || i > 0 && used[i-1] && m.Form[w.Start-1] == '\'' // of Down's
		if !used[i] {
			tells = max(tells, e.tells(w))
		}
		end := int(w.Start + w.Size)
		if !used[i] && i+1 < len(used) && !used[i+1] && !strings.ContainsAny(names.View(m.Form[end:m.Words[i+1].Start]), "()[],;") {
			continue
		}
		if start := int(m.Words[from].Start); tells >= score.LeastTelling {
			if text := names.Source(mention, start, end); !e.isGloss(text, names.View(m.Form[:start]), name, c.Entity) {
				more, same = append(more, strings.Clone(text)), same*(1-tells) // not the whole mention, which may be a text's
			}
		}
		tells, from = 0, i+1
	}
	return strings.Join(more, " "), float64(narrows * (1 - same))
}

// within returns which words of a mention stand for words of a name, nil if a telling word of the name has none.
func (e *Engine) within(m, name *names.Text) []bool {
	used, same, more := make([]bool, len(m.Words)), 1.0, false
	if at := strings.Index(names.View(m.Compact), names.View(name.Compact)); at >= 0 { // FOXP2 gene has FOX-P2
		left, from := len(name.Compact), 0
		for j := range m.Words {
			size := int(m.Words[j].Size)
			if from == at+len(name.Compact)-left && size <= left {
				used[j], left = true, left-size
			}
			from += size
		}
		if left == 0 {
			return used
		}
		clear(used)
	}
	for i := range m.Words {
		w := &m.Words[i]
		used[i] = e.has(name, m, w)
		more = more || used[i] && w.Size > 1 // than letters, which may be short for any word
	}
	for i := range name.Words {
		if w := &name.Words[i]; !e.has(m, name, w) {
			same *= 1 - e.tells(w)
		}
	}
	switch {
	case more && same >= nothingLost:
		return used
	case more:
		return nil
	}
	for j := range m.Words {
		if score.AbbreviatesText(string(m.Of(&m.Words[j])), name) > 0 {
			clear(used)
			used[j] = true
			return used
		}
	}
	return nil
}

// has reports whether a text has word w of t, or a synonym of it.
func (e *Engine) has(text, t *names.Text, w *names.Word) bool {
	if score.HasWord(text, t, w) {
		return true
	}
	synonyms := e.lexicon.Synonyms.Of(w.Hash)
	return slices.ContainsFunc(text.Words, func(o names.Word) bool { return synonyms.Strength(o.Hash) >= score.SameSynonym })
}

// isGloss reports whether a text says again what a name says: it is another one of the entity, or short for it, or for what
// stands before the text.
func (e *Engine) isGloss(text, before string, name *names.Text, entity int32) bool {
	return e.isNameOf(text, entity) || score.AbbreviatesText(text, name) > 0 || score.Abbreviates(text, before) > 0
}

// isNameOf reports whether a text is a name of an entity but for case and punctuation.
func (e *Engine) isNameOf(text string, entity int32) bool {
	var r index.Reader
	key := []byte(names.Key(text))
	row := e.rows.First(key, &r)
	for e.rows.Is(row, key, &r) && int32(e.Pack.RowEntity[row]) != entity {
		row++
	}
	return e.rows.Is(row, key, &r)
}

// partner returns the other half of a fusion or complex that a mention is, if the entity is named by one of two halves: BCR
// of BCR-ABL for ABL1, though papers name that so.
func (e *Engine) partner(mention string, entity int32) (words string, narrower float64) {
	at := strings.IndexAny(mention, "-/:")
	if at < 0 || len(e.lexicon.Together(mention)) == 0 {
		return "", 0
	}
	first, second := mention[:at], strings.TrimLeft(mention[at:], "-/:")
	switch is := e.isNameOf(first, entity); {
	case is == e.isNameOf(second, entity):
		return "", 0
	case is:
		first = second
	}
	return strings.Clone(first), numberTells
}
