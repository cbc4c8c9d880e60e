package mobile

import (
	"cmp"
	"runtime/debug"
	"strings"
	"unicode/utf16"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
)

// AnnotateOptions are the options of Annotate. Unchanged, they find all that the pack has.
type AnnotateOptions struct {
	// MinProbability leaves out spans that are less probable.
	MinProbability float64
	// Types are the types or namespaces of the spans that are wanted, joined by commas; empty for all.
	Types string
	// Overlaps keeps spans that overlap likelier ones.
	Overlaps bool
	// Prefer, Organisms, Exactly and Show are as in Options.
	Prefer    string
	Organisms string
	Exactly   bool
	Show      string
}

// Span is a part of a text that names an entity: plain data, a copy.
type Span struct {
	// Start is where it begins in the text, in UTF-16 units, as Java, Kotlin and Objective-C count.
	Start int
	// End is where it ends: Start and its length.
	End int
	// Text is that part of the text.
	Text string
	// Type is that of the pack's tagger, such as "Disease", or else the namespace of the best match.
	Type string
	// ID is what it names: empty if the pack lacks that; joined by bars if it names several, as "BRCA1/2" does.
	ID string
	// Name is the primary name of that.
	Name string
	// Probability is how likely it is an entity of its type, from 0 to 1.
	Probability float64
	// Negated says that there is none in the text: "no fever".
	Negated bool
	// Hypothetical says that there may be one: "to rule out pneumonia".
	Hypothetical bool
	// OfOther says that somebody else has it: "mother had diabetes".
	OfOther bool
	// Past says that it is over, or may be: "h/o stroke".
	Past bool

	answers []core.Answer
	matches []core.Match
}

// Answers returns the matches of each entity that the span names: one, but for texts such as "BRCA1/2".
func (s *Span) Answers() *TextMatches { return &TextMatches{cmp.Or(s, &Span{}).answers} }

// Len returns the number of entities that the span may mean.
func (s *Span) Len() int {
	if s == nil {
		return 0
	}
	return len(s.matches)
}

// Get returns an entity that the span may mean, the likeliest first; outside 0 to Len - 1 it returns null.
func (s *Span) Get(i int) *Match {
	return at(s.Len(), i, func() *Match {
		var tied []string
		for k := range s.answers {
			tied = append(tied, s.answers[k].Ambiguous...)
		}
		return newMatch(&s.matches[i], tied)
	})
}

// Spans are the parts of a text that name entities, in the order of the text.
type Spans struct{ list []Span }

// Len returns the number of spans.
func (s *Spans) Len() int {
	if s == nil {
		return 0
	}
	return len(s.list)
}

// Get returns a span, counted from 0; outside 0 to Len - 1 it returns null.
func (s *Spans) Get(i int) *Span { return at(s.Len(), i, func() *Span { return new(s.list[i]) }) }

// at returns element i of n, a copy, or nil.
func at[T any](n, i int, get func() *T) *T {
	if i < 0 || i >= n {
		return nil
	}
	return get()
}

// Annotate returns the parts of a text that name entities; null options mean new AnnotateOptions. A kilobyte takes a
// few milliseconds. The first call reads all names, which takes some tenths of a second and 40 bytes for each; the file
// of a pack then stays mapped after Close.
func (n *Normalizer) Annotate(text string, options *AnnotateOptions) (s *Spans, err error) {
	defer rescue(&err)
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // see Normalizer.LookupWith
	o := cmp.Or(options, &AnnotateOptions{})
	lookup, err := (&Options{MinProbability: o.MinProbability, Prefer: o.Prefer, Organisms: o.Organisms, Exactly: o.Exactly, Show: o.Show}).core()
	if err != nil {
		return nil, err
	}
	lookup.K = 0 // with which the Annotator remembers answers
	c, done, err := n.use()
	if err != nil {
		return nil, err
	}
	defer done()
	a, err := n.annotate(c)
	if err != nil {
		return nil, err
	}
	found, err := a.Annotate(text, annotate.Options{Lookup: lookup, MinP: lookup.MinP, Types: split(o.Types), Overlaps: o.Overlaps})
	if err != nil {
		return nil, failed(err, KindInternal)
	}
	s = &Spans{make([]Span, len(found))}
	for i, place := range annotate.Places(text, found, utf16.RuneLen) {
		f := &found[i]
		s.list[i] = Span{
			Start: place[0], End: place[1], Text: text[f.Start:f.End], Type: f.Type, ID: strings.Join(f.IDs(), "|"), Name: strings.Join(f.Names(), "|"),
			Probability: f.P, Negated: f.Assertion.Negated, Hypothetical: f.Assertion.Hypothetical, OfOther: f.Assertion.OfOther, Past: f.Assertion.Past,
			answers: f.Answers, matches: f.Matches(),
		}
	}
	return s, nil
}

// annotate returns the Annotator of c, which is in use. The first call makes it.
func (n *Normalizer) annotate(c *core.Normalizer) (*annotate.Annotator, error) {
	n.annotating.Lock()
	defer n.annotating.Unlock()
	if n.annotator == nil {
		a, err := annotate.New(c)
		if err != nil {
			return nil, failed(err, KindBadPack)
		}
		n.annotator = a
		go debug.FreeOSMemory() // as after the first look-up
	}
	return n.annotator, nil
}
