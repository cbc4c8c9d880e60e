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
func (e *Engine) addAbbreviated(s *Lookup, filter *search.RowFilter) {
	if s.query.Abbreviation.Whole == 0 {
		return
	}
	s.query.Vocabulary = e.byWord()
	if e.Calibration.Ranker.Weights[score.Acronym] == 0 {
		return
	}
	e.offerInitials(s, filter)
	e.offerClipped(s, filter)
	s.keepBest()
	for _, o := range s.offered {
		s.hits = append(s.hits, hit{o.row, score.StageAbbreviation, o.alignment})
	}
}

// offerInitials offers the rows whose initials are the mention, those of popular
// entities first. Where a letter of it is missing, the words must have it.
func (e *Engine) offerInitials(s *Lookup, filter *search.RowFilter) {
	left := score.AcronymTries
	for _, short := range [...]names.Initials{s.query.Abbreviation.Whole, s.query.Abbreviation.Singular} {
		short.OneLetterDeletions(func(i names.Initials) {
			if i != short && s.query.Off.Has(names.LessOneLetter) || s.query.Off.Has(names.InitialLetters) {
				return
			}
			postings := e.byWord().Initials.Of(i.Hash())
			postings = postings[:min(left, len(postings))]
			left -= len(postings)
			for len(postings) > 0 && len(s.offered) < score.AcronymRows {
				s.named, postings = filter.Next(s.named[:0], postings, namesTogether)
				if i != short {
					s.names.Read(e.Pack.Names, s.named)
				}
				for k, row := range s.named {
					if len(s.offered) == score.AcronymRows {
						return
					}
					alignment := float32(1)
					if i != short {
						alignment = s.abbreviates(s.names.At(k))
					}
					if alignment > 0 {
						e.offer(s, row, alignment)
					}
				}
			}
		})
	}
}

// namesTogether is how many names of the same initials are read at a time.
const namesTogether = 64

// abbreviates returns how well the mention abbreviates a name.
func (s *Lookup) abbreviates(name []byte) float32 {
	if !names.MayStandFor(&s.query.Abbreviation, name) || !s.query.Abbreviation.InOrder(name) {
		return 0
	}
	s.text.Read(names.View(name))
	return s.query.Abbreviates(&s.text)
}

// offerClipped offers the names of one word that the mention clips.
func (e *Engine) offerClipped(s *Lookup, filter *search.RowFilter) {
	form := s.query.Form
	wanted, ok := names.LetterSet(form)
	if !ok || !score.MayClip(form) || s.query.Off.Has(names.Clipping) {
		return
	}
	least := s.keepBest()
	for _, list := range e.byWord().Clipped {
		for _, c := range list[form[0]-'a'] {
			if c.Letters&wanted != wanted || !filter.Has(c.Row) || !s.query.Abbreviation.InOrder(c.Word) {
				continue
			}
			if e.newOffer(c.Row, 1).order < least {
				break // whatever it is worth, and the others are less popular
			}
			if alignment := score.Clip(form, c.Word, s.query.Vocabulary, s.query.Off); alignment > 0 {
				if e.offer(s, c.Row, alignment); len(s.offered) >= 2*score.FewRows {
					least = s.keepBest()
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
func (e *Engine) offer(s *Lookup, row int32, alignment float32) {
	if !containsRow(s.hits, row) {
		s.offered = append(s.offered, e.newOffer(row, alignment))
	}
}

// keepBest keeps the best of the rows offered, in their order, and returns the order
// below which further ones need not be offered.
func (s *Lookup) keepBest() float32 {
	slices.SortFunc(s.offered, func(a, b offer) int {
		return cmp.Or(cmp.Compare(b.order, a.order), cmp.Compare(a.row, b.row))
	})
	s.offered = slices.CompactFunc(s.offered, func(a, b offer) bool { return a.row == b.row })
	if len(s.offered) < score.FewRows {
		return -1 // less than any
	}
	s.offered = s.offered[:score.FewRows]
	return s.offered[score.FewRows-1].order
}
