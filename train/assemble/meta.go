package assemble

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/lexicon"
)

// describe adds the self-checks, and the facts of the recipe with those that follow
// from the tables, sorted by key.
func (a *assembly) describe(context.Context) error {
	c := a.pack
	addSelfChecks(c)
	top := a.prior.top
	if a.prior.estimated {
		top = 0 // there is no scale for weights that are added later
	}
	c.Meta = slices.Clone(a.Meta)
	if n := a.report.Weights.Borrowed; n > 0 {
		c.Meta = append(c.Meta, pack.Pair{Key: "weights", Value: fmt.Sprintf("of %d of %d entities, by their names, from %s",
			n, a.report.Entities, cmp.Or(a.Lender, a.Base).MetaValue("name"))})
	}
	if a.report.Lent > 0 {
		c.Meta = append(c.Meta, pack.Pair{Key: "lent", Value: fmt.Sprintf("%d names from %s", a.report.Lent, lexicon.Sources)})
	}
	c.Meta = append(c.Meta,
		pack.Pair{Key: "bits", Value: strconv.Itoa(a.Bits)},
		pack.Pair{Key: "method", Value: a.Method},
		pack.Pair{Key: "entities", Value: strconv.Itoa(c.IDs.Len())},
		pack.Pair{Key: "names", Value: strconv.Itoa(c.Names.Len())},
		pack.Pair{Key: pack.MetaMaxWeight, Value: strconv.FormatFloat(top, 'g', -1, 64)},
		pack.Pair{Key: "config.sha256", Value: digest(fmt.Appendf(nil, "%s %d %d", a.Method, a.Bits, a.Seed))},
		pack.Pair{Key: "terminology.sha256", Value: a.digest},
		pack.Pair{Key: pack.MetaEncoderDigest, Value: digest(c.Encoder)},
		pack.Pair{Key: pack.MetaHeadDigest, Value: digest(c.Head)},
	)
	c.Meta = append(c.Meta, pageURLs(c)...)
	slices.SortStableFunc(c.Meta, func(a, b pack.Pair) int { return cmp.Compare(a.Key, b.Key) })
	return nil
}

// digestTerminology sets the digest of what the pack is made of.
func (a *assembly) digestTerminology(context.Context) error {
	tsv := sha256.New()
	err := data.WriteTSV(tsv, a.terminology)
	a.digest = hex.EncodeToString(tsv.Sum(nil))
	return err
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
