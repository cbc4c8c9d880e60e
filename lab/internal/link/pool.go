package link

import (
	"slices"

	"github.com/normlet/normlet/internal/nn"
)

// Pool is the candidates of one mention: by their names, then by the graph.
type Pool struct {
	Entities []int32
	Surface  []float32 // similarity of names
	Context  []float32 // cosine of the entity's vector and the mention's point

	gold  []int32
	count int
}

// Cases are mentions with all that their pools are made of.
type Cases struct {
	Examples []Example
	Rankings []*Ranking // by names
	Near     [][]int32  // the nearestKept entities next to the mention's point, best first
	Ranks    []int      // how many entities are nearer to it than the nearest gold one
	Space    *Space

	points nn.Matrix
}

// Pools returns a pool of at most total candidates for every case, graph of them by the graph.
func (c *Cases) Pools(total, graph int) []Pool {
	out := make([]Pool, len(c.Examples))
	for i := range out {
		p := &out[i]
		p.gold, p.count = c.Examples[i].Gold, c.Examples[i].Count
		names := c.Rankings[i].Entities
		p.Entities = slices.Clone(names[:max(0, min(total-graph, len(names)))])
		for _, e := range c.Near[i] {
			if graph > 0 && len(p.Entities) < total && !slices.Contains(p.Entities, e) {
				p.Entities = append(p.Entities, e)
			}
		}
		c.score(p, i)
	}
	return out
}

// score sets the scores of a pool, those without a vector to the mean context.
func (c *Cases) score(p *Pool, i int) {
	var without []int
	sum := float32(0)
	for j, e := range p.Entities {
		p.Surface = append(p.Surface, c.Rankings[i].surface(e))
		context := float32(0)
		if r, ok := c.Space.Row(e); ok {
			context = c.Space.cosine(int(r), nn.Row(c.points, i))
		} else {
			without = append(without, j)
		}
		p.Context = append(p.Context, context)
		sum += context
	}
	for _, j := range without {
		p.Context[j] = sum / float32(max(1, len(p.Entities)-len(without)))
	}
}

// Weights are those of the link score.
type Weights struct {
	P float64 `json:"p"` // of surface
	Q float64 `json:"q"` // of context
}

// ranked returns the pool's entities by falling link score; equal ones keep their order.
func (p *Pool) ranked(w Weights) []int32 {
	scores := make([]float32, len(p.Entities))
	for j := range scores {
		scores[j] = float32(w.P*float64(p.Surface[j]) + w.Q*float64(p.Context[j]))
	}
	return order(p.Entities, scores)
}

// Measures are shares of the occurrences of mentions.
type Measures struct {
	Recall            float64 // with a gold entity in the pool
	At1, At5, At10    float64 // with one among the first k by link score
	Found, Right      []bool  // of each pool, whether it has a gold entity, and whether the first is one
	Occurrences, Pool int     // mentions; mean size of a pool, rounded
}

// Measure ranks all pools.
func Measure(pools []Pool, w Weights) Measures {
	m := Measures{Found: make([]bool, len(pools)), Right: make([]bool, len(pools))}
	size := 0
	for i := range pools {
		p := &pools[i]
		rank := slices.IndexFunc(p.ranked(w), func(e int32) bool { return slices.Contains(p.gold, e) })
		m.Occurrences += p.count
		size += len(p.Entities)
		m.Found[i], m.Right[i] = rank >= 0, rank == 0
		for _, at := range []struct {
			share *float64
			most  int
		}{{&m.Recall, len(p.Entities)}, {&m.At1, 1}, {&m.At5, 5}, {&m.At10, 10}} {
			if rank >= 0 && rank < at.most {
				*at.share += float64(p.count)
			}
		}
	}
	for _, share := range []*float64{&m.Recall, &m.At1, &m.At5, &m.At10} {
		*share /= max(1, float64(m.Occurrences))
	}
	m.Pool = (size + len(pools)/2) / max(1, len(pools))
	return m
}
