package annotate

import (
	"cmp"
	"slices"
	"sync"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/tag"
)

// Annotator finds and names the entities of a pack in texts. It is safe for concurrent use.
type Annotator struct {
	n        *core.Normalizer
	lexicon  *tag.Lexicon
	tagger   *tag.Tagger // nil if the pack has none
	groups   []group     // one for each model of the tagger, then one for the other namespaces
	lines    uint8       // 1 plus the number of the group that has cell lines, 0 if there is none
	cells    cells
	words    *names.Lexicon
	triggers *triggers
	meanings *core.LookupCache // of all that the models cover, nil without a tagger
	works    sync.Pool
}

// group is a set of namespaces whose entities are found in the same way.
type group struct {
	name       string            // type of the model; "" for the namespaces that no model covers
	namespaces []string          // of the pack
	rivals     []string          // namespaces of other groups: a name that means one of their entities is no span of this group
	number     uint8             // in the lexicon
	known      *core.LookupCache // for the zero Options
}

// New returns an Annotator for the pack of n. It reads the names and the tagger, which takes about a microsecond and 40 bytes
// for each name. The error is a *pack.CorruptError about a damaged tagger.
func New(n *core.Normalizer) (*Annotator, error) {
	c := engine.Of(n).LoadedContents().WithTagger()
	words := engine.Of(n).Lexicon()
	a := &Annotator{n: n, words: words, triggers: newTriggers(words.Triggers), cells: newCells(words.Knowledge)}
	if len(c.Tagger) > 0 {
		var err error
		if a.tagger, err = tag.Parse(c.Tagger, c.Namespaces); err != nil {
			return nil, pack.Damage("TAGR", err)
		}
	}
	if a.tagger != nil {
		for i := range a.tagger.Models {
			m := &a.tagger.Models[i]
			a.groups = append(a.groups, group{name: m.Type, namespaces: m.Namespaces, number: uint8(i)})
			if slices.ContainsFunc(m.Namespaces, words.HasLines) {
				a.lines = uint8(i) + 1
			}
		}
	}
	if a.tagger != nil {
		var all []string
		for _, g := range a.groups {
			all = append(all, g.namespaces...)
		}
		a.meanings = n.NewLookupCache(core.Options{Namespaces: all})
	}
	rest := group{number: tag.Untagged}
	numbers := make([]uint8, len(c.Namespaces))
	for i, ns := range c.Namespaces {
		numbers[i] = tag.Untagged
		all, _ := pack.Organism(ns) // the tagger knows no twins
		if g := slices.IndexFunc(a.groups, func(g group) bool { return slices.Contains(g.namespaces, ns) || slices.Contains(g.namespaces, all) }); g >= 0 {
			if numbers[i] = uint8(g); ofOrganism(ns, a.groups[g].namespaces) {
				if numbers[i] = tag.Unread; engine.Of(n).Organisms.ListsIn(i) {
					rest.rivals = append(rest.rivals, ns)
				}
			}
		} else {
			rest.namespaces = append(rest.namespaces, ns)
		}
	}
	if len(rest.namespaces) > 0 {
		a.groups = append(a.groups, rest)
	}
	var of []core.Options
	for _, g := range a.groups {
		of = append(of, core.Options{Namespaces: slices.Concat(g.namespaces, g.rivals)})
	}
	for i, known := range n.NewLookupCaches(of) {
		a.groups[i].known = known
	}
	a.lexicon = tag.NewLexicon(c, numbers, words.Forms())
	a.works.New = func() any { return new(work) }
	return a, nil
}

// isRival reports whether a namespace, named without an organism, is one of the rivals.
func (g *group) isRival(ns string) bool {
	return slices.ContainsFunc(g.rivals, func(r string) bool { all, _ := pack.Organism(r); return all == ns })
}

// ofOrganism reports whether a namespace has the genes of one organism while another has the human ones. Its entities are
// candidates, too, but the tagger does not see their names, because it has not learned from such names: Santa, gonadal.
func ofOrganism(ns string, namespaces []string) bool {
	all, taxon := pack.Organism(ns)
	return taxon != "" && slices.Contains(namespaces, all)
}

// Tagged returns the types that the tagger of the pack finds. Annotate finds other entities by their names alone.
func (a *Annotator) Tagged() (types []string) {
	for _, g := range a.groups {
		if g.number != tag.Untagged {
			types = append(types, g.name)
		}
	}
	return types
}

// Options says which spans Annotate returns. The zero value returns all entities of the pack.
type Options struct {
	Lookup   core.Options // options of look-ups; MinP, Context and Near have no effect
	MinP     float64      // leaves out spans with a lower P
	Types    []string     // allows only spans of these types or namespaces, in words as those of Lookup; none: all
	Overlaps bool         // also returns spans that overlap likelier ones
	Exclude  *List        // texts and ids to leave out
	Only     *List        // unless nil, the only texts and ids to return
}

// Span is a part of a text that names an entity.
type Span struct {
	Start, End int           // byte offsets in the text, [Start, End)
	Type       string        // type of the tagger, or else the namespace of the best match
	P          float64       // probability that the span is an entity of that type
	Expanded   bool          // the span is an abbreviation whose long form was looked up
	Answers    []core.Answer // one for each entity that the span names; NIL if the pack lacks the entity
	Assertion  Assertion     // what the text says about the entity
}

// IDs returns the ids of the best matches, or none if the pack lacks the entity.
func (s *Span) IDs() []string { return s.best(func(m *core.Match) string { return m.ID }) }

// Names returns the names of the best matches.
func (s *Span) Names() []string { return s.best(func(m *core.Match) string { return m.Name }) }

// best returns the values of the function of for the best match of each answer that is not NIL, each value once.
func (s *Span) best(of func(*core.Match) string) (out []string) {
	for i := range s.Answers {
		if a := &s.Answers[i]; !a.NIL && len(a.Matches) > 0 && !slices.Contains(out, of(&a.Matches[0])) {
			out = append(out, of(&a.Matches[0]))
		}
	}
	return out
}

// Matches returns the matches of all answers, NIL ones included, the likeliest first.
func (s *Span) Matches() (all []core.Match) {
	for i := range s.Answers {
		all = append(all, s.Answers[i].Matches...)
	}
	slices.SortStableFunc(all, func(x, y core.Match) int { return cmp.Compare(y.P, x.P) })
	return all
}

// Annotate returns the entities of a text, in the order of the text. Of spans that begin at the same place
// (Options.Overlaps), longer ones come first. The errors are those of core.Normalizer.LookupWith; the error for a type that
// the pack lacks wraps core.ErrNamespace.
func (a *Annotator) Annotate(text string, o Options) ([]Span, error) {
	if err := a.read(&o); err != nil {
		return nil, err
	}
	w := a.works.Get().(*work)
	defer a.works.Put(w)
	w.find(text, a)
	said := newSaid(w, a.triggers)
	said.trim()
	if err := a.readWards(w, said); err != nil {
		return nil, err
	}
	var spans []Span
	for i := range a.groups {
		named, err := a.name(w, &a.groups[i], &o)
		if err != nil {
			return nil, err
		}
		spans = append(spans, named...)
	}
	if len(w.defined) > 0 {
		w.adopt(spans)
	}
	spans = slices.DeleteFunc(spans, func(s Span) bool {
		return s.P < o.MinP || w.note && a.isNothing(s.Type) || !said.isEntity(&s) || !a.wanted(&s, o.Types) || o.Exclude.has(text, &s) || o.Only != nil && !o.Only.has(text, &s)
	})
	if !o.Overlaps {
		spans = cover(spans, len(text), func(kind string) bool { return !w.IsLong() && a.yields(kind) })
	}
	slices.SortStableFunc(spans, func(x, y Span) int { return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End)) })
	said.assert(spans)
	return spans, nil
}

// read gives types and namespaces the names that the pack has for them, and refuses what it lacks, whatever the text is.
func (a *Annotator) read(o *Options) (err error) {
	types := slices.Clone(o.Types)
	for _, t := range o.Types {
		if t != "" && slices.ContainsFunc(a.groups, func(g group) bool { return g.name == t }) {
			continue
		}
		namespaces, err := a.n.Namespaces([]string{t})
		if err != nil {
			return err
		}
		if types = append(types, namespaces...); namespaces[0] == t {
			continue
		}
		for i := range a.groups { // of a kind, also those that the pack lacks
			if slices.Contains(a.groups[i].namespaces, namespaces[0]) {
				types = append(types, a.groups[i].name)
			}
		}
	}
	o.Types = types
	if o.Lookup.Namespaces, err = a.n.Namespaces(o.Lookup.Namespaces); err == nil && len(o.Lookup.Prefer)+len(o.Lookup.Organisms) > 0 {
		_, err = a.n.LookupWith("", o.Lookup)
	}
	return err
}

// wanted reports whether a span is of one of the types or namespaces.
func (a *Annotator) wanted(s *Span, types []string) bool {
	if len(types) == 0 || slices.Contains(types, s.Type) {
		return true
	}
	for i := range s.Answers {
		if ms := s.Answers[i].Matches; len(ms) > 0 && !s.Answers[i].NIL && slices.Contains(types, ms[0].Namespace) {
			return true
		}
	}
	return false
}

// yields reports whether spans of a type give way to others in short texts, because full texts alone teach it: they mark GO in
// names of diseases and chemicals, "memory" in "memory deficits".
func (a *Annotator) yields(kind string) bool {
	return a.tagger != nil && slices.ContainsFunc(a.tagger.Models, func(m tag.Model) bool { return m.Type == kind && m.Long != tag.LongTraits{} })
}

// cover returns the likeliest spans that do not overlap in a text of size bytes, and of equally likely ones the longest. Those
// that yield come last.
func cover(spans []Span, size int, yields func(kind string) bool) []Span {
	last := func(kind string) int {
		if yields(kind) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(spans, func(x, y Span) int {
		return cmp.Or(cmp.Compare(last(x.Type), last(y.Type)), cmp.Compare(y.P, x.P), cmp.Compare(y.End-y.Start, x.End-x.Start), cmp.Compare(x.Start, y.Start))
	})
	taken := make([]bool, size)
	return slices.DeleteFunc(spans, func(s Span) bool {
		if slices.Contains(taken[s.Start:s.End], true) {
			return true
		}
		for i := s.Start; i < s.End; i++ {
			taken[i] = true
		}
		return false
	})
}

// name looks up the candidates of a group.
func (a *Annotator) name(w *work, g *group, o *Options) ([]Span, error) {
	of := w.of(g.number)
	if len(of) == 0 {
		return nil, nil
	}
	lookup := o.Lookup
	lookup.Namespaces, lookup.MinP = within(g.namespaces, o.Lookup.Namespaces), 0
	if len(lookup.Namespaces) == 0 {
		return nil, nil
	}
	lookup.Namespaces = slices.Concat(lookup.Namespaces, g.rivals)
	cache := g.known
	if l := &o.Lookup; len(l.Prefer)+len(l.Namespaces)+len(l.Organisms) > 0 || l.Coverage != nil || l.Exactly || l.Fields != "" {
		cache = a.n.NewLookupCache(lookup)
	}
	windows := newWindows(w)
	places := func(yield func(document.Place) bool) {
		for _, c := range of {
			if !yield(document.Place{Text: windows.around(c), Mentions: []string{cmp.Or(w.means[c.from], w.text(c))}}) {
				return
			}
		}
	}
	var spans []Span
	together := document.Options{Lookup: lookup, Composites: g.number != tag.Untagged}
	if w.note { // whose entries do not explain one another
		together.Scope = document.Abbreviations
	}
	for results, err := range document.New(cache.LookupMany, together).Resolve(places) {
		if err != nil {
			return nil, err
		}
		c := &of[len(spans)]
		s := Span{Start: w.Tokens[c.from].Start, End: w.Tokens[c.to-1].End, Type: g.name, P: c.p, Answers: results[0].Answers, Expanded: results[0].Expanded || w.means[c.from] != ""}
		for i := range s.Answers {
			cache.Complete(&s.Answers[i])
		}
		switch affirm(s.Answers); {
		case w.misspelled(c, &s) || w.note && w.isCode(c, &s):
			s.P = 0
		case c.p == lineP:
			s.P = lineOf(&s, w.text(*c))
		case c.p == byName:
			s.P = w.decide(c, &s, g, a.words)
		case w.Weighs(int(c.group)):
			if s.P = w.weigh(c, &s); s.P < tag.LeastLong && !o.Overlaps {
				s.P = 0
			}
		default:
			s.P = w.InPlain(c.from, c.to, c.p)
		}
		for i := range s.Answers { // last: names decide above
			a.n.Show(&s.Answers[i], o.Lookup.Show)
		}
		spans = append(spans, s)
	}
	return slices.DeleteFunc(spans, func(s Span) bool { return s.P == 0 }), nil
}

// affirmed is the least ratio of the best match's P to PNIL at which a NIL answer counts as found. A mention alone may mean
// something else, but here the tagger has decided about that, or tag.NameP will. With .6, span and id F1 in unseen corpora
// are .002 to .004 lower for diseases, .06 for cell types in full texts and .02 for anatomy; without affirm .01 to .02, .18
// and .05.
const affirmed = 0.35

// affirm makes NIL answers found ones if their best match is likely enough: see affirmed.
func affirm(answers []core.Answer) {
	for i := range answers {
		if a := &answers[i]; a.NIL && len(a.Matches) > 0 && a.Matches[0].P >= affirmed*a.PNIL {
			a.NIL = false
		}
	}
}

// within returns the namespaces of a group that are wanted.
func within(of, wanted []string) []string {
	if len(wanted) == 0 {
		return of
	}
	return slices.DeleteFunc(slices.Clone(of), func(n string) bool { return !slices.Contains(wanted, n) })
}
