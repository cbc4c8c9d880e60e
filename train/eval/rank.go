package eval

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/parallel"
)

// warmUp is how many look-ups precede the ones that are timed.
const warmUp = 64

// run is one evaluation.
type run struct {
	ctx      context.Context
	n        *core.Normalizer
	progress Progress

	protocol string
	options  core.Options      // but for the context
	minP     float64           // of Document
	types    map[string]string // namespaces of types of mentions
	out      []bool            // entities of other namespaces; nil: there are none
}

func newRun(ctx context.Context, n *core.Normalizer, o Options, progress Progress) (*run, error) {
	r := &run{ctx: ctx, n: n, progress: progress, protocol: o.Protocol, types: o.Types, minP: o.MinP}
	r.options = core.Options{K: maxRank, Namespaces: o.Namespaces, Organisms: o.Organisms, Near: true, Prefer: o.Prefer}
	if _, err := n.LookupWith("", r.options); err != nil {
		return nil, err
	}
	if len(o.Namespaces) > 0 {
		c := engine.Of(n).Contents()
		r.out = make([]bool, c.IDs.Len())
		for e, ns := range c.EntityNamespace {
			r.out[e] = !slices.Contains(o.Namespaces, c.Namespaces[ns])
		}
	}
	return r, nil
}

func (r *run) looksFor(e int32) bool { return r.out == nil || !r.out[e] }

// timed calls look with every mention, one after the other, and returns how long that takes.
func (r *run) timed(stage string, mentions []string, look func(i int)) (*Latency, error) {
	for i := range min(warmUp, len(mentions)) {
		look(i)
	}
	ns := make([]float64, len(mentions))
	for i := range mentions {
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
		start := time.Now()
		look(i)
		ns[i] = float64(time.Since(start).Nanoseconds())
		if i%256 == 0 || i+1 == len(mentions) {
			r.progress(stage, i+1, len(mentions))
		}
	}
	return latency(ns), nil
}

func (r *run) answers(stage string, s *querySet) ([]core.Answer, *Latency, error) {
	out := make([]core.Answer, len(s.mentions))
	l, err := r.timed(stage, s.mentions, func(i int) {
		options := r.options
		if s.contexts != nil {
			options.Context = s.contexts[i]
		}
		out[i], _ = r.n.LookupWith(s.mentions[i], options) // newRun has tried the options
	})
	return out, l, err
}

func (r *run) hamming(mentions []string) ([][]int32, *Latency, error) {
	out := make([][]int32, len(mentions))
	var hits []search.Hit
	l, err := r.timed(Hamming, mentions, func(i int) { out[i], hits = r.nearest(hits, mentions[i]) })
	return out, l, err
}

// nearest returns the entities of the nearest rows. It asks for more rows until they name enough entities.
func (r *run) nearest(hits []search.Hit, mention string) ([]int32, []search.Hit) {
	c := engine.Of(r.n).Contents()
	rows := c.Names.Len()
	for k := 8 * maxRank; ; k *= 4 {
		hits = engine.Of(r.n).Nearest(hits[:0], mention, min(k, rows))
		entities := make([]int32, 0, maxRank)
		for _, h := range hits {
			e := int32(c.RowEntity[h.Row])
			if len(entities) < maxRank && r.looksFor(e) && !slices.Contains(entities, e) {
				entities = append(entities, e)
			}
		}
		if len(entities) == maxRank || k >= rows {
			return entities, hits
		}
	}
}

// float ranks entities by the cosine of float vectors, over all names.
func (r *run) float(mentions []string) ([][]int32, error) {
	c := engine.Of(r.n).Contents()
	rows, dim := c.Names.Len(), len(r.n.Vector(nil, ""))
	vectors := make([]float32, rows*dim)
	err := r.parallel("encode", rows, func(lo, hi int) {
		for row, name := range c.Names.Range(lo, hi) {
			r.n.Vector(vectors[row*dim:row*dim:(row+1)*dim], string(name))
		}
	})
	if err != nil {
		return nil, err
	}
	scans := sync.Pool{New: func() any {
		return &scan{out: r.out, rowEntity: c.RowEntity, dim: dim, vectors: vectors, cosine: make([]float32, c.IDs.Len()), row: make([]int32, c.IDs.Len())}
	}}
	out := make([][]int32, len(mentions))
	err = r.parallel(Float, len(mentions), func(lo, hi int) {
		s := scans.Get().(*scan)
		defer scans.Put(s)
		for i := lo; i < hi; i++ {
			out[i] = s.best(r.n.Vector(nil, mentions[i]))
		}
	})
	return out, err
}

func (r *run) parallel(stage string, n int, work func(lo, hi int)) error {
	const piece = 16
	var mu sync.Mutex
	done := 0
	parallel.Each(0, (n+piece-1)/piece, func(i int) {
		if r.ctx.Err() != nil {
			return
		}
		lo, hi := i*piece, min(n, (i+1)*piece)
		work(lo, hi)
		mu.Lock()
		defer mu.Unlock()
		done += hi - lo
		r.progress(stage, done, n)
	})
	return r.ctx.Err()
}

// scan finds the entities whose names lie nearest to a vector.
type scan struct {
	out       []bool // entities that are not looked for, or nil
	rowEntity []uint32
	dim       int
	vectors   []float32 // of rows
	cosine    []float32 // of entities, their best
	row       []int32   // where it is
	top       []int32   // entities, best first
}

// best returns at most maxRank entities by falling cosine, then row.
func (s *scan) best(q []float32) []int32 {
	for e := range s.cosine {
		s.cosine[e] = -2 // below any cosine
	}
	for row, e := range s.rowEntity {
		if c := f32.Dot(s.vectors[row*s.dim:(row+1)*s.dim], q); c > s.cosine[e] {
			s.cosine[e], s.row[e] = c, int32(row)
		}
	}
	s.top = s.top[:0]
	for e := range s.cosine {
		if s.out == nil || !s.out[e] {
			s.offer(int32(e))
		}
	}
	return slices.Clone(s.top)
}

// offer puts an entity into its place in top, if it has one.
func (s *scan) offer(e int32) {
	full := len(s.top) == maxRank
	if full && s.compare(e, s.top[maxRank-1]) >= 0 {
		return
	}
	at, _ := slices.BinarySearchFunc(s.top, e, s.compare)
	if full {
		s.top = s.top[:maxRank-1]
	}
	s.top = slices.Insert(s.top, at, e)
}

func (s *scan) compare(a, b int32) int {
	return cmp.Or(cmp.Compare(s.cosine[b], s.cosine[a]), cmp.Compare(s.row[a], s.row[b]))
}
