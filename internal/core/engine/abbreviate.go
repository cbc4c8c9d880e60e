package engine

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// addAbbreviated adds the best of the rows whose names the mention may abbreviate.
func (e *Engine) addAbbreviated(w *Work, filter *search.RowFilter) {
	if w.query.Abbreviation.Whole == 0 {
		return
	}
	w.query.Vocabulary = e.byWord()
	if e.Calibration.Ranker.Weights[score.Acronym] == 0 {
		return
	}
	e.offerInitials(w, filter)
	e.offerClipped(w, filter)
	w.keepBest()
	for _, o := range w.offered {
		w.hits = append(w.hits, hit{o.row, score.StageAbbreviation, o.alignment})
	}
}

// offerInitials offers the rows whose initials are the mention, those of popular
// entities first. Where a letter of it is missing, the words must have it.
func (e *Engine) offerInitials(w *Work, filter *search.RowFilter) {
	left := score.AcronymTries
	for _, short := range [...]names.Initials{w.query.Abbreviation.Whole, w.query.Abbreviation.Singular} {
		short.OneLetterDeletions(func(i names.Initials) {
			if i != short && w.query.Off.Has(names.LessOneLetter) || w.query.Off.Has(names.InitialLetters) {
				return
			}
			postings := e.byWord().Initials.Of(i.Hash())
			postings = postings[:min(left, len(postings))]
			left -= len(postings)
			for len(postings) > 0 && len(w.offered) < score.AcronymRows {
				w.named, postings = filter.Next(w.named[:0], postings, namesTogether)
				if i != short {
					w.names.Read(e.Pack.Names, w.named)
				}
				for k, row := range w.named {
					if len(w.offered) == score.AcronymRows {
						return
					}
					alignment := float32(1)
					if i != short {
						alignment = w.abbreviates(w.names.At(k))
					}
					if alignment > 0 {
						e.offer(w, row, alignment)
					}
				}
			}
		})
	}
}

// namesTogether is how many names of the same initials are read at a time.
const namesTogether = 64

// abbreviates returns how well the mention abbreviates a name.
func (w *Work) abbreviates(name []byte) float32 {
	if !names.MayStandFor(&w.query.Abbreviation, name) || !w.query.Abbreviation.InOrder(name) {
		return 0
	}
	w.text.Read(names.View(name))
	return w.query.Abbreviates(&w.text)
}

// offerClipped offers the names of one word that the mention clips.
func (e *Engine) offerClipped(w *Work, filter *search.RowFilter) {
	form := w.query.Form
	wanted, ok := names.LetterSet(form)
	if !ok || !score.MayClip(form) || w.query.Off.Has(names.Clipping) {
		return
	}
	least := w.keepBest()
	for _, list := range e.byWord().Clipped {
		for _, c := range list[form[0]-'a'] {
			if c.Letters&wanted != wanted || !filter.Has(c.Row) || !w.query.Abbreviation.InOrder(c.Word) {
				continue
			}
			if e.newOffer(c.Row, 1).order < least {
				break // whatever it is worth, and the others are less popular
			}
			if alignment := score.Clip(form, c.Word, w.query.Vocabulary, w.query.Off); alignment > 0 {
				if e.offer(w, c.Row, alignment); len(w.offered) >= 2*score.FewRows {
					least = w.keepBest()
				}
			}
		}
	}
}

func (e *Engine) newOffer(row int32, alignment float32) offer {
	o := offer{row: row, alignment: alignment}
	o.order = score.AcronymOf(alignment, e.Pack.Prior[e.Pack.RowEntity[row]])
	if e.Pack.RowKind[row] != pack.KindPrimary {
		o.order -= score.LessForOther
	}
	return o
}

// offer notes a row unless it is found already.
func (e *Engine) offer(w *Work, row int32, alignment float32) {
	if !containsRow(w.hits, row) {
		w.offered = append(w.offered, e.newOffer(row, alignment))
	}
}

// keepBest keeps the best of the rows offered, in their order, and returns the order
// below which further ones need not be offered.
func (w *Work) keepBest() float32 {
	slices.SortStableFunc(w.offered, func(a, b offer) int {
		return cmp.Or(cmp.Compare(b.order, a.order), cmp.Compare(a.row, b.row))
	})
	w.offered = slices.CompactFunc(w.offered, func(a, b offer) bool { return a.row == b.row })
	if len(w.offered) < score.FewRows {
		return -1 // less than any
	}
	w.offered = w.offered[:score.FewRows]
	return w.offered[score.FewRows-1].order
}
