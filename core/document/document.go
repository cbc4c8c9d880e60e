package document

import (
	"cmp"
	"iter"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/abbreviation"
)

// Scope says what the mentions nearby are used for.
type Scope uint8

// The scopes. A mention's own text always explains its abbreviations.
const (
	Joint         Scope = iota // to explain abbreviations, and to rank again what the mention may mean
	Abbreviations              // to explain abbreviations
	Single                     // for nothing: the results do not depend on the order of places
)

// Options says how mentions are resolved.
type Options struct {
	Lookup     core.Options // of each mention; here K only limits how many matches are returned, and Context is that of the Place
	Scope      Scope
	Composites bool // a mention of several entities gets several answers

	// Split, unless nil, takes the cell of a table that lists entities apart. Each item is a list: a text, and the parts
	// that replace it if all of them are names. A cell that is a name stays whole.
	Split func(cell string) [][]string
}

// Place is where mentions stand: one mention in a text, or a row of a table with several.
type Place struct {
	Document  string // only places of the same document are nearby one another
	Text      string // what the mentions stand in: their context, which defines abbreviations; may be empty
	Namespace string // of the entities that count; "": Lookup.Namespaces
	Organisms string // as of core.Query; may be empty
	Fields    string // as of core.Query; may be empty
	Mentions  []string
	Each      []string // in place of Namespace: that of each of Mentions
}

// namespace returns the namespace of a mention.
func (p *Place) namespace(number int) string {
	if number < len(p.Each) && p.Each[number] != "" {
		return p.Each[number]
	}
	return p.Namespace
}

// MaxAsked is how many mentions suffice to estimate how many mentions of some documents a pack has.
const MaxAsked = 2000

// Asked returns the queries for the first MaxAsked mentions of places, from which core.Normalizer.EstimateCoverage
// estimates how many of all the pack has. Abbreviations that the texts define are written out.
func Asked(places iter.Seq[Place]) (out []core.Query) {
	text, g := "", abbreviation.NewGlossary(nil)
	for p := range places {
		if p.Text != text {
			text, g = p.Text, abbreviation.NewGlossary(abbreviation.Definitions(p.Text))
		}
		for i, m := range p.Mentions {
			m, _ = g.Expand(m)
			out = append(out, core.Query{Mention: m, Context: p.Text, Namespace: p.namespace(i)})
		}
		if len(out) >= MaxAsked {
			break
		}
	}
	return out
}

// Result is what a mention means.
type Result struct {
	Mention  string
	Expanded bool          // an abbreviation in it was replaced by its long form
	Answers  []core.Answer // one for each entity that it names, so at least one; none for a blank mention
}

// Answer returns one answer for the mention. For a composite mention it has the matches of the parts in turn, as
// many as the part with most, each with its P in that part.
func (r *Result) Answer() core.Answer {
	if len(r.Answers) == 0 {
		return core.Answer{Mention: r.Mention, NIL: true, PNIL: 1}
	}
	a := r.Answers[0]
	a.Mention = r.Mention
	if len(r.Answers) == 1 {
		return a
	}
	a.Matches, a.Ambiguous = nil, nil
	most := 0
	for i := range r.Answers {
		most = max(most, len(r.Answers[i].Matches))
		a.NIL = a.NIL && r.Answers[i].NIL
	}
	for rank := range most {
		for _, part := range r.Answers {
			if rank < len(part.Matches) && index(a.Matches, part.Matches[rank].ID) < 0 {
				a.Matches = append(a.Matches, part.Matches[rank])
			}
		}
	}
	a.Matches = a.Matches[:min(len(a.Matches), most)]
	return a
}

// Lookup answers queries in their order; core.Normalizer.LookupMany is one.
type Lookup func([]core.Query, core.Options) ([]core.Answer, error)

// Resolver resolves mentions. It is safe for concurrent use if its Lookup is.
type Resolver struct {
	lookup  Lookup
	options Options
	batch   int // places that are looked up together
}

// New returns a Resolver.
func New(lookup Lookup, o Options) *Resolver {
	return &Resolver{lookup: lookup, options: o, batch: batchPlaces}
}

// around returns how many places on each side of a place are nearby.
func (r *Resolver) around() int {
	if r.options.Scope == Single {
		return 0
	}
	return nearby
}

// shown returns how many matches an answer has at most.
func (r *Resolver) shown() int {
	return min(max(cmp.Or(r.options.Lookup.K, core.DefaultK), 0), core.MaxK)
}

// lookupOptions returns those of each query.
func (r *Resolver) lookupOptions() core.Options {
	o := r.options.Lookup
	if o.K = max(r.shown(), 1); r.options.Scope == Joint { // 1: the best match tells whether the mention is a name
		o.K = max(o.K, depth)
	}
	return o
}

// Text resolves the mentions of one text, given in their order. The text may be empty if only its mentions are known.
// Errors are those of the Lookup.
func (r *Resolver) Text(text string, mentions []string) ([]Result, error) {
	return r.all(len(mentions), func(i int) Place { return Place{Text: text, Mentions: mentions[i : i+1]} })
}

// all resolves n places, which place returns.
func (r *Resolver) all(n int, place func(i int) Place) ([]Result, error) {
	places := func(yield func(Place) bool) {
		for i := range n {
			if !yield(place(i)) {
				return
			}
		}
	}
	out := make([]Result, 0, n)
	for results, err := range r.Resolve(places) {
		if err != nil {
			return nil, err
		}
		out = append(out, results...)
	}
	return out, nil
}

// Resolve resolves the mentions of places, and yields a result for each mention of a place, place by place in their
// order. It reads a bounded number of places ahead. An error comes from the Lookup and ends the sequence.
func (r *Resolver) Resolve(places iter.Seq[Place]) iter.Seq2[[]Result, error] {
	return func(yield func([]Result, error) bool) {
		w := window{Resolver: r}
		for p := range places {
			w.add(p)
			if ready := w.looked + r.batch; len(w.entries) >= ready+r.around() && !w.advance(ready, ready-r.around(), yield) {
				return
			}
		}
		w.advance(len(w.entries), len(w.entries), yield)
	}
}

// Each answers every query by itself. Abbreviations that a query's context defines are written out before.
func Each(lookup Lookup, queries []core.Query, o core.Options) ([]core.Answer, error) {
	if !slices.ContainsFunc(queries, func(q core.Query) bool { return q.Context != "" }) {
		return lookup(queries, o)
	}
	results, err := New(lookup, Options{Lookup: o, Scope: Single}).all(len(queries), func(i int) Place {
		q := &queries[i]
		return Place{Text: q.Context, Namespace: q.Namespace, Organisms: q.Organisms, Fields: q.Fields, Mentions: []string{q.Mention}}
	})
	answers := make([]core.Answer, len(results))
	for i := range results {
		answers[i] = results[i].Answer()
	}
	return answers, err
}
