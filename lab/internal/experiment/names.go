package experiment

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/train/data"
)

// Corpus is a terminology whose names are searched for by mentions.
type Corpus struct {
	Name        string
	Terminology *data.Terminology
	Queries     []data.Query
}

// The ks of the shares, and how many of the nearest rows name deepest entities.
const (
	deepest   = 64
	shortlist = 1024
)

var depths = [...]int{1, 10, deepest}

type shares [len(depths)]float64

// nameVectors are the vectors of all names of a corpus and of its mentions.
type nameVectors struct {
	corpus   string
	rows     fit.Vectors // of length 1
	text     []string
	entity   []int32 // of each row
	entities int
	mention  []string    // the different ones
	mentions fit.Vectors // of these
	gold     []golden
	queries  int
	float    shares // by cosine
}

// golden is a mention with entities that are right, as often as it occurs.
type golden struct {
	mention  int
	entities []int32
	count    int
}

// newNames embeds a corpus by the encoder of n.
func newNames(ctx context.Context, n *core.Normalizer, c Corpus) (*nameVectors, error) {
	x := &nameVectors{corpus: c.Name, entities: len(c.Terminology.Entities), queries: len(c.Queries)}
	known := map[string][]int32{} // entities by id, and by id without its prefix
	for e := range c.Terminology.Entities {
		entity := &c.Terminology.Entities[e]
		known[entity.ID] = append(known[entity.ID], int32(e))
		if bare := local(entity.ID); bare != entity.ID {
			known[bare] = append(known[bare], int32(e))
		}
	}
	x.order(c.Terminology)
	place := map[string]int{}
	for _, q := range c.Queries {
		g := golden{mention: len(x.mention), count: 1}
		if m, seen := place[q.Mention]; seen {
			g.mention = m
		} else {
			place[q.Mention] = len(x.mention)
			x.mention = append(x.mention, q.Mention)
		}
		for _, id := range q.Gold {
			g.entities = append(g.entities, known[id]...)
			if len(known[id]) == 0 {
				g.entities = append(g.entities, known[local(id)]...)
			}
		}
		x.gold = append(x.gold, g)
	}
	var err error
	if x.rows, err = embed(ctx, n, x.text); err != nil {
		return nil, err
	}
	if x.mentions, err = embed(ctx, n, x.mention); err != nil {
		return nil, err
	}
	x.float, err = x.hits(ctx, x.all(x.cosine))
	return x, err
}

// order lists the names in the order of packs, which decides between equal distances.
func (x *nameVectors) order(t *data.Terminology) {
	type row struct {
		compact, text string
		entity        int32
	}
	var rows []row
	for e := range t.Entities {
		for _, n := range t.Entities[e].Names {
			rows = append(rows, row{names.Key(n.Text), n.Text, int32(e)})
		}
	}
	slices.SortFunc(rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.compact, b.compact), cmp.Compare(a.text, b.text), cmp.Compare(t.Entities[a.entity].ID, t.Entities[b.entity].ID))
	})
	for _, r := range rows {
		x.text, x.entity = append(x.text, r.text), append(x.entity, r.entity)
	}
}

func embed(ctx context.Context, n *core.Normalizer, texts []string) (fit.Vectors, error) {
	dim := len(n.Vector(nil, ""))
	v := fit.Vectors{Dim: dim, Data: make([]float32, len(texts)*dim)}
	err := each(ctx, len(texts), func() func(i int) {
		return func(i int) { n.Vector(v.Data[i*dim:i*dim:(i+1)*dim], texts[i]) }
	})
	return v, err
}

// each calls workers with the numbers from 0 to n-1; start makes a worker.
func each(ctx context.Context, n int, start func() func(i int)) error {
	parallel.Each(threads, threads, func(t int) {
		work := start()
		for i := t; i < n && ctx.Err() == nil; i += threads {
			work(i)
		}
	})
	return ctx.Err()
}

// ranking makes a function that returns the best deepest entities of a mention, for one thread.
type ranking func() func(mention int) []int32

// hits returns the shares of the queries with a right entity among the first k.
func (x *nameVectors) hits(ctx context.Context, r ranking) (shares, error) {
	found := make([][]int32, x.mentions.Len())
	err := each(ctx, len(found), func() func(i int) {
		rank := r()
		return func(i int) { found[i] = rank(i) }
	})
	var s shares
	for _, g := range x.gold {
		at := slices.IndexFunc(found[g.mention], func(e int32) bool { return slices.Contains(g.entities, e) })
		for j, k := range depths {
			if at >= 0 && at < k {
				s[j] += float64(g.count) / float64(x.queries)
			}
		}
	}
	return s, err
}

type scored struct {
	row   int32
	score float32
}

// fold returns the entities of the rows, best row first, deepest at most.
func (x *nameVectors) fold(rows []scored) []int32 {
	slices.SortFunc(rows, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.row, b.row)) })
	var out []int32
	for _, r := range rows {
		if e := x.entity[r.row]; !slices.Contains(out, e) {
			if out = append(out, e); len(out) == deepest {
				break
			}
		}
	}
	return out
}

// all ranks by a score of every row, of which the best of an entity counts.
func (x *nameVectors) all(prepare func(mention int) func(row int) float32) ranking {
	return func() func(int) []int32 {
		best := make([]scored, x.entities)
		return func(mention int) []int32 {
			for e := range best {
				best[e].row = -1
			}
			score := prepare(mention)
			for row, e := range x.entity {
				if s := score(row); best[e].row < 0 || s > best[e].score {
					best[e] = scored{int32(row), s}
				}
			}
			return x.fold(slices.Clone(best))
		}
	}
}

func (x *nameVectors) cosine(mention int) func(row int) float32 {
	q := x.mentions.Row(mention)
	return func(row int) float32 { return f32.Dot(q, x.rows.Row(row)) }
}

type coded struct {
	*nameVectors
	head  *binarize.Head
	codes []uint64
	index *search.Index
}

func (x *nameVectors) encode(ctx context.Context, h *binarize.Head) (*coded, error) {
	c := &coded{nameVectors: x, head: h, codes: make([]uint64, x.rows.Len()*h.Words())}
	err := each(ctx, x.rows.Len(), func() func(i int) {
		return func(i int) { h.Encode(c.code(i)[:0], x.rows.Row(i)) }
	})
	if err != nil {
		return nil, err
	}
	c.index, err = search.New(c.codes, h.Bits, nil)
	return c, err
}

func (c *coded) code(row int) []uint64 {
	return c.codes[row*c.head.Words() : (row+1)*c.head.Words() : (row+1)*c.head.Words()]
}

// near ranks by Hamming distance, and the best n rows anew by rescore, unless it is nil.
func (c *coded) near(n int, rescore func(mention int) func(row int) float32) ranking {
	return func() func(int) []int32 {
		var hits []search.Hit
		var code []uint64
		return func(mention int) []int32 {
			code = c.head.Encode(code, c.mentions.Row(mention))
			hits, _ = c.index.AppendNearest(hits[:0], code, n, nil) // fails for a code of another length
			score := func(int) float32 { return 0 }
			if rescore != nil {
				score = rescore(mention)
			}
			rows := make([]scored, len(hits))
			for i, h := range hits {
				rows[i] = scored{h.Row, score(int(h.Row))}
				if rescore == nil {
					rows[i].score = -float32(h.Distance)
				}
			}
			return c.fold(rows)
		}
	}
}

// asymmetric scores rows by their codes and the float projection of a mention.
func (c *coded) asymmetric(mention int) func(row int) float32 {
	q := binarize.NewQuery(c.head.Project(nil, c.mentions.Row(mention)))
	return func(row int) float32 { return q.Score(c.code(row)) }
}

// retention returns the mean over depths of s as a share of what floats find.
func (x *nameVectors) retention(s shares) float64 {
	var sum float64
	for i, f := range x.float {
		if f > 0 {
			sum += s[i] / f / float64(len(s))
		}
	}
	return sum
}

func (x *nameVectors) String() string {
	return fmt.Sprintf("%s: %d names of %d entities, %d mentions (%d different)", x.corpus, x.rows.Len(), x.entities, x.queries, x.mentions.Len())
}

// measure returns the hits by Hamming distance, and those ordered by a float query.
func (x *nameVectors) measure(ctx context.Context, h *binarize.Head) (hamming, asymmetric shares, err error) {
	c, err := x.encode(ctx, h)
	if err != nil {
		return hamming, asymmetric, err
	}
	if hamming, err = x.hits(ctx, c.near(shortlist, nil)); err != nil {
		return hamming, asymmetric, err
	}
	asymmetric, err = x.hits(ctx, c.near(shortlist, c.asymmetric))
	return hamming, asymmetric, err
}

// cells returns hits, and both hits as shares of those of floats.
func (x *nameVectors) cells(hamming, asymmetric shares) []any {
	var out []any
	for _, v := range hamming {
		out = append(out, v)
	}
	for _, s := range []shares{hamming, asymmetric} {
		for i, v := range s {
			out = append(out, v/max(x.float[i], 1e-9))
		}
	}
	return out
}
