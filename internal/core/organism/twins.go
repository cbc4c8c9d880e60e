package organism

import (
	"bytes"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/f64"
)

// addTwins adds the twins of the best human genes, of organisms that are named. A twin has the score of its gene.
func (s *Set) addTwins(cs []score.Candidate, said *Said) []score.Candidate {
	for _, one := range cs[:min(len(cs), orthologsOf)] {
		if one.Score < cs[0].Score-score.ContextReach {
			break
		}
		if !slices.Contains(said.of[1:], true) || s.Taxon(one.Entity) != pack.Human {
			continue
		}
		for _, e := range s.twins(uint32(one.Entity)) {
			if one.Entity = int32(e); said.of[s.at(one.Entity)] && !slices.ContainsFunc(cs, func(c score.Candidate) bool { return c.Entity == one.Entity }) {
				cs = append(cs, one)
			}
		}
	}
	return cs
}

// twins returns the twins of a human gene, one of each organism: those of its symbol come before those of other names, which
// have to be names of no other human gene.
func (s *Set) twins(gene uint32) (found []uint32) {
	c := s.pack
	for i, own := range s.rows(gene) {
		var of []uint32
		shared := false // with another human gene
		for row, end := s.sameName(int(own)); row < end; row++ {
			switch e := c.RowEntity[row]; {
			case !c.IsTwin(row):
				shared = shared || e != gene && s.at(int32(e)) == 0
			case !slices.ContainsFunc(found, func(f uint32) bool { return s.at(int32(f)) == s.at(int32(e)) }):
				of = append(of, e)
			}
		}
		if i == 0 || !shared {
			found = append(found, of...)
		}
	}
	return found
}

// sameName returns the rows whose names are that of a row but for case and punctuation, [from, to). They are neighbours.
func (s *Set) sameName(own int) (from, to int) {
	var r index.Reader
	list := s.pack.Names
	key := bytes.Clone(r.Compact(list, own))
	for from = own; from > 0 && bytes.Equal(r.Compact(list, from-1), key); from-- {
	}
	for to = own + 1; to < list.Len() && bytes.Equal(r.Compact(list, to), key); to++ {
	}
	return from, to
}

// Lacks reports whether an organism is named whose genes the pack lacks, all or the twin of the best one: then Lacking changes
// probabilities.
func (s *Set) Lacks(cs []score.Candidate, said *Said) bool {
	if s == nil {
		return false
	}
	_, taxon, _ := s.lacked(cs, said)
	return taxon != ""
}

// lacked returns the best gene, and the likeliest organism that Lacks is about with its share.
func (s *Set) lacked(cs []score.Candidate, said *Said) (best int, taxon string, share float64) {
	best = slices.IndexFunc(cs, func(c score.Candidate) bool { return s.at(c.Entity) >= 0 })
	if best < 0 {
		return best, "", 0
	}
	taxon, share = said.other, said.share
	for t, named := range said.of {
		here := func(c score.Candidate) bool { return s.at(c.Entity) == t }
		if named && !s.listed[t] && (taxon == "" || said.Shares[t] > share) && !slices.ContainsFunc(cs, here) {
			taxon, share = s.Taxa[t], said.Shares[t]
		}
	}
	return best, taxon, share
}

// Lacking lowers the probabilities of genes where an organism is likelier whose genes the pack lacks: all, or the twin of the
// best one. NIL gains what they lose. Where it becomes likelier than they are together, Lacking returns the organism.
func (s *Set) Lacking(cs []score.Candidate, p []float64, pNIL float64, said *Said) (ofNIL float64, taxon string) {
	best, taxon, share := s.lacked(cs, said)
	if taxon == "" {
		return pNIL, ""
	}
	keep := 1 / (1 + f64.Exp(organismScore*(share-lackLess-said.Shares[s.at(cs[best].Entity)])))
	for i := range cs {
		if s.at(cs[i].Entity) >= 0 {
			pNIL += float64(p[i] * (1 - keep))
			p[i] *= keep
		}
	}
	score.SortByP(cs, p)
	if keep >= 0.5 {
		taxon = ""
	}
	return pNIL, taxon
}
