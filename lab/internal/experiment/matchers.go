package experiment

import (
	"cmp"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/tfidf"
	"github.com/normlet/normlet/train/data"
)

// matcherNames is how many names a matcher looks at, and rankedAtMost how many entities it names.
const (
	matcherNames = 256
	rankedAtMost = 64
)

// matcher ranks the entities of a pack by the 3-grams of names alone, of equal ones the larger weight first if the pack
// has weights: baselines, which have neither encoder nor ranker.
type matcher struct {
	index      *tfidf.Index
	contents   *pack.Contents
	entities   []int32 // of each name
	namespaces []string
	weighted   bool
}

// newMatcher returns the ranking, for hits.Of, by the cosine of 3-grams (TF-IDF), or by BM25 as a trigram
// index of SQLite has it. It looks at the names of a terminology, as far as the pack has its entities, without one at
// those of the pack, and only for entities of some namespaces; nil: of all.
func newMatcher(n *core.Normalizer, t *data.Terminology, namespaces []string, bm25 bool) func(mention string) []int32 {
	m := &matcher{contents: engine.Of(n).Contents(), namespaces: namespaces}
	top := m.contents.MetaValue(pack.MetaMaxWeight)
	m.weighted = top != "" && top != "0" // else they are estimated, which string matchers cannot
	texts := m.listed(t)
	if m.index = tfidf.New(texts); bm25 {
		m.index = tfidf.NewBM25(texts)
	}
	return m.rank
}

// listed returns the names, and keeps the entity of each.
func (m *matcher) listed(t *data.Terminology) (texts []string) {
	c := m.contents
	if t == nil {
		for row, name := range c.Names.Range(0, c.Names.Len()) {
			texts, m.entities = append(texts, string(name)), append(m.entities, int32(c.RowEntity[row]))
		}
		return texts
	}
	for _, entity := range t.Entities {
		if e, ok := c.IDs.Find(entity.ID); ok {
			for _, name := range entity.Names {
				texts, m.entities = append(texts, name.Text), append(m.entities, int32(e))
			}
		}
	}
	return texts
}

func (m *matcher) rank(mention string) []int32 {
	hits := m.index.Search(mention, matcherNames)
	slices.SortStableFunc(hits, func(a, b tfidf.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(m.weight(b), m.weight(a)))
	})
	out := make([]int32, 0, rankedAtMost)
	for _, h := range hits {
		if e := m.entities[h.Row]; len(out) < rankedAtMost && m.looksFor(e) && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

func (m *matcher) weight(h tfidf.Hit) uint8 {
	if !m.weighted {
		return 0
	}
	return m.contents.Prior[m.entities[h.Row]]
}

func (m *matcher) looksFor(e int32) bool {
	return m.namespaces == nil || slices.Contains(m.namespaces, m.contents.Namespaces[m.contents.EntityNamespace[e]])
}
