package eval

import (
	"cmp"
	"slices"

	"github.com/adrg/strutil/metrics"

	"github.com/normlet/normlet/core/names"
	"github.com/normlet/normlet/train/tfidf"
)

// shortlist is how many names TF-IDF proposes to Jaro-Winkler.
const shortlist = 256

// tfidf ranks the entities by character 3-grams of their names and, if rerank is set, the names found by their
// Jaro-Winkler similarity to the mention, both in text form.
func (r *run) tfidf(stage string, mentions []string, rerank bool) ([][]int32, error) {
	c := r.n.Contents()
	texts := make([]string, 0, c.Names.Len())
	for _, name := range c.Names.Range(0, c.Names.Len()) {
		texts = append(texts, string(name))
	}
	index := tfidf.New(texts)
	out := make([][]int32, len(mentions))
	metric := metrics.NewJaroWinkler()
	err := r.parallel(stage, len(mentions), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			hits := index.Search(mentions[i], shortlist)
			if rerank {
				form := names.Form(mentions[i])
				for j, h := range hits {
					hits[j].Score = float32(metric.Compare(form, names.Form(texts[h.Row])))
				}
				slices.SortStableFunc(hits, func(a, b tfidf.Hit) int { return cmp.Compare(b.Score, a.Score) })
			}
			out[i] = r.entitiesOf(hits)
		}
	})
	return out, err
}

// entitiesOf returns the first entities that rows name.
func (r *run) entitiesOf(hits []tfidf.Hit) []int32 {
	c := r.n.Contents()
	out := make([]int32, 0, maxRank)
	for _, h := range hits {
		if e := int32(c.RowEntity[h.Row]); len(out) < maxRank && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}
