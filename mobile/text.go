package mobile

import (
	"runtime/debug"
	"slices"
	"sync"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
)

// Text resolves the mentions of one text jointly: the text and other mentions explain abbreviations, and an entity that
// other mentions mean is likelier. Any number of threads may use it.
type Text struct {
	n                   *Normalizer
	context, namespaces string

	mu       sync.Mutex
	mentions []string
}

// Text returns a Text without mentions. The context is the text itself, or empty if only its mentions are known;
// namespaces are as for LookupIn.
func (n *Normalizer) Text(context, namespaces string) *Text {
	return &Text{n: n, context: context, namespaces: namespaces}
}

// Add adds a mention. Add them in the order of the text.
func (t *Text) Add(mention string) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.mentions = append(t.mentions, mention)
}

// Len returns the number of mentions.
func (t *Text) Len() int {
	if t == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.mentions)
}

// Lookup maps every mention to its k most likely entities. k is as for Normalizer.Lookup. A match of stage
// "neighbour" is not like the mention: another mention of the text means it.
func (t *Text) Lookup(k int) (*TextMatches, error) {
	if t == nil || t.n.closed() {
		return nil, errClosed
	}
	if err := checkK(k); err != nil {
		return nil, err
	}
	return t.LookupWith(&Options{K: k})
}

// LookupWith is Lookup with options; context and namespaces are those of the Text.
func (t *Text) LookupWith(options *Options) (m *TextMatches, err error) {
	defer rescue(&err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // as in Normalizer.LookupWith
	if t == nil {
		return nil, errClosed
	}
	c, done, err := t.n.use()
	if err != nil {
		return nil, err
	}
	defer done()
	o, err := options.core()
	if err != nil {
		return nil, err
	}
	o.Namespaces = split(t.namespaces)
	t.mu.Lock()
	mentions := slices.Clone(t.mentions)
	t.mu.Unlock()
	results, err := document.New(c.LookupMany, document.Options{Lookup: o}).Text(t.context, mentions)
	if err != nil {
		return nil, failed(err, KindInternal)
	}
	m = &TextMatches{}
	for _, res := range results {
		m.answers = append(m.answers, res.Answer())
	}
	return m, nil
}

// TextMatches has the Matches of each mention of a Text, in their order, or of each part of a Span.
type TextMatches struct{ answers []core.Answer }

// Len returns the number of mentions.
func (m *TextMatches) Len() int {
	if m == nil {
		return 0
	}
	return len(m.answers)
}

// Get returns the matches of a mention, counted from 0; outside 0 to Len - 1 it returns
// null.
func (m *TextMatches) Get(i int) *Matches {
	return at(m.Len(), i, func() *Matches { return &Matches{m.answers[i]} })
}
