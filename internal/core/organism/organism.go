// Package organism says whose genes are meant, since genes of several organisms have the same names.
//
// A pack keeps the genes of each organism in a namespace of its own (pack.Organism). The likelier an organism, the
// higher the scores of its genes. Evidence is what the caller states, words of the mention and of the text around it,
// and the other mentions of a column. docs/decisions/organisms.md has the figures.
package organism

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/f64"
)

const (
	statedWorth   = 200 // of the first organism that is stated, half of it of the next; a word of a text counts about 1
	organismScore = 6   // score that an organism e times as likely gives its genes
	symbolScore   = 5   // score of a gene whose symbol the mention is, without a text: Trp53 is an alias of TP53, too
	orthologLess  = 1   // score of a gene that lacks the name below that of another organism's that has it and its symbol
	oftenMeant    = 0.1 // expectation of an organism whose synonyms others may have: those of the zebrafish (ub) mislead
	lentName      = 4   // bytes of the text form of such a synonym: shorter ones (Ub, AP) are of many genes
	orthologsOf   = 8   // best genes whose orthologs are looked for
	symbolRows    = 12  // rows before and after a symbol that may be the same
	turns         = 20  // of the estimate for a column
)

// Set are the organisms whose genes a pack tells apart. A nil Set tells none apart.
type Set struct {
	Taxa []string // the human being first
	of   []int    // by the number of a namespace: in Taxa, or -1
	pack *pack.Contents
	*vocabulary
}

// New returns nil for a pack whose namespaces name no organism. Human genes are in the namespace beside those. known are
// the organisms of which the pack knows words.
func New(c *pack.Contents, known []names.Organism) *Set {
	s := &Set{Taxa: []string{pack.Human}, pack: c, vocabulary: newVocabulary(known)}
	several := map[string]bool{}
	for _, ns := range c.Namespaces {
		all, taxon := pack.Organism(ns)
		if several[all] = several[all] || taxon != ""; taxon != "" && !slices.Contains(s.Taxa, taxon) {
			s.Taxa = append(s.Taxa, taxon)
		}
	}
	for _, ns := range c.Namespaces {
		all, taxon := pack.Organism(ns)
		if taxon == "" && several[all] {
			taxon = pack.Human
		}
		s.of = append(s.of, slices.Index(s.Taxa, taxon))
	}
	if len(s.Taxa) == 1 && !slices.Contains(s.of, 0) {
		return nil
	}
	return s
}

// Taxon returns the organism of an entity, "" if it has none.
func (s *Set) Taxon(entity int32) string {
	if s == nil || s.at(entity) < 0 {
		return ""
	}
	return s.Taxa[s.at(entity)]
}

func (s *Set) at(entity int32) int { return s.of[s.pack.EntityNamespace[entity]] }

// Find returns the taxon of an organism of the pack, from its id or a word for it, such as mouse.
func (s *Set) Find(name string) (taxon string, err error) {
	if s == nil {
		return "", fmt.Errorf("organism %q: this pack tells no organisms apart", name)
	}
	if taxon = s.taxonOf(name); !slices.Contains(s.Taxa, taxon) {
		return "", fmt.Errorf("organism %q: this pack has genes of %s in the NCBI Taxonomy alone", name, strings.Join(s.Taxa, ", "))
	}
	return taxon, nil
}

// Between reports whether a rune stands between organisms in a text that names several.
func Between(r rune) bool { return strings.ContainsRune(",;|", r) }

// Shares returns how likely each organism is meant, before its genes are looked at: the logarithm of its share of all
// that speaks for any. counts are those of Count, or nil; t is working memory.
func (s *Set) Shares(t *Text, mention, context string, stated []string, counts []float64) []float64 {
	out := make([]float64, len(s.Taxa))
	for i, taxon := range s.Taxa {
		out[i] = s.expectedOf(taxon)
		if i < len(counts) {
			out[i] += counts[i]
		}
	}
	add := func(taxon string, worth float64) {
		if at := slices.Index(s.Taxa, taxon); at >= 0 {
			out[at] += worth
		}
	}
	t.eachSaid(context, mention, s.vocabulary, add)
	for i, name := range stated {
		add(s.taxonOf(name), math.Ldexp(statedWorth, -i))
	}
	sum := 0.0
	for _, x := range out {
		sum += x
	}
	for i, x := range out {
		out[i] = f64.Log(x / sum)
	}
	return out
}

// AddOrthologs adds to the best genes those of other organisms that have the same symbol and lack the name that was
// found: lists of one organism have synonyms that others lack. filter has the rows that may be found.
func (s *Set) AddOrthologs(cs []score.Candidate, filter *search.RowFilter) []score.Candidate {
	c := s.pack
	for _, one := range cs[:min(len(cs), orthologsOf)] {
		taxon, symbol := s.Taxon(one.Entity), int(c.PrimaryRow[one.Entity])
		if taxon == "" || s.expectedOf(taxon) < oftenMeant || c.Names.Size(int(one.Row)) < lentName || one.Score < cs[0].Score-score.ContextReach {
			continue
		}
		key := names.Key(c.Names.At(symbol))
		one.Score -= orthologLess
		for row := max(0, symbol-symbolRows); row < min(c.Names.Len(), symbol+symbolRows+1); row++ {
			e := c.RowEntity[row]
			if row == symbol || int(c.PrimaryRow[e]) != row || s.at(int32(e)) < 0 || !filter.Has(int32(row)) || names.Key(c.Names.At(row)) != key {
				continue
			}
			one.Entity = int32(e)
			if at := slices.IndexFunc(cs, func(c score.Candidate) bool { return c.Entity == one.Entity }); at < 0 {
				cs = append(cs, one)
			} else if cs[at].Score < one.Score {
				cs[at] = one
			}
		}
	}
	return cs
}

// Prefer adds to the scores of genes how likely their organism is, and more if the mention is
// their symbol and stands alone. The best gene keeps the score of the best, so that
// neither other entities nor NIL become likelier.
func (s *Set) Prefer(cs []score.Candidate, shares []float64, alone bool) {
	symbol := 0.0
	if alone {
		symbol = symbolScore
	}
	const least = float32(-math.MaxFloat32)
	before, after := least, least
	for i := range cs {
		if at := s.at(cs[i].Entity); at >= 0 {
			before = max(before, cs[i].Score)
			cs[i].Score = max(least, cs[i].Score+float32(organismScore*shares[at])+float32(symbol*float64(max(0, cs[i].Features[score.Title]))))
			after = max(after, cs[i].Score)
		}
	}
	for i := range cs {
		if s.at(cs[i].Entity) >= 0 {
			cs[i].Score = max(least, cs[i].Score+(before-after))
		}
	}
	slices.SortStableFunc(cs, func(a, b score.Candidate) int { return cmp.Compare(b.Score, a.Score) })
}

// Count returns how many of several mentions mean genes of each organism, by expectation maximisation, from how likely
// each organism is for each mention.
func (s *Set) Count(likely [][]float64) []float64 {
	counts := make([]float64, len(s.Taxa))
	for range turns {
		next := make([]float64, len(s.Taxa))
		for _, p := range likely {
			x, sum := make([]float64, len(p)), math.SmallestNonzeroFloat64
			for t := range p {
				x[t] = float64(p[t] * (counts[t] + s.expectedOf(s.Taxa[t])))
				sum += x[t]
			}
			for t := range x {
				next[t] += x[t] / sum
			}
		}
		counts = next
	}
	return counts
}
