package annotate

import (
	"strings"
	"sync"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/score"
)

// answers remembers the answers to mentions without the text around them, because texts repeat the same mentions. The text
// around a mention only decides between entities that are close, and whose genes are meant, so only such a mention is looked
// up again with its text.
type answers struct {
	lookups *core.LookupCache
	mu      sync.Mutex
	known   map[string]core.Answer
	size    int64 // bytes of known
	most    int64 // limit of size; answers forgets everything to keep it
}

// entryBytes is what an answer takes in the map, beside itself.
const entryBytes = 64

func newAnswers(n *core.Normalizer, namespaces []string) *answers {
	return &answers{lookups: n.NewLookupCache(namespaces), most: engine.Of(n).CacheBytes}
}

// look is core.Normalizer.LookupMany for queries of one group of namespaces.
func (a *answers) look(queries []core.Query, o core.Options) ([]core.Answer, error) {
	out := make([]core.Answer, len(queries))
	var asked []core.Query
	var numbers []int
	a.mu.Lock()
	for i, q := range queries {
		known, ok := a.known[q.Mention]
		if out[i] = known; !ok {
			asked, numbers = append(asked, core.Query{Mention: q.Mention}), append(numbers, i)
		}
	}
	a.mu.Unlock()
	if err := a.ask(asked, o, out, numbers); err != nil {
		return nil, err
	}
	a.keep(out, numbers)
	asked, numbers = nil, nil
	for i, q := range queries {
		if ms := out[i].Matches; q.Context != "" && len(ms) > 0 && (ms[0].Taxon != "" || len(ms) > 1 && ms[1].P >= score.ContextShare*ms[0].P) {
			asked, numbers = append(asked, q), append(numbers, i)
		}
	}
	return out, a.ask(asked, o, out, numbers)
}

// keep remembers answers, but not the texts that their mentions are parts of.
func (a *answers) keep(out []core.Answer, numbers []int) {
	most := a.most
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, i := range numbers {
		answer := out[i]
		answer.Mention = strings.Clone(answer.Mention)
		bytes := entryBytes + answer.Bytes()
		if a.size += bytes; a.known == nil || a.size > most {
			a.known, a.size = map[string]core.Answer{}, bytes
		}
		a.known[answer.Mention] = answer
	}
}

// ask answers queries and stores the answers at their places.
func (a *answers) ask(queries []core.Query, o core.Options, out []core.Answer, places []int) error {
	if len(queries) == 0 {
		return nil
	}
	found, err := a.lookups.LookupMany(queries, o)
	for k := range found {
		out[places[k]] = found[k]
	}
	return err
}
