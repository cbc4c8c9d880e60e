package engine

import (
	"bytes"
	"slices"

	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// decideByNames fills in the candidates that tables found, and reports whether they decide the answer, so that near rows
// need not be sought. The scan takes most of a look-up, and four of five mentions are names. Work.Decided says that names
// decided although near rows might have; it stays false with Request.Named.
//
// A near row can be the best one if its name goes on from the mention, or is its plural, and more is written about its
// entity; if the name is a weak one (score.Ranker.Decides); if its gene is of a likelier organism; or by its fields.
func (e *Engine) decideByNames(w *Work, mention string, r *Request) bool {
	rewritten := w.query.Rewriting == score.Approximate || !r.Named && w.query.Rewriting != score.AsWritten
	if w.Decided = false; r.Near || w.forms == 0 || rewritten || e.Fields != nil && r.Fields != "" {
		return false
	}
	if e.featurize(w, &search.Nearest{}); r.Named {
		return true
	}
	cs := w.folding.Fold(&e.Calibration.Ranker, w.candidates)
	w.Decided = e.Calibration.Ranker.Decides(cs) && e.expected(w, &cs[0], mention, r) && !e.hasStrongerExtension(w, &cs[0])
	return w.Decided
}

// expected reports whether no organism is likelier than that of a gene.
func (e *Engine) expected(w *Work, c *score.Candidate, mention string, r *Request) bool {
	taxon := e.Organisms.Taxon(c.Entity)
	if taxon == "" || !e.Organisms.Lists() {
		return true
	}
	said := e.Organisms.Said(&w.around, mention, r.Context, r.Organisms, r.OrganismCounts)
	return said.Shares[slices.Index(e.Organisms.Taxa, taxon)] == slices.Max(said.Shares)
}

// hasStrongerExtension reports whether a longer name that begins with the mention, or its singular, belongs to an entity
// about which more is written than about the best one. It also reports true where it cannot tell: if too many names begin
// with the mention, or if one is its plural and the best name is not written as the mention is. Rows of longer names follow
// those of the mention.
func (e *Engine) hasStrongerExtension(w *Work, best *score.Candidate) bool {
	compact, exact := w.query.Compact, best.Stage == score.StageExact
	more := func(row int) bool {
		other := int32(e.Pack.RowEntity[row])
		return other != best.Entity && !e.Pack.IsTwin(row) && score.MoreWritten(e.Pack.Prior[other], e.Pack.Prior[best.Entity], exact)
	}
	for row, end := w.first, 0; row < e.Pack.Names.Len(); row++ {
		name := w.reading.Compact(e.Pack.Names, row)
		if !bytes.HasPrefix(name, compact) {
			break
		}
		rest := name[len(compact):]
		if len(rest) == 0 || e.Pack.IsTwin(row) {
			continue
		}
		if end++; end > score.GoesOnRows || more(row) || !exact && string(rest) == "s" {
			return true
		}
	}
	singular, plural := bytes.CutSuffix(compact, []byte("s"))
	if !plural {
		return false
	}
	for row := e.rows.First(singular, &w.reading); e.rows.Is(row, singular, &w.reading); row++ {
		if !exact || more(row) {
			return true
		}
	}
	return false
}
