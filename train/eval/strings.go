package eval

import (
	"cmp"
	"slices"

	"github.com/adrg/strutil/metrics"

	"github.com/normlet/normlet/core/names"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/tfidf"
)

// shortlist is how many names TF-IDF proposes to Jaro-Winkler.
const shortlist = 256

// grams ranks the entities by character 3-grams of their names; Strings goes on from there, by the Jaro-Winkler
// similarity of the names found to the mention, both in text form.
func (r *run) grams(stage string, mentions []string) ([][]int32, error) {
	c := r.n.Contents()
	texts := make([]string, 0, c.Names.Len())
	for _, name := range c.Names.Range(0, c.Names.Len()) {
		texts = append(texts, string(name))
	}
	index := tfidf.New(texts)
	if stage == BM25 {
		index = tfidf.NewBM25(texts)
	}
	out := make([][]int32, len(mentions))
	metric := metrics.NewJaroWinkler()
	err := r.parallel(stage, len(mentions), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			hits := index.Search(mentions[i], shortlist)
			if stage == Strings {
				form := names.Form(mentions[i])
				for j, h := range hits {
					hits[j].Score = float32(metric.Compare(form, names.Form(texts[h.Row])))
				}
			}
			r.sort(hits)
			out[i] = r.entitiesOf(hits)
		}
	})
	return out, err
}

// sort orders hits by falling score, then by the weight of the entity if the pack has weights.
func (r *run) sort(hits []tfidf.Hit) {
	c := r.n.Contents()
	weight := func(h tfidf.Hit) uint8 { return c.Prior[c.RowEntity[h.Row]] }
	if top := c.MetaValue(pack.MetaMaxWeight); top == "" || top == "0" { // they are estimated, which string matchers cannot
		weight = func(tfidf.Hit) uint8 { return 0 }
	}
	slices.SortStableFunc(hits, func(a, b tfidf.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(weight(b), weight(a)))
	})
}

// entitiesOf returns the first entities that rows name.
func (r *run) entitiesOf(hits []tfidf.Hit) []int32 {
	c := r.n.Contents()
	out := make([]int32, 0, maxRank)
	for _, h := range hits {
		if e := int32(c.RowEntity[h.Row]); len(out) < maxRank && r.looksFor(e) && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}
