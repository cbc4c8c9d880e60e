package assemble

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"
	"strconv"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/lexicon"
)

// describe adds the self-checks, and the facts of the recipe with those that follow
// from the tables, sorted by key.
func describe(c *pack.Contents, r *Recipe, l *list, rep *Report, method string, p *prior, terminology hash.Hash) {
	addSelfChecks(c)
	terminology.Write(c.Fields)
	top := p.top
	if p.estimated {
		top = 0 // there is no scale for weights that are added later
	}
	c.Meta = slices.Clone(r.Meta)
	if l.patients != nil {
		c.Meta = append(c.Meta, pack.Pair{Key: "patients", Value: patientsSource})
	}
	if n := rep.Weights.Borrowed; n > 0 {
		c.Meta = append(c.Meta, pack.Pair{Key: "weights", Value: fmt.Sprintf("of %d of %d entities, by their names, from %s",
			n, rep.Entities, cmp.Or(r.Lender, r.Base).MetaValue("name"))})
	}
	lent := 0
	for _, l := range rep.Lent {
		lent += l.Names
	}
	if lent > 0 {
		c.Meta = append(c.Meta, pack.Pair{Key: "lent", Value: fmt.Sprintf("%d names from %s", lent, cmp.Or(r.LexiconOf, lexicon.Sources))})
	}
	c.Meta = append(c.Meta,
		pack.Pair{Key: "bits", Value: strconv.Itoa(c.Bits)},
		pack.Pair{Key: "method", Value: method},
		pack.Pair{Key: "entities", Value: strconv.Itoa(c.IDs.Len())},
		pack.Pair{Key: "names", Value: strconv.Itoa(c.Names.Len())},
		pack.Pair{Key: pack.MetaMaxWeight, Value: strconv.FormatFloat(top, 'g', -1, 64)},
		pack.Pair{Key: "config.sha256", Value: digest(fmt.Appendf(nil, "%s %d %d", method, c.Bits, r.Seed))},
		pack.Pair{Key: "terminology.sha256", Value: hex.EncodeToString(terminology.Sum(nil))},
		pack.Pair{Key: pack.MetaEncoderDigest, Value: digest(c.Encoder)},
		pack.Pair{Key: pack.MetaHeadDigest, Value: digest(c.Head)},
	)
	c.Meta = append(c.Meta, pageURLs(c)...)
	slices.SortStableFunc(c.Meta, func(a, b pack.Pair) int { return cmp.Compare(a.Key, b.Key) })
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
