// Package eval measures a normalizer on labelled mentions: Hits@k, how well it recognizes mentions without an entity
// (NIL), how well calibrated its probabilities are, and how long a look-up takes.
//
// A query is one occurrence of a mention with its gold ids. Hits@k is the share of queries that have a gold entity
// among the first k, over all occurrences and over unique (mention, gold) pairs. With Options.Context, pairs with
// different sentences are different; with Options.Document all queries are. Every query counts: one whose gold ids the
// pack lacks is a miss, and Result.WithoutEntity says how many there are.
//
// A gold id is the id of an entity, with or without its CURIE prefix: "93986" and "NCBIGene:93986" match each other. A
// bare id matches that id in all namespaces of the pack.
//
// A stage says what is measured:
//
//	full     the whole cascade, Normalizer.LookupWith
//	hamming  the codes alone: rows by Hamming distance, no rescoring
//	float    the encoder alone: names by exact cosine, before any binarization
//
// A protocol says what of a query is looked up, and what counts as right: see Plain and those after it.
//
// In each stage an entity ranks as its best name does; equal names keep the order of rows. Document splits composite
// mentions, whose entities rank in turn: the first of each part, then the second. All results but the latency, which
// Document does not measure, are the same in every run.
package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/train/data"
)

// The stages that can be measured.
const (
	Full    = "full"
	Hamming = "hamming"
	Float   = "float"
)

// maxRank is the largest k of Hits@k, and so how many entities are looked for.
const maxRank = 64

// Options says what to measure.
type Options struct {
	Stage      string   // Full (the default) or another stage
	Namespaces []string // only entities of these are looked for; none: all
	Organisms  []string // whose genes are meant, as in core.Options; not for Tag
	Context    bool     // look mentions up with the sentences they stood in; Full
	Protocol   string   // Plain (the default) or another one; those that resolve queries jointly go with Full
	Prefer     []string // as core.Options.Prefer; Full
	// Coverage says how many of the first mentions the pack has, as core.Options.Coverage; nil: each is asked by itself. Full.
	Coverage func(queries []core.Query) (*core.Coverage, error)
	MinP     float64           // as core.Options.MinP; Document
	Types    map[string]string // namespaces of types of mentions, in place of Namespaces, as map --types; Document
}

// Progress receives the stage of the work, and the number of finished mentions.
type Progress func(stage string, done, total int)

// Result has the figures of a run. Its JSON is a fixed interface for scripts, without figures that do not apply,
// which are nil.
type Result struct {
	Stage         string `json:"-"`
	WithoutEntity int    `json:"-"` // queries whose gold ids are all absent from the pack
	Unlinked      int    `json:"-"` // unlinked queries

	WrittenOut int `json:"-"` // queries whose abbreviation was replaced before they were looked up

	Results []document.Result `json:"-"` // with the protocol Document, one for each query, not scored ones included

	Queries    int  `json:"queries"`
	Unique     int  `json:"unique"` // (mention, gold) pairs
	Hits       Hits `json:"hits"`
	HitsUnique Hits `json:"hits_unique"`
	// StageShare is the share of queries whose first answer a stage of the cascade found, by the names of stages; full.
	// The rest, for which nothing was found, makes it less than 1 in sum.
	StageShare map[string]float64 `json:"stage_share,omitempty"`
	NIL        *NIL               `json:"nil,omitempty"`         // full, with unlinked queries
	Context    *Context           `json:"context,omitempty"`     // full, with Options.Context
	ECE        *float64           `json:"ece,omitempty"`         // full: expected calibration error of the best match's P over linked queries, ten bins of equal width
	Chance     *float64           `json:"ece_chance,omitempty"`  // full: what chance alone makes of it if every P is true
	Coverage   *float64           `json:"coverage_95,omitempty"` // full: the largest share of queries, by falling P, of which 0.95 are right
	Open       *Open              `json:"open,omitempty"`        // full, with the protocol OpenWorld
	Latency    *Latency           `json:"latency_us,omitempty"`  // full and hamming
}

// Hits is Hits@k at fixed k, each from 0 to 1.
type Hits struct {
	At1  float64 `json:"1"`
	At3  float64 `json:"3"`
	At5  float64 `json:"5"`
	At10 float64 `json:"10"`
	At64 float64 `json:"64"`
}

// ranks are the k of Hits, in its order.
var ranks = [...]int{1, 3, 5, 10, maxRank}

// Each calls f with every k and its value.
func (h *Hits) Each(f func(k int, value float64)) {
	for i, v := range h.values() {
		f(ranks[i], *v)
	}
}

func (h *Hits) values() [len(ranks)]*float64 {
	return [...]*float64{&h.At1, &h.At3, &h.At5, &h.At10, &h.At64}
}

// NIL says how well a pack tells unlinked queries, the positive class, from linked ones. Precision, recall and F1
// are those of the pack's own decision, Answer.NIL; they are 0 where they are not defined.
type NIL struct {
	AUPRC     float64 `json:"auprc"` // of Answer.NILScore, as average precision
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
	Threshold float64 `json:"threshold"` // the pack's: the score an entity has to reach
}

// Latency is the time of one look-up, over unique mentions, on one thread after a warm-up, in microseconds.
type Latency struct {
	P50 float64 `json:"p50"`
	P99 float64 `json:"p99"`
}

// Run measures n on queries. unlinked are mentions without an entity in the terminology, or nil; their gold ids are
// not looked at. progress may be nil. An unknown namespace is core.ErrNamespace, wrapped.
func Run(ctx context.Context, n *core.Normalizer, queries, unlinked []data.Query, o Options, progress Progress) (*Result, error) {
	o.Stage = cmp.Or(o.Stage, Full)
	if len(queries) == 0 {
		return nil, errors.New("eval: there are no queries")
	}
	if len(unlinked) > 0 && o.Stage != Full {
		return nil, fmt.Errorf("eval: stage %q does not decide on NIL; unlinked queries go with stage %q", o.Stage, Full)
	}
	if progress == nil {
		progress = func(string, int, int) {}
	}
	r, err := newRun(ctx, n, o, progress)
	if err != nil {
		return nil, err
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	res := &Result{Stage: o.Stage}
	if queries, err = r.prepare(res, queries); err != nil {
		return nil, err
	}
	if unlinked, err = r.prepare(&Result{}, unlinked); err != nil {
		return nil, err
	}
	joint := o.Protocol == Document
	if o.Coverage != nil {
		asked := document.Asked(places(queries, o.Types))
		if !joint { // as the cells of a column
			asked = make([]core.Query, len(queries))
			for i := range queries {
				asked[i].Mention = queries[i].Mention
			}
		}
		if r.options.Coverage, err = o.Coverage(asked); err != nil {
			return nil, err
		}
	}
	linked := group(queries, NewResolver(engine.Of(n).Contents()).Entities, o.Context, joint)
	others := group(unlinked, nil, o.Context, joint)
	res.Queries, res.Unique, res.Unlinked = linked.queries, len(linked.pairs), others.queries
	if o.Stage == Full {
		if err := r.full(res, linked, others); err != nil {
			return nil, err
		}
		return res, nil
	}
	var found [][]int32
	switch o.Stage {
	case Hamming:
		found, res.Latency, err = r.hamming(linked.mentions)
	case Float:
		found, err = r.float(linked.mentions)
	default:
		err = fmt.Errorf("eval: no stage %q; there are %s, %s and %s", o.Stage, Full, Hamming, Float)
	}
	if err != nil {
		return nil, err
	}
	res.score(linked, found)
	return res, nil
}

func (o *Options) check() error {
	joint := o.Protocol == Document
	switch {
	case (o.Context || joint) && o.Stage != Full:
		return fmt.Errorf("eval: stage %q does not look at sentences or other queries; they go with stage %q", o.Stage, Full)
	case o.Context && joint:
		return fmt.Errorf("eval: protocol %s always looks at sentences, so Context would change nothing", o.Protocol)
	case o.Protocol != "" && !slices.Contains(Protocols(), o.Protocol):
		return fmt.Errorf("eval: no protocol %q; there are %s", o.Protocol, strings.Join(Protocols(), ", "))
	case len(o.Types) > 0 && o.Protocol != Document:
		return fmt.Errorf("eval: types of mentions go with protocol %q", Document)
	case len(o.Prefer) > 0 && o.Stage != Full:
		return fmt.Errorf("eval: stage %q prefers no ids; they go with stage %q", o.Stage, Full)
	}
	return nil
}
