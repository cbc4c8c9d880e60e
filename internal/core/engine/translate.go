package engine

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/core/translation"
)

// addTranslated adds the rows of what a mention in another language means, as if somebody had asked for it in the words of
// the list, and in their opposite order: heart disease is enfermedad cardiaca.
func (e *Engine) addTranslated(w *Work, language string, filter *search.RowFilter) {
	if len(e.translations.Languages) == 0 || w.forms > 0 || language == "" && len(w.read) > 0 {
		return
	}
	units := e.translations.Meaning(w.form, language)
	words := translation.Likeliest(units)
	if len(words) == 0 {
		return
	}
	e.addMeaning(w, words, units, filter)
	if slices.Reverse(words); len(words) > 1 {
		e.addMeaning(w, words, units, filter)
	}
}

// addMeaning adds the rows of words that stand for the other meanings of their units, too.
func (e *Engine) addMeaning(w *Work, words []string, units []translation.Unit, filter *search.RowFilter) {
	text, other := strings.Join(words, " "), e.Begin()
	defer e.End(other)
	if other.form = names.AppendForm(other.form[:0], text); !e.retrieve(other, text, filter) {
		return
	}
	for i := range units {
		other.query.AddMeanings(&units[i])
	}
	e.codes.Nearest(&other.near, other.code, other.size, score.NearestRows, filter)
	e.featurize(other, &other.near)
	for _, c := range other.candidates {
		c.Stage, c.Translated = max(c.Stage, score.StageRewritten), true
		w.candidates = append(w.candidates, c)
	}
}

// Translates returns the languages of which the pack has tables.
func (e *Engine) Translates() []string {
	var tags []string
	for _, t := range e.translations.Languages {
		tags = append(tags, t.Tag)
	}
	return tags
}

// meaningFor returns what a mention means, in the words of the name of a row where it may mean them, and how sure that is.
func (e *Engine) meaningFor(mention, language string, row int32) (text string, sure float32) {
	units := e.translations.Meaning(names.AppendForm(nil, mention), language)
	words, sure := translation.Towards(units, names.Words(e.Pack.Names.At(int(row))))
	return strings.Join(words, " "), sure
}
