// Package organism estimates whose genes a mention means, because genes of several organisms have the same names.
//
// A pack keeps the genes of each organism in a namespace of its own (pack.Organism). The likelier an organism is, the
// higher its genes score. Evidence comes from the organisms that the caller states, from words of the mention and of the
// text around it, and from the other mentions of a column. docs/decisions/organisms.md has the figures.
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
	organismScore = 3.0 // added to the score of a gene when its organism is e times as likely
	aloneScore    = 6.0 // the same where the mention stands alone
	symbolScore   = 5   // added to the score of a gene whose symbol equals a mention without a text: TP53 has the alias Trp53
	orthologLess  = 1   // subtracted from the score of an ortholog that lacks the name that was found
	lackLess      = 1.1 // logarithm of how many times as likely an organism has to be whose gene the pack lacks: texts name others, too (yeast two-hybrid)
	oftenMeant    = 0.1 // least expectation of an organism that lends its synonyms; those of the zebrafish (ub) mislead
	lentName      = 4   // least length of a lent synonym, in bytes of its text form; many genes have shorter ones (Ub, AP)
	orthologsOf   = 8   // best genes whose orthologs are sought
	symbolRows    = 12  // rows before and after a symbol that may have the same one
	turns         = 20  // rounds of the estimate for a column
)

// Set holds the organisms whose genes a pack distinguishes. A nil Set distinguishes none.
type Set struct {
	Taxa   []string // NCBI Taxonomy ids, pack.Human first
	of     []int    // for each namespace, the index of its organism in Taxa, or -1
	listed []bool   // which organisms have genes that are no twins of human ones
	pack   *pack.Contents
	rows   func(entity uint32) []uint32
	*vocabulary
}

// New returns the organisms of a pack, or nil if no namespace names one. Where some namespaces do, the namespace of the same
// name without an organism has the human genes. known are the organisms for which the pack has words. rows returns those of an
// entity, the primary one first.
func New(c *pack.Contents, known []names.Organism, rows func(entity uint32) []uint32) *Set {
	s := &Set{Taxa: []string{pack.Human}, pack: c, rows: rows, vocabulary: newVocabulary(known)}
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
	s.listed = make([]bool, len(s.Taxa))
	for e, ns := range c.EntityNamespace {
		if at := s.of[ns]; at >= 0 && !s.listed[at] && !c.IsTwin(int(c.PrimaryRow[e])) {
			s.listed[at] = true
		}
	}
	return s
}

// Lists reports whether the pack lists genes of an organism other than the human being, and not only twins.
func (s *Set) Lists() bool { return s != nil && slices.Contains(s.listed[1:], true) }

// ListsIn reports whether a namespace, by its number, has entities that are no twins.
func (s *Set) ListsIn(namespace int) bool {
	return s == nil || s.of[namespace] < 0 || s.listed[s.of[namespace]]
}

// Taxon returns the NCBI Taxonomy id of an entity's organism, or "" if it has none.
func (s *Set) Taxon(entity int32) string {
	if s == nil || s.at(entity) < 0 {
		return ""
	}
	return s.Taxa[s.at(entity)]
}

func (s *Set) at(entity int32) int { return s.of[s.pack.EntityNamespace[entity]] }

// Find returns the NCBI Taxonomy id of an organism whose genes the pack has. name is its id or a word for it, such as mouse.
func (s *Set) Find(name string) (taxon string, err error) {
	if s == nil {
		return "", fmt.Errorf("organism %q: this pack tells no organisms apart", name)
	}
	if taxon = s.taxonOf(name); !slices.Contains(s.Taxa, taxon) {
		return "", fmt.Errorf("organism %q: this pack has genes of %s in the NCBI Taxonomy alone", name, strings.Join(s.Taxa, ", "))
	}
	return taxon, nil
}

// Split returns the organisms that a text lists.
func Split(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(",;|", r) })
}

// Said is how likely each organism is meant, whatever genes it has.
type Said struct {
	Shares []float64 // for each of Set.Taxa, the logarithm of its share of the evidence for all of them
	of     []bool    // which of them the caller, the mention or the text names, beyond hints
	other  string    // of the organisms that the pack lacks, the one most is said of; "" if nothing is said of any
	share  float64   // of other, beside those of Taxa
}

// Said returns what speaks for each organism. counts comes from Count, or is nil; t is working memory.
func (s *Set) Said(t *Text, mention, context string, stated []string, counts []float64) Said {
	out := Said{Shares: make([]float64, len(s.Taxa)), of: make([]bool, len(s.Taxa))}
	for i, taxon := range s.Taxa {
		expected := s.expectedOf(taxon)
		if i < len(counts) {
			expected += counts[i]
		}
		out.Shares[i] = f64.Log(expected)
	}
	others := map[string]float64{} // that the pack lacks
	add := func(taxon string, worth float64, name bool) {
		if at := slices.Index(s.Taxa, taxon); at >= 0 {
			out.Shares[at] += worth
			out.of[at] = out.of[at] || name
		} else if name && taxon != "" {
			if _, ok := others[taxon]; !ok {
				others[taxon] = f64.Log(s.expectedOf(taxon))
			}
			if others[taxon] += worth; out.other == "" || others[taxon] > others[out.other] {
				out.other = taxon
			}
		}
	}
	t.eachSaid(context, mention, s.vocabulary, add)
	for i, name := range stated {
		add(s.taxonOf(name), max(0, float64(statedWorth-nextLess*i)), true)
	}
	best := slices.Max(out.Shares)
	sum := 0.0
	for _, x := range out.Shares {
		sum += f64.Exp(x - best)
	}
	all := best + f64.Log(sum)
	for i := range out.Shares {
		out.Shares[i] -= all
	}
	out.share = others[out.other] - all
	return out
}

// AddOrthologs adds the genes of other organisms that have the symbol of one of the best genes but lack the name that was
// found: the list of one organism has synonyms that others lack. filter has the rows that may be found. It adds twins of
// organisms that are named.
func (s *Set) AddOrthologs(cs []score.Candidate, filter *search.RowFilter, said *Said) []score.Candidate {
	cs = s.addTwins(cs, said)
	if !s.Lists() {
		return cs
	}
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
			if row == symbol || int(c.PrimaryRow[e]) != row || s.at(int32(e)) < 0 || c.IsTwin(row) || !filter.Has(int32(row)) || names.Key(c.Names.At(row)) != key {
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

// Prefer raises the scores of genes of likely organisms, and of genes whose symbol the mention is if it stands alone. It then
// shifts the scores of all genes so that the best one scores as before: other entities and NIL do not become likelier. Human
// genes beside twins stay as they are.
func (s *Set) Prefer(cs []score.Candidate, said *Said, alone bool) {
	if !s.Lists() {
		if !slices.ContainsFunc(cs, func(c score.Candidate) bool { return s.at(c.Entity) > 0 }) {
			return
		}
		alone = false
	}
	organism, symbol := organismScore, 0.0
	if alone {
		organism, symbol = aloneScore, symbolScore
	}
	const least = float32(-math.MaxFloat32)
	before, after := least, least
	for i := range cs {
		if at := s.at(cs[i].Entity); at >= 0 {
			before = max(before, cs[i].Score)
			cs[i].Score = max(least, cs[i].Score+float32(organism*said.Shares[at])+float32(symbol*float64(max(0, cs[i].Features[score.Title]))))
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

// Count estimates how many of several mentions mean genes of each organism, by expectation maximisation. likely has the
// probability of each organism for each mention.
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
