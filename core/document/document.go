package document

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/abbreviation"
)

// Scope says how mentions nearby are used.
type Scope uint8

// The scopes. The text of a mention explains its abbreviations in each of them.
const (
	Joint         Scope = iota // mentions nearby explain abbreviations and re-rank matches
	Abbreviations              // mentions nearby only explain abbreviations
	Single                     // mentions nearby have no effect: results do not depend on the order of places
)

// Options says how mentions are resolved.
type Options struct {
	Lookup     core.Options // options of each look-up; K limits the matches of results, and Context comes from the Place
	Scope      Scope
	Composites bool // a mention of several entities gets several answers

	// Split, unless nil, splits the cell of a table that may list entities. It returns a list for each item of the cell: the
	// text of the item, and the parts that replace it if all of them are names. A cell that is a name is not split.
	Split func(cell string) [][]string
}

// Place has the mentions at one place of a document: one mention in a text, or those in a row of a table.
type Place struct {
	Document  string // only places of the same document are nearby one another
	Text      string // text around the mentions, which gives their context and defines abbreviations; may be empty
	Namespace string // allows only entities of this namespace; "": those of Options.Lookup
	Organisms string // see core.Query; may be empty
	Fields    string // see core.Query; may be empty
	Mentions  []string
	Each      []string // unless nil, replaces Namespace by one for each of Mentions
}

// namespace returns the namespace of a mention.
func (p *Place) namespace(number int) string {
	if number < len(p.Each) && p.Each[number] != "" {
		return p.Each[number]
	}
	return p.Namespace
}

// MaxAsked is the number of mentions that Asked reads: enough to estimate how many mentions of some documents a pack has.
const MaxAsked = 2000

// Asked returns queries for the first MaxAsked mentions of places, with the abbreviations written out that their texts define.
// From these, core.Normalizer.EstimateCoverage estimates how many of all mentions the pack has.
func Asked(places iter.Seq[Place]) (out []core.Query) {
	text, g := "", abbreviation.NewGlossary("")
	for p := range places {
		if p.Text != text {
			text, g = p.Text, abbreviation.NewGlossary(p.Text)
		}
		for i, m := range p.Mentions {
			m, _ = g.Expand(m, 0)
			out = append(out, core.Query{Mention: m, Context: p.Text, Namespace: p.namespace(i)})
		}
		if len(out) >= MaxAsked {
			break
		}
	}
	return out[:min(len(out), MaxAsked)]
}

// Result has the answers for a mention.
type Result struct {
	Mention  string
	Expanded bool          // the answers are for the mention with an abbreviation written out
	Taken    string        // likeliest entity of the mention, if another mention has it and each must have its own
	Answers  []core.Answer // one for each entity that the mention names; none for a blank mention
}

// Answer returns one answer for the mention. For a composite mention, it has the matches of the parts in turn, as many as the
// part with the most matches has, each with its P in its part.
func (r *Result) Answer() core.Answer {
	if len(r.Answers) == 0 {
		return core.Answer{Mention: r.Mention, NIL: true, PNIL: 1, NILScore: math.Inf(1)}
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

// Lookup is a function that answers queries, in their order, such as core.Normalizer.LookupMany.
type Lookup func([]core.Query, core.Options) ([]core.Answer, error)

// Resolver resolves mentions. It is safe for concurrent use if its Lookup is.
type Resolver struct {
	lookup  Lookup
	options Options
	batch   int // places that are looked up together
}

// New returns a Resolver that answers queries by lookup.
func New(lookup Lookup, o Options) *Resolver {
	return &Resolver{lookup: lookup, options: o, batch: batchPlaces}
}

// around returns the number of places before, and after, a place that are nearby.
func (r *Resolver) around() int {
	if r.options.Scope == Single {
		return 0
	}
	return nearby
}

// shown returns the largest number of matches in an answer.
func (r *Resolver) shown() int {
	return min(max(cmp.Or(r.options.Lookup.K, core.DefaultK), 0), core.MaxK)
}

// lookupOptions returns the options of all queries; deep: other matches than those shown count.
func (r *Resolver) lookupOptions(deep bool) core.Options {
	o := r.options.Lookup
	if o.K = max(r.shown(), 1); deep { // the best match, at least, says whether the mention is a name
		o.K = max(o.K, depth)
	}
	return o
}

// Text resolves the mentions of one text, which must be in the order of the text. The text may be empty if only its mentions
// are known. The errors are those of the Lookup.
func (r *Resolver) Text(text string, mentions []string) ([]Result, error) {
	return r.all(len(mentions), func(i int) Place { return Place{Text: text, Mentions: mentions[i : i+1]} })
}

// all resolves the n places that the function place returns.
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

// Resolve resolves the mentions of places. For each place, in order, it yields a result for each mention. It reads a bounded
// number of places ahead. An error of the Lookup ends the sequence.
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

// Each answers every query by itself, after it has written out the abbreviations that the query's context defines.
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
