package core

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/organism"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/core/topic"
)

// lookup is the working memory of one look-up, in the order of the cascade.
type lookup struct {
	form  []byte // text form of the mention as it was asked
	query score.Query
	size  int // of form: see search.SizeOf

	vector, proj []float32
	code         []uint64
	bits         *binarize.Query

	hits    []hit // as the tables have them: forms, abbreviations, parts and words
	forms   int   // how many the first of these are
	decided bool  // by them
	near    search.Nearest
	offered []offer
	reading index.Reader // of rows by their letters and digits
	text    names.Text   // of a row
	part    []byte       // compact form of a part of the mention

	*scratch
	topic  []float32    // of the words around the mention
	clock  *score.Clock // nil unless somebody asks
	recall *LookupCache // nil unless it asks
}

// scratch is working memory in which nothing waits while near rows are sought. Look-ups that
// are searched for together share it, so that it stays in the cache.
type scratch struct {
	candidates []score.Candidate
	features
	folding  score.Folding
	around   organism.Text     // around the mention, for organisms
	read     []score.Candidate // of readings
	recalled []score.Candidate // of a LookupCache

	surroundings topic.Surroundings // of the mention
}

// hit is a row that a step of retrieval found.
type hit struct {
	row       int32
	stage     score.Stage
	alignment float32 // how well the mention abbreviates the name
}

func (n *Normalizer) newLookup() *lookup {
	s := &lookup{bits: binarize.NewQuery(make([]float32, n.head.Bits))}
	s.query.Off, s.text.Off = n.off, n.off
	return s
}

// borrow returns working memory, which goes back by giveBack.
func (n *Normalizer) borrow() *lookup {
	s := n.lookups.Get().(*lookup)
	s.scratch = n.scratches.Get().(*scratch)
	return s
}

func (n *Normalizer) giveBack(s *lookup) {
	n.scratches.Put(s.scratch)
	s.scratch, s.clock = nil, nil
	n.lookups.Put(s)
}

// Lookup maps a mention to its k most likely entities, in any namespace. Every text has an answer; without
// letters, digits or marks, and after Close, it is NIL. Of a long text the first names.MaxBytes count. A look-up
// takes at most the scan of all codes and some 9,000 rows of any name.
func (n *Normalizer) Lookup(mention string, k int) Answer {
	a, _ := n.LookupWith(mention, Options{K: k}) // fails only on namespaces and after Close
	return a
}

// LookupWith is Lookup with options. Its errors are ErrNamespace, wrapped, for a wanted or
// preferred namespace that the pack lacks, one for an organism or a field that it lacks, and ErrClosed.
func (n *Normalizer) LookupWith(mention string, o Options) (Answer, error) {
	if !n.gate.enter() {
		return Answer{Mention: mention, NIL: true, PNIL: 1, NILScore: math.Inf(1)}, ErrClosed
	}
	defer n.gate.leave()
	filter, err := n.filterOf(&o)
	if err != nil {
		return Answer{}, err
	}
	if a, ok := n.identified(mention, &o); ok {
		return a, nil
	}
	s := n.borrow()
	defer n.giveBack(s)
	s.clock = o.Clock
	s.clock.Begin(score.PartRead)
	n.gather(s, mention, filter, &o)
	s.clock.Begin(score.PartRank)
	a := n.retryNIL(s, n.choose(s, n.fold(s), mention, o), mention, filter, o)
	s.clock.End()
	return a, nil
}

// filterOf returns the filter for the namespaces of o, once it has checked o.
func (n *Normalizer) filterOf(o *Options) (*search.RowFilter, error) {
	for _, name := range o.Organisms {
		if _, err := n.Organism(name); err != nil {
			return nil, err
		}
	}
	if err := n.fields.Check(o.Fields); err != nil {
		return nil, err
	}
	if p := n.entities.Unknown(o.Prefer); p != "" {
		return nil, fmt.Errorf("preferred %w", n.filters.Unknown(p))
	}
	return n.filters.Of(o.Namespaces)
}

// Candidates returns all candidate rows of a mention, without scores, in a fixed order, and
// none after Close. A score.Ranker is fitted on them.
func (n *Normalizer) Candidates(mention string) []score.Candidate {
	if !n.gate.enter() {
		return nil
	}
	defer n.gate.leave()
	s := n.borrow()
	defer n.giveBack(s)
	n.gather(s, mention, nil, &Options{Near: true})
	return slices.Clone(s.candidates)
}

// Nearest appends the k rows with the nearest codes to the mention's, of all sizes, by distance and then, in a
// large pack, by the size of the name. It is the last step of retrieval alone. After Close it appends none.
func (n *Normalizer) Nearest(dst []search.Hit, mention string, k int) []search.Hit {
	if !n.gate.enter() {
		return dst
	}
	defer n.gate.leave()
	return n.codes.AppendNearestOfAll(dst, n.Code(nil, mention), k)
}

// gather fills s.candidates with the rows that all steps of retrieval find and their features.
func (n *Normalizer) gather(s *lookup, mention string, filter *search.RowFilter, o *Options) {
	s.form = names.AppendForm(s.form[:0], mention)
	if !n.retrieve(s, mention, filter) {
		return
	}
	if !n.decided(s, mention, o) {
		s.clock.Begin(score.PartScan)
		n.codes.Nearest(&s.near, s.code, s.size, score.NearestRows, filter)
		n.featurize(s, &s.near)
	}
	s.clock.Begin(score.PartRead)
	n.addReadings(s, mention, filter, len(o.Namespaces) > 0)
}

// fold returns the best candidate of each entity, by score.
func (n *Normalizer) fold(s *lookup) []score.Candidate {
	cs := s.folding.Fold(&n.calibration.Ranker, s.candidates)
	score.SuppressOtherMembers(cs)
	return cs
}

// choose answers from folded candidates: organisms and the text around the mention decide between them.
func (n *Normalizer) choose(s *lookup, cs []score.Candidate, mention string, o Options) Answer {
	if n.organisms != nil {
		filter, _ := n.filters.Of(o.Namespaces) // which were checked
		cs = n.organisms.Lend(cs, filter)
		n.organisms.Prefer(cs, n.organisms.Shares(&s.around, mention, o.Context, o.Organisms, o.Coverage.counts()), o.Context == "")
	}
	n.rerank(s, cs, mention, o.Context)
	return n.answer(s, mention, cs, o)
}

// rerank lets the text around the mention decide between the entities whose scores come near the best: one that the
// mention names gains if another of its names stands in the text, and any by how much better than that of the best its
// profile fits. Without words that the pack knows, nothing changes.
func (n *Normalizer) rerank(s *lookup, cs []score.Candidate, mention, context string) {
	if context == "" || len(cs) < 2 || cs[1].Score < cs[0].Score-score.ContextReach {
		return
	}
	for _, add := range [...]func(*lookup, []score.Candidate, string, string){n.addStanding, n.addTopics} {
		add(s, cs, mention, context)
		slices.SortStableFunc(cs, func(a, b score.Candidate) int { return cmp.Compare(b.Score, a.Score) })
	}
}

// addStanding raises the scores of entities near the best by how much of another of their names stands in the text, if the
// mention is a name of theirs, or short for one: others are named there for themselves, as the kinds of a disease are.
func (n *Normalizer) addStanding(s *lookup, cs []score.Candidate, mention, context string) {
	s.surroundings.Read(context, mention)
	near := cs[0].Score - score.ContextReach
	for i := range cs {
		if cs[i].Score < near {
			break
		}
		if cs[i].Stage > score.StageAbbreviation {
			continue
		}
		stands := float32(0)
		rows := n.entities.Rows(uint32(cs[i].Entity))
		for _, row := range rows[:min(len(rows), score.StandingNames)] {
			stands = max(stands, s.surroundings.Stands(n.pack.Names.At(int(row)), &n.lexicon.Frequencies))
		}
		cs[i].Score += float32(score.StandingWeight * stands)
	}
}

// addTopics raises the scores of entities near the best by how much better than the best their profiles fit the text.
func (n *Normalizer) addTopics(s *lookup, cs []score.Candidate, mention, context string) {
	if n.topics == nil {
		return
	}
	topics := n.topics()
	best := topics.Profile(int(cs[0].Entity))
	if best == nil {
		return
	}
	vector, known := topics.AppendVector(s.topic[:0], context, mention)
	s.topic = vector
	if !known {
		return
	}
	fit, close := topic.Score(vector, best), cs[0].Score-score.ContextReach
	for i := 1; i < len(cs) && cs[i].Score >= close; i++ {
		if p := topics.Profile(int(cs[i].Entity)); p != nil {
			cs[i].Score += float32(topics.Weight * (topic.Score(vector, p) - fit))
		}
	}
}
