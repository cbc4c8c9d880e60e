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
	texts, entities := r.listed()
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
			r.sort(hits, entities)
			out[i] = r.entitiesOf(hits, entities)
		}
	})
	return out, err
}

// listed returns the names that string matchers look at, and the entity of each.
func (r *run) listed() (texts []string, entities []int32) {
	c := r.n.Contents()
	if r.terminology == nil {
		for row, name := range c.Names.Range(0, c.Names.Len()) {
			texts, entities = append(texts, string(name)), append(entities, int32(c.RowEntity[row]))
		}
		return texts, entities
	}
	for _, entity := range r.terminology.Entities {
		if e, ok := c.IDs.Find(entity.ID); ok {
			for _, name := range entity.Names {
				texts, entities = append(texts, name.Text), append(entities, int32(e))
			}
		}
	}
	return texts, entities
}

// sort orders hits by falling score, then by the weight of the entity if the pack has weights.
func (r *run) sort(hits []tfidf.Hit, entities []int32) {
	c := r.n.Contents()
	weight := func(h tfidf.Hit) uint8 { return c.Prior[entities[h.Row]] }
	if top := c.MetaValue(pack.MetaMaxWeight); top == "" || top == "0" { // they are estimated, which string matchers cannot
		weight = func(tfidf.Hit) uint8 { return 0 }
	}
	slices.SortStableFunc(hits, func(a, b tfidf.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(weight(b), weight(a)))
	})
}

// entitiesOf returns the first entities that hits name.
func (r *run) entitiesOf(hits []tfidf.Hit, entities []int32) []int32 {
	out := make([]int32, 0, maxRank)
	for _, h := range hits {
		if e := entities[h.Row]; len(out) < maxRank && r.looksFor(e) && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}
