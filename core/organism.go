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
	symbolScore   = 4.5 // score of a gene whose symbol, in any case, is the mention: Trp53 is TRP53 of a human gene, too
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

// newOrganisms returns nil for a pack whose namespaces name no organism.
func newOrganisms(namespaces []string) *organisms {
	o := &organisms{taxa: []string{pack.Human}}
	several := map[string]bool{}
	for _, ns := range namespaces {
		if all, taxon := pack.Organism(ns); taxon != "" {
			several[all] = true
			if !slices.Contains(o.taxa, taxon) {
				o.taxa = append(o.taxa, taxon)
			}
		}
	}
	if len(several) == 0 {
		return nil
	}
	for _, ns := range namespaces {
		all, taxon := pack.Organism(ns)
		if !several[all] {
			o.of = append(o.of, -1)
			continue
		}
		o.of = append(o.of, slices.Index(o.taxa, cmp.Or(taxon, pack.Human)))
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
	c := n.pack
	filter, err := n.filters.Of(o.Namespaces)
	if err != nil {
		return cs
	}
	for i, found := 0, len(cs); i < min(found, orthologsOf) && cs[i].Score >= cs[0].Score-score.ContextReach; i++ {
		taxon := n.organisms.taxon(c.EntityNamespace[cs[i].Entity])
		if taxon == "" || topic.Expected(taxon) < oftenMeant || c.Names.Size(int(cs[i].Row)) < lentName {
			continue
		}
		for _, row := range n.sameSymbol(int(c.PrimaryRow[cs[i].Entity])) {
			if e := int32(c.RowEntity[row]); e != cs[i].Entity && filter.Has(int32(row)) {
				other := cs[i]
				other.Entity, other.Score = e, other.Score-orthologLess
				at := slices.IndexFunc(cs, func(c score.Candidate) bool { return c.Entity == e })
				switch {
				case at < 0:
					cs = append(cs, other)
				case cs[at].Score < other.Score:
					cs[at] = other
				}
			}
		}
	}
	return cs
}

// sameSymbol returns the rows beside that of a gene's symbol that are symbols of the same letters and digits of genes.
func (n *Normalizer) sameSymbol(symbol int) (rows []int) {
	c := n.pack
	key := names.Key(c.Names.At(symbol))
	for _, step := range [...]int{-1, 1} {
		for row := symbol + step; row >= 0 && row < c.Names.Len() && max(row-symbol, symbol-row) <= symbolRows; row += step {
			if e := c.RowEntity[row]; n.organisms.of[c.EntityNamespace[e]] >= 0 && int(c.PrimaryRow[e]) == row && names.Key(c.Names.At(row)) == key {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// prefer adds to the scores of genes how likely their organism is. The best gene keeps the score of the best, so that
// neither other entities nor NIL become likelier.
func (o *organisms) prefer(cs []score.Candidate, c *pack.Contents, shares []float64) {
	of := func(i int) int { return o.of[c.EntityNamespace[cs[i].Entity]] }
	const least = float32(-math.MaxFloat32)
	before, after := least, least
	for i := range cs {
		if at := of(i); at >= 0 {
			before = max(before, cs[i].Score)
			cs[i].Score = max(least, cs[i].Score+float32(organismScore*shares[at])+float32(symbolScore*cs[i].Features[score.Title]))
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

// estimateOrganisms returns how many of the queries mean genes of each organism, by expectation maximisation over the
// genes that share the mention as a name; nil if the pack tells none apart.
func (n *Normalizer) estimateOrganisms(queries []Query, opt Options) ([]float64, error) {
	o := n.organisms
	if o == nil {
		return nil, nil
	}
	opt.InList = &InList{organisms: slices.Repeat([]float64{1e9}, len(o.taxa))} // all alike
	answers, err := n.LookupMany(queries, opt)
	if err != nil {
		return nil, err
	}
	var likely [][]float64 // of each answer, by organism
	for i := range answers {
		p, any := make([]float64, len(o.taxa)), false
		ms := answers[i].Matches
		for k := range ms {
			if at := slices.Index(o.taxa, ms[k].Taxon); at >= 0 && rival(&ms[k]).AsGoodAs(rival(&ms[0])) {
				p[at], any = max(p[at], ms[k].P), true
			}
		}
		if any {
			likely = append(likely, p)
		}
	}
	counts := make([]float64, len(o.taxa))
	for range organismTurns {
		next := make([]float64, len(o.taxa))
		for _, p := range likely {
			sum := 0.0
			for t, x := range p {
				sum += float64(x * (counts[t] + topic.Expected(o.taxa[t])))
			}
			for t, x := range p {
				next[t] += float64(x*(counts[t]+topic.Expected(o.taxa[t]))) / sum
			}
		}
		counts = next
	}
	return counts, nil
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
