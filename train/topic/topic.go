// Package topic makes the profiles of entities and the codes of words that package internal/core/topic compares,
// without labelled mentions:
//
//	names, definition, neighbours  ->  entities x features, sparse, by TF-IDF
//	                               ->  truncated singular value decomposition U S Vᵀ
//	                               ->  entity vectors U S^½, cut at their medians: profiles
//	                               ->  mean vector of a word's entities, its signs: code
//
// This is latent semantic analysis (Deerwester et al. 1990) of a knowledge graph. Features of an entity are the words
// of its names and definition and of its neighbours' primary names and definitions, and neighbours without names that a
// few entities share, such as publications and pathways.
package topic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/topic"
	"github.com/normlet/normlet/internal/f64"
)

// Config says how to make profiles. Zero values mean the defaults in the comments.
type Config struct {
	Namespaces []string // whose entities get profiles: all
	Bits       int      // of a profile: 64
	Words      int      // that get a code, at most, the most telling ones: 100,000
	Weight     float64  // of the context in the score of an entity: 1.75
	Seed       uint64
}

func (c Config) withDefaults() Config {
	c.Bits, c.Words, c.Weight = cmp.Or(c.Bits, 64), cmp.Or(c.Words, 100_000), cmp.Or(c.Weight, 1.75)
	return c
}

// Add sets the profiles and the table of words of c from what src knows of its
// entities. It fails when too little is known for a decomposition.
func Add(ctx context.Context, c *pack.Contents, src *Source, cfg Config) error {
	cfg = cfg.withDefaults()
	f := src.features(c, chosen(c, cfg.Namespaces))
	u, err := decompose(ctx, f.matrix(), cfg.Bits, cfg.Seed)
	if err != nil {
		return fmt.Errorf("profiles: %w", err)
	}
	v := u.float32s()
	head, _, err := fit.Fit(ctx, fit.HardThreshold, fit.Vectors{Dim: cfg.Bits, Data: v}, fit.Config{Bits: cfg.Bits, Cut: fit.CutMedian, Seed: cfg.Seed})
	if err != nil {
		return fmt.Errorf("profiles: %w", err)
	}
	words := cfg.Bits / 64
	c.ProfileBits, c.Profiles = cfg.Bits, make([]uint64, c.IDs.Len()*words)
	for i, e := range f.entities {
		copy(c.Profiles[e*words:(e+1)*words], head.Encode(nil, v[i*cfg.Bits:(i+1)*cfg.Bits]))
	}
	u.centre()
	c.Context = f.table(u, cfg).AppendBinary(nil)
	return nil
}

func chosen(c *pack.Contents, namespaces []string) []int {
	var list []int
	for e, ns := range c.EntityNamespace {
		if len(namespaces) == 0 || slices.Contains(namespaces, c.Namespaces[ns]) {
			list = append(list, e)
		}
	}
	return list
}

// table gives the most telling words their codes: rare ones that prominent entities have. Words
// count by the root of their rarity; by rarity itself, a rare one outweighs many others.
func (f *features) table(entities *dense, cfg Config) *topic.Table {
	kept := f.vocabulary
	if len(kept) > cfg.Words {
		kept = slices.Clone(kept)
		slices.SortStableFunc(kept, func(a, b vocable) int { return cmp.Compare(b.prominence, a.prominence) })
		kept = kept[:cfg.Words]
		slices.SortFunc(kept, func(a, b vocable) int { return cmp.Compare(a.hash, b.hash) })
	}
	means := f.wordMatrix().transpose().times(entities)
	t := &topic.Table{Bits: cfg.Bits, Weight: float32(cfg.Weight)}
	top := f64.Log(float64(len(f.words)))
	for _, w := range kept {
		t.Words = append(t.Words, w.hash)
		t.Weights = append(t.Weights, uint8(math.Round(255*math.Sqrt(w.rarity(len(f.words))/top))))
		t.Codes = appendSigns(t.Codes, means.row(w.column))
	}
	return t
}

// appendSigns appends a code of which the bits of positive elements are set.
func appendSigns(dst []uint64, v []float64) []uint64 {
	start := len(dst)
	dst = append(dst, make([]uint64, len(v)/64)...)
	for i, x := range v {
		if x > 0 {
			dst[start+i/64] |= 1 << (i % 64)
		}
	}
	return dst
}

var errFew = errors.New("too few entities or words to tell them apart by")
