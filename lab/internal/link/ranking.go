package link

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/lab/internal/tfidf"
)

// Ranking is the entities whose names are most like a mention, best first.
type Ranking struct {
	Entities []int32
	surface  func(entity int32) float32 // similarity of the mention and an entity's names, of the same scale for all entities
}

// Names ranks the entities of a pack by their names. It is safe for concurrent use.
type Names struct {
	pack *core.Normalizer
	in   []bool    // entities that may be linked to
	rows [][]int32 // of each of them
	text *tfidf.Index
	row  []int32 // of the pack, of each name of text
}

// deepest is how many names are looked at for a ranking by 3-grams; to a name further down, the similarity is 0.
const deepest = 4096

// NewNames ranks those entities of a pack that in chooses.
func NewNames(pack *core.Normalizer, in func(entity int32) bool) *Names {
	c := engine.Of(pack).Contents()
	n := &Names{pack: pack, in: make([]bool, c.IDs.Len()), rows: make([][]int32, c.IDs.Len())}
	for e := range n.in {
		n.in[e] = in(int32(e))
	}
	var names []string
	for row, name := range c.Names.Range(0, c.Names.Len()) {
		if e := c.RowEntity[row]; n.in[e] {
			n.rows[e] = append(n.rows[e], int32(row))
			n.row = append(n.row, int32(row))
			names = append(names, string(name))
		}
	}
	n.text = tfidf.New(names)
	return n
}

// ByText ranks k entities by the cosine of character 3-grams.
func (n *Names) ByText(mention string, k int) *Ranking {
	c, r, scores := engine.Of(n.pack).Contents(), &Ranking{}, map[int32]float32{}
	for _, h := range n.text.Search(mention, deepest) {
		e := int32(c.RowEntity[n.row[h.Row]])
		if _, ok := scores[e]; !ok {
			scores[e] = h.Score
			r.Entities = append(r.Entities, e)
		}
	}
	r.Entities = r.Entities[:min(k, len(r.Entities))]
	r.surface = func(e int32) float32 { return scores[e] }
	return r
}

// ByCode ranks k entities by the Hamming distance d of codes of b bits, which makes a similarity of 1 - 2d/b.
func (n *Names) ByCode(mention string, k int) *Ranking {
	c, code := engine.Of(n.pack).Contents(), n.pack.Code(nil, mention)
	score := func(e int32) float32 {
		least := c.Bits
		for _, row := range n.rows[e] {
			d := 0
			for i, w := range c.Code(int(row)) {
				d += bits.OnesCount64(w ^ code[i])
			}
			least = min(least, d)
		}
		return 1 - 2*float32(least)/float32(c.Bits)
	}
	return &Ranking{Entities: n.nearest(mention, k), surface: score}
}

// nearest returns the k entities of the nearest codes, or all if there are fewer.
func (n *Names) nearest(mention string, k int) []int32 {
	c := engine.Of(n.pack).Contents()
	var hits []search.Hit
	for rows := 8*k + 64; ; rows *= 4 {
		hits = engine.Of(n.pack).Nearest(hits[:0], mention, min(rows, c.Names.Len()))
		out, seen := make([]int32, 0, k), map[int32]bool{}
		for _, h := range hits {
			if e := int32(c.RowEntity[h.Row]); len(out) < k && n.in[e] && !seen[e] {
				seen[e] = true
				out = append(out, e)
			}
		}
		if len(out) == k || rows >= c.Names.Len() {
			return out
		}
	}
}

// ByLookup ranks k entities as a look-up does. One that is not in the running is as similar as
// the last that is.
func (n *Names) ByLookup(mention string, k int) *Ranking {
	ranker := &engine.Of(n.pack).Calibration.Ranker
	r, scores, least := &Ranking{}, map[int32]float32{}, float32(0)
	for _, c := range ranker.Fold(engine.Of(n.pack).Candidates(mention)) {
		if n.in[c.Entity] {
			r.Entities = append(r.Entities, c.Entity)
			scores[c.Entity], least = c.Score, c.Score
		}
	}
	r.Entities = r.Entities[:min(k, len(r.Entities))]
	r.surface = func(e int32) float32 {
		if s, ok := scores[e]; ok {
			return s
		}
		return least
	}
	return r
}

// order sorts entities by falling score; equal ones keep their order.
func order(entities []int32, scores []float32) []int32 {
	at := make([]int, len(entities))
	for i := range at {
		at[i] = i
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	out := make([]int32, len(entities))
	for i, a := range at {
		out[i] = entities[a]
	}
	return out
}
