package core

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/topic"
	"github.com/normlet/normlet/internal/f64"
)

// Genes of several organisms have the same names. A pack keeps those of each organism in a namespace of its own
// (pack.Organism), and the likelier an organism is, the higher the scores of its genes: by Options.Organisms, by words
// of the mention and the text around it, and by the other mentions of a column. See docs/decisions/organisms.md.

// ErrOrganism is wrapped by the error for an organism whose genes the pack lacks.
var ErrOrganism = errors.New("the pack has no genes of such an organism")

const (
	statedWorth   = 200 // of the first of Options.Organisms, half of it of the next; a word of a text counts about 1
	organismScore = 6   // score that an organism e times as likely gives its genes
	symbolScore   = 4.5 // score of a gene whose symbol the mention is, without a text: Trp53 is an alias of TP53, too
	orthologLess  = 1   // score of a gene that lacks the name below that of another organism's that has it and its symbol
	oftenMeant    = 0.1 // expectation of an organism whose synonyms others may have: those of the zebrafish (ub) mislead
	lentName      = 4   // bytes of the text form of such a synonym: shorter ones (Ub, AP) are of many genes
	orthologsOf   = 8   // best genes whose orthologs are looked for
	symbolRows    = 12  // rows before and after a symbol that may be the same
	organismTurns = 20  // of the estimate for a column
)

// BetweenOrganisms reports whether a rune stands between the organisms of a Query.
func BetweenOrganisms(r rune) bool { return strings.ContainsRune(",;|", r) }

// organisms are those whose genes a pack tells apart.
type organisms struct {
	taxa []string // the human being first
	of   []int    // by the number of a namespace: in taxa, or -1
}

// newOrganisms returns nil for a pack whose namespaces name no organism. Human genes are in the namespace beside those.
func newOrganisms(namespaces []string) *organisms {
	o := &organisms{taxa: []string{pack.Human}}
	several := map[string]bool{}
	for _, ns := range namespaces {
		all, taxon := pack.Organism(ns)
		if several[all] = several[all] || taxon != ""; taxon != "" && !slices.Contains(o.taxa, taxon) {
			o.taxa = append(o.taxa, taxon)
		}
	}
	for _, ns := range namespaces {
		all, taxon := pack.Organism(ns)
		if taxon == "" && several[all] {
			taxon = pack.Human
		}
		o.of = append(o.of, slices.Index(o.taxa, taxon))
	}
	if len(o.taxa) == 1 && !slices.Contains(o.of, 0) {
		return nil
	}
	return o
}

// taxon returns that of a namespace, by its number.
func (o *organisms) taxon(namespace uint16) string {
	if o == nil || o.of[namespace] < 0 {
		return ""
	}
	return o.taxa[o.of[namespace]]
}

// shares returns how likely each organism is meant, before its genes are looked at: the logarithm of its share of all
// that speaks for any.
func (o *organisms) shares(mention string, opt *Options) []float64 {
	out := make([]float64, len(o.taxa))
	for i, taxon := range o.taxa {
		out[i] = topic.Expected(taxon)
		if opt.InList != nil && len(opt.InList.organisms) > 0 {
			out[i] += opt.InList.organisms[i]
		}
	}
	add := func(taxon string, worth float64) {
		if at := slices.Index(o.taxa, taxon); at >= 0 {
			out[at] += worth
		}
	}
	topic.EachOrganism(opt.Context, mention, add)
	for i, name := range opt.Organisms {
		add(topic.Organism(name), math.Ldexp(statedWorth, -i))
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

// withOrthologs adds to the best genes those of other organisms that have the same symbol and lack the name that was
// found: lists of one organism have synonyms that others lack.
func (n *Normalizer) withOrthologs(cs []score.Candidate, o *Options) []score.Candidate {
	filter, _ := n.filters.Of(o.Namespaces) // which were checked
	c := n.pack
	for _, one := range cs[:min(len(cs), orthologsOf)] {
		taxon, symbol := n.organisms.taxon(c.EntityNamespace[one.Entity]), int(c.PrimaryRow[one.Entity])
		if taxon == "" || topic.Expected(taxon) < oftenMeant || c.Names.Size(int(one.Row)) < lentName || one.Score < cs[0].Score-score.ContextReach {
			continue
		}
		key := names.Key(c.Names.At(symbol))
		one.Score -= orthologLess
		for row := max(0, symbol-symbolRows); row < min(c.Names.Len(), symbol+symbolRows+1); row++ {
			e := c.RowEntity[row]
			if row == symbol || int(c.PrimaryRow[e]) != row || n.organisms.of[c.EntityNamespace[e]] < 0 || !filter.Has(int32(row)) || names.Key(c.Names.At(row)) != key {
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

// prefer adds to the scores of genes how likely their organism is, and symbol if the mention is theirs. The best gene keeps the score of the best, so that
// neither other entities nor NIL become likelier.
func (o *organisms) prefer(cs []score.Candidate, c *pack.Contents, shares []float64, symbol float64) {
	of := func(i int) int { return o.of[c.EntityNamespace[cs[i].Entity]] }
	const least = float32(-math.MaxFloat32)
	before, after := least, least
	for i := range cs {
		if at := of(i); at >= 0 {
			before = max(before, cs[i].Score)
			cs[i].Score = max(least, cs[i].Score+float32(organismScore*shares[at])+float32(symbol*float64(cs[i].Features[score.Title])))
			after = max(after, cs[i].Score)
		}
	}
	for i := range cs {
		if of(i) >= 0 {
			cs[i].Score = max(least, cs[i].Score+(before-after))
		}
	}
	slices.SortStableFunc(cs, func(a, b score.Candidate) int { return cmp.Compare(b.Score, a.Score) })
}

// estimateOrganisms returns how many of the queries mean genes of each organism, by expectation maximisation over those
// that have the mention as a name; nil if the pack tells none apart.
func (n *Normalizer) estimateOrganisms(queries []Query, opt Options) ([]float64, error) {
	o := n.organisms
	if o == nil {
		return nil, nil
	}
	opt.InList = &InList{organisms: slices.Repeat([]float64{1e9}, len(o.taxa))} // all alike
	answers, err := n.LookupMany(queries, opt)
	counts := make([]float64, len(o.taxa))
	for range organismTurns {
		next := make([]float64, len(o.taxa))
		for i := range answers {
			p, sum := make([]float64, len(o.taxa)), 0.0
			for _, m := range answers[i].Matches {
				if t := slices.Index(o.taxa, m.Taxon); t >= 0 && rival(&m).AsGoodAs(rival(&answers[i].Matches[0])) {
					x := float64(m.P * (counts[t] + topic.Expected(m.Taxon)))
					p[t], sum = p[t]+x, sum+x
				}
			}
			for t := range p {
				next[t] += p[t] / max(sum, math.SmallestNonzeroFloat64)
			}
		}
		counts = next
	}
	return counts, err
}

// Organism returns the NCBI Taxonomy id of an organism whose genes the pack has, from its id or a word for it, such as
// mouse. Its error wraps ErrOrganism.
func (n *Normalizer) Organism(name string) (taxon string, err error) {
	o := n.organisms
	switch taxon = topic.Organism(name); {
	case o == nil:
		return "", fmt.Errorf("organism %q: %w: it tells no organisms apart", name, ErrOrganism)
	case !slices.Contains(o.taxa, taxon):
		return "", fmt.Errorf("organism %q: %w; it has those of %s in the NCBI Taxonomy", name, ErrOrganism, strings.Join(o.taxa, ", "))
	}
	return taxon, nil
}
