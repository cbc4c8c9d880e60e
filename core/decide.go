package core

import (
	"bytes"
	"slices"

	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// decided reports whether the rows that tables found decide the answer, so that near rows need not be sought, and leaves
// them as candidates. The scan takes most of a look-up, and four of five mentions are names.
//
// A near row can be the best one if its name goes on from the mention, or is its plural, and more is written about its
// entity; if the name is a weak one (score.Ranker.Decides); if its gene is of a likelier organism; or by its fields.
func (n *Normalizer) decided(s *lookup, mention string, o *Options) bool {
	rewritten := s.query.Rewriting == score.Approximate || !o.named && s.query.Rewriting != score.AsWritten
	if s.decided = false; o.Near || s.forms == 0 || rewritten || n.fields != nil && o.Fields != "" {
		return false
	}
	if n.featurize(s, &search.Nearest{}); o.named {
		return true
	}
	cs := s.folding.Fold(&n.calibration.Ranker, s.candidates)
	s.decided = n.calibration.Ranker.Decides(cs) && n.expected(s, &cs[0], mention, o) && !n.hasStrongerExtension(s, &cs[0])
	if !s.decided {
		s.candidates = s.candidates[:0]
	}
	return s.decided
}

// retryNIL returns the answer, unless names alone decided it and it is NIL. It then looks the mention up again with near
// names, because an answer NIL shows the nearest entities.
func (n *Normalizer) retryNIL(s *lookup, a Answer, mention string, filter *search.RowFilter, o Options) Answer {
	if !s.decided || !a.NIL || len(a.Matches) == 0 || a.Matches[0].P < o.MinP {
		return a
	}
	o.Near = true
	n.gather(s, mention, filter, &o)
	return n.choose(s, n.fold(s), mention, o)
}

// expected reports whether no organism is likelier than that of a gene.
func (n *Normalizer) expected(s *lookup, c *score.Candidate, mention string, o *Options) bool {
	taxon := n.organisms.Taxon(c.Entity)
	if taxon == "" {
		return true
	}
	shares := n.organisms.Shares(&s.around, mention, o.Context, o.Organisms, o.Coverage.counts())
	return shares[slices.Index(n.organisms.Taxa, taxon)] == slices.Max(shares)
}

// hasStrongerExtension reports whether a longer name that begins with the mention, or its singular, belongs to an entity
// about which more is written than about the best one. It also reports true where it cannot tell: if too many names begin
// with the mention, or if one is its plural and the best name is not written as the mention is. Rows of longer names follow
// those of the mention.
func (n *Normalizer) hasStrongerExtension(s *lookup, best *score.Candidate) bool {
	compact, exact := s.query.Compact, best.Stage == score.StageExact
	more := func(row int) bool {
		e := int32(n.pack.RowEntity[row])
		return e != best.Entity && score.MoreWritten(n.pack.Prior[e], n.pack.Prior[best.Entity], exact)
	}
	for row, end := n.rows.First(compact, &s.reading), 0; row < n.pack.Names.Len(); row++ {
		name := s.reading.Compact(n.pack.Names, row)
		if !bytes.HasPrefix(name, compact) {
			break
		}
		rest := name[len(compact):]
		if len(rest) == 0 {
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
	for row := n.rows.First(singular, &s.reading); n.rows.Is(row, singular, &s.reading); row++ {
		if !exact || more(row) {
			return true
		}
	}
	return false
}
