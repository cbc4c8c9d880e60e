// Package build makes the contents of a pack from a terminology and an encoder:
// it embeds and orders the names, fits the binarizer, computes the codes, fits
// the ranker, and adds the self-check.
//
// Rows are ordered by the compact form of their names (encoder.Compact), then by
// name, then by entity: core finds names of the same normalized form by binary
// search, and neighbours share beginnings, which front coding saves.
package build

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sort"
	"strconv"
	"sync"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/rank"
)

// Config says how to build. Zero values mean the defaults in the comments.
type Config struct {
	Method   string // binarizer, see fit.Methods: what suits bits and dimensions, see method
	Bits     int    // of a code: 128
	Mentions int    // made-up mentions that the ranker is fitted on: see rank.Config
	Seed     uint64
	Head     *binarize.Head // fitted elsewhere, in place of Method and Bits: on the names that the encoder was trained on, say
	Labelled *Labelled      // mentions that AddMentions joined with the terminology, or nil
	Learned  bool           // the encoder was trained on these, too
	Meta     []pack.Pair    // facts about the terminology: name, source, version, date, licence
}

// Report says what was built.
type Report struct {
	Entities, Names int
	Head            *fit.Report // nil with Config.Head
	Rank            *rank.Report
}

// Progress is told the stage of the work, and how far it is.
type Progress func(stage string, done, total int)

// selfChecks is how many (text, code) pairs a pack carries.
const selfChecks = 16

// Run builds the contents of a pack.
func Run(ctx context.Context, cfg Config, t *data.Terminology, w *encoder.Weights, progress Progress) (*pack.Contents, *Report, error) {
	if cfg.Head != nil {
		cfg.Bits, cfg.Method = cfg.Head.Bits, cfg.Head.Method
	}
	if cfg.Bits == 0 {
		cfg.Bits = 128
	}
	if cfg.Method == "" {
		cfg.Method = method(cfg.Bits, w.Dim, t.NumNames())
	}
	if progress == nil {
		progress = func(string, int, int) {}
	}
	if t.NumNames() == 0 {
		return nil, nil, errors.New("build: the terminology has no names")
	}
	c, prior, err := tables(t, cfg.Labelled)
	if err != nil {
		return nil, nil, err
	}
	c.Bits = cfg.Bits
	if c.Encoder, err = w.AppendBinary(nil); err != nil {
		return nil, nil, err
	}
	enc, err := encoder.New(w)
	if err != nil {
		return nil, nil, err
	}
	vectors, err := embed(ctx, enc, c.Names, progress)
	if err != nil {
		return nil, nil, err
	}
	rep := &Report{Entities: c.IDs.Len(), Names: c.Names.Len()}
	progress("binarize", 0, 1)
	var head *binarize.Head
	head, rep.Head, err = fitHead(ctx, cfg, vectors, progress)
	if err != nil {
		return nil, nil, err
	}
	cfg.Method = head.Method // a small terminology may have needed another
	if c.Head, err = head.AppendBinary(nil); err != nil {
		return nil, nil, err
	}
	c.Codes = head.EncodeAll(nil, vectors.Data)
	c.Words, c.Synonyms = core.CountWords(c, optionalWords(t.Entities)), core.AppendSynonyms(nil, synonymsOf(t.Entities))
	addSelfChecks(c)
	if c.Meta, err = meta(cfg, t, c, prior.scale()); err != nil {
		return nil, nil, err
	}
	progress("rank", 0, 1)
	if rep.Rank, err = calibrate(cfg, c, prior); err != nil {
		return nil, nil, err
	}
	return c, rep, ctx.Err()
}

// fewNames is up to how many names a binarizer learns nothing that can be relied on.
const fewNames = 1000

// method chooses a binarizer. An encoder is trained to survive the cut to the
// signs of its dimensions, which an autoencoder that starts from them improves a
// little (docs/binarizers.md); with other numbers of bits than dimensions it takes
// a rotation or more hyperplanes.
func method(bits, dim, names int) string {
	switch {
	case bits == dim && names > fewNames:
		return fit.Autoencoder
	case bits == dim:
		return fit.HardThreshold
	case bits < dim:
		return fit.ITQ
	}
	return fit.RandomProjection
}

// fitHead fits the binarizer; a terminology too small for it gets random
// hyperplanes, which need no data. A head that cfg brings is used as it is.
func fitHead(ctx context.Context, cfg Config, v fit.Vectors, progress Progress) (*binarize.Head, *fit.Report, error) {
	if h := cfg.Head; h != nil {
		if h.Dim != v.Dim {
			return nil, nil, fmt.Errorf("build: a binarizer of vectors of %d elements, and an encoder that makes %d: take both from one pack", h.Dim, v.Dim)
		}
		return h, nil, nil
	}
	c := fit.Config{Bits: cfg.Bits, Seed: cfg.Seed, Orthogonal: true,
		Progress: func(done, total int, _ float64) { progress("binarize", done, total) }}
	if cfg.Bits == v.Dim {
		c.Start = fit.StartSigns // what the encoder was trained for, which the names alone do not show
	}
	if same(v) {
		v.Data = append(v.Data, opposite(v.Data[:v.Dim])...)
	}
	few := len(v.Data)/v.Dim < 2*cfg.Bits
	if few && cfg.Method != fit.HardThreshold && slices.Contains(fit.Methods(), cfg.Method) {
		cfg.Method = fit.RandomProjection
	}
	if few && cfg.Method == fit.RandomProjection {
		c.Cut = fit.CutValue // a mean of a few vectors says nothing
	}
	return fit.FitContext(ctx, cfg.Method, v, c)
}

// same reports whether all vectors are equal, as of a single name. A fit refuses
// them, and needs the opposite vector to have something to tell apart.
func same(v fit.Vectors) bool {
	return slices.Equal(v.Data[v.Dim:], v.Data[:len(v.Data)-v.Dim])
}

func opposite(x []float32) []float32 {
	out := make([]float32, len(x))
	for i, v := range x {
		out[i] = -v
	}
	return out
}

// nameRow is a row while it is sorted.
type nameRow struct {
	pack.RowKey
	entity uint32
	kind   pack.Kind
}

// prior says how much is written about each entity.
type prior struct {
	weights   []float64 // in the pack's order
	estimated bool      // from names and labelled mentions, for want of better
	top       float64   // the largest
}

// scale is the largest weight, for weights that are added later.
func (p *prior) scale() float64 {
	if p.estimated {
		return 0
	}
	return slices.Max(p.weights)
}

// tables orders the entities and names of t.
func tables(t *data.Terminology, labelled *Labelled) (*pack.Contents, *prior, error) {
	entities := slices.Clone(t.Entities)
	slices.SortFunc(entities, func(a, b data.Entity) int { return cmp.Compare(a.ID, b.ID) })
	c := &pack.Contents{}
	estimated := estimate(entities, labelled)
	ids := make([]string, len(entities))
	weights := make([]float64, len(entities))
	top := 0.0
	for e, entity := range entities {
		ids[e], weights[e] = entity.ID, entity.Weight
		top = max(top, entity.Weight)
		if !slices.Contains(c.Namespaces, entity.Namespace) {
			c.Namespaces = append(c.Namespaces, entity.Namespace)
		}
		if len(entity.Names) == 0 {
			return nil, nil, fmt.Errorf("build: entity %s has no name", entity.ID)
		}
	}
	slices.Sort(c.Namespaces)
	var rows []nameRow
	for e, entity := range entities {
		ns, _ := slices.BinarySearch(c.Namespaces, entity.Namespace)
		c.EntityNamespace = append(c.EntityNamespace, uint16(ns))
		c.Prior = append(c.Prior, core.PriorOf(entity.Weight, top))
		for _, n := range entity.Names {
			rows = append(rows, nameRow{pack.NewRowKey(n.Text, entity.ID), uint32(e), n.Kind})
		}
	}
	slices.SortFunc(rows, func(a, b nameRow) int { return a.Compare(b.RowKey) })
	c.IDs = pack.NewStrings(ids)
	addRows(c, rows)
	return c, &prior{weights, estimated, top}, nil
}

// estimate gives the entities of a terminology without weights their popularity,
// labelled mentions included, and reports whether it did.
func estimate(entities []data.Entity, labelled *Labelled) bool {
	if weighted(entities) {
		return false
	}
	for i, w := range popularity(entities) {
		entities[i].Weight = w + mentionWeight*float64(labelled.count(entities[i].ID))
	}
	return true
}

// addRows fills in the tables of rows.
func addRows(c *pack.Contents, rows []nameRow) {
	names := make([]string, len(rows))
	for i, r := range rows {
		names[i] = r.Name
		c.RowEntity = append(c.RowEntity, r.entity)
		c.RowKind = append(c.RowKind, r.kind)
	}
	c.Names = pack.NewStrings(names)
	c.PrimaryRow = pack.PrimaryRows(c.IDs.Len(), c.RowEntity, c.RowKind)
}

// embed encodes all names, in the pack's order.
func embed(ctx context.Context, enc *encoder.Encoder, names *pack.Strings, progress Progress) (fit.Vectors, error) {
	const chunk = 1024
	n, dim := names.Len(), enc.Dim()
	v := fit.Vectors{Dim: dim, Data: make([]float32, n*dim)}
	var mu sync.Mutex
	var wg sync.WaitGroup
	next, done := 0, 0
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				mu.Lock()
				lo := next
				next += chunk
				mu.Unlock()
				if lo >= n || ctx.Err() != nil {
					return
				}
				hi := min(n, lo+chunk)
				for i, name := range names.Range(lo, hi) {
					enc.Encode(v.Data[i*dim:i*dim:(i+1)*dim], string(name))
				}
				mu.Lock()
				done += hi - lo
				progress("embed", done, n)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return v, ctx.Err()
}

// addSelfChecks picks names all over the pack.
func addSelfChecks(c *pack.Contents) {
	n := c.Names.Len()
	for i := range min(selfChecks, n) {
		row := i * n / min(selfChecks, n)
		c.Self = append(c.Self, pack.SelfCheck{Text: c.Names.At(row), Code: slices.Clone(c.Code(row))})
	}
}

// meta returns the facts of cfg with those that the build adds, sorted by key.
func meta(cfg Config, t *data.Terminology, c *pack.Contents, maxWeight float64) ([]pack.Pair, error) {
	var tsv bytes.Buffer
	if err := data.WriteTSV(&tsv, t); err != nil {
		return nil, err
	}
	pairs := append(slices.Clone(cfg.Meta),
		pack.Pair{Key: "bits", Value: strconv.Itoa(cfg.Bits)},
		pack.Pair{Key: "method", Value: cfg.Method},
		pack.Pair{Key: "entities", Value: strconv.Itoa(c.IDs.Len())},
		pack.Pair{Key: "names", Value: strconv.Itoa(c.Names.Len())},
		pack.Pair{Key: core.MetaMaxWeight, Value: strconv.FormatFloat(maxWeight, 'g', -1, 64)},
		pack.Pair{Key: "config.sha256", Value: digest([]byte(fmt.Sprintf("%s %d %d", cfg.Method, cfg.Bits, cfg.Seed)))},
		pack.Pair{Key: "terminology.sha256", Value: digest(tsv.Bytes())},
		pack.Pair{Key: core.MetaEncoderDigest, Value: digest(c.Encoder)},
		pack.Pair{Key: core.MetaHeadDigest, Value: digest(c.Head)},
	)
	sort.Slice(pairs, func(i, j int) bool { return pairs[i].Key < pairs[j].Key })
	return pairs, nil
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// calibrate fits ranker and calibration with a normalizer of the contents so far.
func calibrate(cfg Config, c *pack.Contents, p *prior) (*rank.Report, error) {
	center := rank.Default()
	if p.estimated {
		center.Weights[core.Prior] = 3 // an estimate tells less than a number of publications
	}
	start := core.Calibration{Ranker: center, Trust: 0.5}
	if cfg.Labelled != nil {
		start.Attested = cfg.Labelled.attested()
		if cfg.Learned {
			start.Trust = 0.75 // they have taught the encoder what they abbreviate
		}
	}
	c.Calibration = start.AppendBinary(nil)
	n, err := core.New(c)
	if err != nil {
		return nil, err
	}
	rc := rank.Config{Mentions: cfg.Mentions, Seed: cfg.Seed, Center: center, Estimated: p.estimated, Noise: train.Mention, HeldOut: train.HeldOut}
	if cfg.Labelled != nil {
		rc.Learned = cfg.Learned
		rc.Labelled, rc.Unseen = cfg.Labelled.examples(c), cfg.Labelled.unseen(c, p)
	}
	calibration, rep, err := rank.Fit(n, rc, p.weights)
	if err != nil {
		return nil, err
	}
	calibration.Trust, calibration.Attested = start.Trust, start.Attested
	c.Calibration = calibration.AppendBinary(nil)
	return rep, nil
}
