// Package hits counts Hits@k of what the laboratory finds in ways of its own, as package eval does of what packs find.
package hits

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// Most is the largest k of eval.Hits, and so how many entities are looked for.
const Most = 64

// Ranks are the k of eval.Hits.
var Ranks = [...]int{1, 3, 5, 10, Most}

// Credits are what an answer has earned among the first places, at each of Ranks: from 0 to 1.
type Credits [len(Ranks)]float64

// Of measures a ranking of the entities of n on the scored queries. Several goroutines call rank, once for each mention.
func Of(ctx context.Context, n *core.Normalizer, queries []data.Query, rank func(mention string) []int32) (*eval.Result, error) {
	queries = eval.Scored(queries)
	if len(queries) == 0 {
		return nil, errors.New("there are no queries with an id")
	}
	at, mentions := map[string]int{}, []string(nil)
	for i := range queries {
		if _, ok := at[queries[i].Mention]; !ok {
			at[queries[i].Mention] = len(mentions)
			mentions = append(mentions, queries[i].Mention)
		}
	}
	found := make([][]int32, len(mentions))
	parallel.Each(0, len(mentions), func(i int) {
		if ctx.Err() == nil {
			found[i] = rank(mentions[i])
		}
	})
	t := NewTally(engine.Of(n).Contents())
	for i := range queries {
		q := &queries[i]
		t.Add(q, 0, func(right []int32) Credits { return Parts(found[at[q.Mention]:][:1], right) })
	}
	return t.Result(), ctx.Err()
}

// Tally adds up what answers have earned.
type Tally struct {
	gold        *eval.Resolver
	res         eval.Result
	hits, pairs Credits
	seen        map[string]bool
}

// NewTally returns one for the entities of a pack.
func NewTally(c *pack.Contents) *Tally {
	return &Tally{gold: eval.NewResolver(c), seen: map[string]bool{}}
}

// Add counts a query; those of the same mention, number and ids are one pair.
func (t *Tally) Add(q *data.Query, number int, earned func(right []int32) Credits) {
	right := t.gold.Entities(q.Gold)
	t.res.Queries++
	if len(right) == 0 {
		t.res.WithoutEntity++
	}
	got := earned(right)
	pair := strconv.Itoa(number) + "\t" + q.Mention + "\t" + strings.Join(slices.Sorted(slices.Values(q.Gold)), "|")
	for i, c := range got {
		t.hits[i] += c
		if !t.seen[pair] {
			t.pairs[i] += c
		}
	}
	if !t.seen[pair] {
		t.seen[pair] = true
		t.res.Unique++
	}
}

// Result returns the figures of the queries added: their number, and hits.
func (t *Tally) Result() *eval.Result {
	t.res.Hits, t.res.HitsUnique = t.hits.share(t.res.Queries), t.pairs.share(t.res.Unique)
	return &t.res
}

func (c Credits) share(of int) eval.Hits {
	n := float64(max(1, of))
	return eval.Hits{At1: c[0] / n, At3: c[1] / n, At5: c[2] / n, At10: c[3] / n, At64: c[4] / n}
}

// Parts counts a mention when each of its parts has found a right entity.
func Parts(parts [][]int32, right []int32) (out Credits) {
	last := 0
	for _, found := range parts {
		at := slices.IndexFunc(found, func(e int32) bool { return slices.Contains(right, e) })
		if at < 0 {
			at = math.MaxInt
		}
		last = max(last, at)
	}
	for i, k := range Ranks {
		if len(parts) > 0 && last < k {
			out[i] = 1
		}
	}
	return out
}
