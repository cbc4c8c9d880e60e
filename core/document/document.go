package document

import (
	"cmp"
	"iter"
	"slices"

	"github.com/normlet/normlet/core"
)

// Scope says what counts besides a mention and its text.
type Scope uint8

// The scopes.
const (
	Joint         Scope = iota // mentions nearby explain abbreviations, and all are re-ranked together
	Abbreviations              // mentions nearby explain abbreviations
	Single                     // each mention counts alone, so the order of places does not matter
)

// Options says how mentions are resolved.
type Options struct {
	Lookup     core.Options // of each mention; K is how many matches are returned and changes nothing else; Context comes from Place
	Scope      Scope
	Composites bool // mentions of several entities are taken apart; for callers that can show several

	// Split, if it is there, takes cells of tables apart, which may list entities: texts that stand for themselves, each
	// with parts that do so if all are names. A cell that is a name stays whole.
	Split func(cell string) [][]string
}

// Place is where mentions stand: one mention in a text, or a row of a table with several.
type Place struct {
	Document  string // places of other documents are not nearby
	Text      string // around the mentions: defines abbreviations, and is their context; may be empty
	Namespace string // only entities of this one, in place of Lookup.Namespaces; "": those
	Organisms string // as of core.Query; may be empty
	Fields    string // as of core.Query; may be empty
	Mentions  []string
	Each      []string // in place of Namespace: that of each of Mentions
}

// namespace returns that of a mention.
func (p *Place) namespace(number int) string {
	if number < len(p.Each) && p.Each[number] != "" {
		return p.Each[number]
	}
	return p.Namespace
}

// MaxAsked is how many mentions tell how many of those of documents a pack has.
const MaxAsked = 2000

// Asked returns the queries for the first mentions of places, the abbreviations that their texts define written out:
// core.Normalizer.EstimateCoverage estimates from them how many the pack has.
func Asked(places iter.Seq[Place]) (out []core.Query) {
	text, g := "", newGlossary(nil)
	for p := range places {
		if p.Text != text {
			text, g = p.Text, newGlossary(Definitions(p.Text))
		}
		for i, m := range p.Mentions {
			m, _ = g.expand(m)
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

// around returns how many places on each side count.
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
	if o.K = max(r.shown(), 1); r.options.Scope == Joint { // one at least says what a mention is
		o.K = max(o.K, depth)
	}
	return o
}

// Text resolves the mentions of one text, given in their order. The text may be empty if only its mentions are known.
// Errors are those of the Lookup.
func (r *Resolver) Text(text string, mentions []string) ([]Result, error) {
	return r.all(len(mentions), func(i int) Place { return Place{Text: text, Mentions: mentions[i : i+1]} })
}

// all resolves n places.
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

// Each answers every query by itself, once it has written out the abbreviations that the query's context defines.
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
