package core

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
)

// Lookup maps a mention to its k most likely entities, in any namespace. Every text has an answer. It is NIL for a text
// without letters, digits and marks, and after Close. Only the first 2,048 bytes of a text count. A look-up scans the codes at
// most three times: for the mention, for the mention with a typing error mended, and for a patient's words put into those
// of names. Besides, it reads a bounded number of rows, however many the pack has.
func (n *Normalizer) Lookup(mention string, k int) Answer {
	a, _ := n.LookupWith(mention, Options{K: k}) // fails only after Close: there are no options to refuse
	return a
}

// LookupWith is Lookup with options. Its errors are ErrClosed, and wrapped for what the pack lacks: ErrNamespace for a
// wanted or preferred namespace, ErrOrganism, ErrField. With an error, the answer is NIL.
func (n *Normalizer) LookupWith(mention string, o Options) (Answer, error) {
	if !n.engine.Enter() {
		return nothing(mention), ErrClosed
	}
	defer n.engine.Leave()
	r, err := n.request(&o)
	if err != nil {
		return nothing(mention), err
	}
	a, ok := n.identified(mention, &o, false)
	if !ok {
		w := n.engine.Begin()
		defer n.engine.End(w)
		a = n.choose(w, n.engine.FindEntities(w, mention, &r), mention, &r, &o)
	}
	n.show(&a, o.Show)
	return a, nil
}

// identified answers a mention that cannot be a name: an id with its prefix, or an error of a spreadsheet such as #NAME?.
// If loose, the mention is no name, and may be an id of another list without one.
func (n *Normalizer) identified(mention string, o *Options, loose bool) (Answer, bool) {
	if names.IsSheetError(mention) {
		return nothing(mention), true
	}
	w := o.wish()
	entities, matched, beyond := n.engine.Entities.Identify(mention, w, loose)
	if len(entities) == 0 || o.Exactly && beyond != "" {
		return Answer{}, false
	}
	matched = strings.Clone(matched) // an answer may outlive the text of the mention
	p := 1 / float64(len(entities))
	a := Answer{Mention: mention, NILScore: math.Inf(-1)}
	for _, e := range entities[:min(len(entities), MaxK)] {
		m := Match{Matched: matched, Kind: pack.KindPrimary.String(), Stage: StageID, Score: 1, P: p, Broader: strings.Clone(beyond)}
		if beyond != "" {
			m.narrower = 1
		}
		m.Name = n.engine.Pack.Names.At(int(n.engine.Pack.PrimaryRow[e]))
		n.nameEntity(&m, int32(e), w)
		if a.Matches = append(a.Matches, m); len(entities) > 1 {
			a.Ambiguous = append(a.Ambiguous, m.ID)
		}
	}
	a.Matches = a.Matches[:min(max(cmp.Or(o.K, DefaultK), 0), len(a.Matches))]
	if len(entities) == 1 && len(a.Matches) == 1 {
		a.Matches[0].Margin = 1
	}
	return a, true
}

// request checks the options and returns what they ask of the engine.
func (n *Normalizer) request(o *Options) (engine.Request, error) {
	e := n.engine
	r := engine.Request{
		Stated: len(o.Namespaces) > 0, Near: o.Near, Named: o.named, Context: o.Context, Language: o.Language, Organisms: o.Organisms, Fields: o.Fields,
	}
	if c := o.Coverage; c != nil {
		r.Shifts, r.OrganismCounts = c.shifts, c.organisms
	}
	for _, name := range o.Organisms {
		if _, err := n.Organism(name); err != nil {
			return r, err
		}
	}
	if err := e.Fields.Check(o.Fields); err != nil {
		return r, refused(err, ErrField)
	}
	if p := e.Entities.Unknown(o.Prefer); p != "" {
		return r, refused(fmt.Errorf("preferred %w", e.Filters.Unknown(p)), ErrNamespace)
	}
	var err error
	r.Filter, err = n.filter(o)
	return r, err
}

// filter returns the filter of the wanted namespaces, and gives these their names in the pack.
func (n *Normalizer) filter(o *Options) (filter *search.RowFilter, err error) {
	if o.Namespaces, err = n.engine.Filters.Meant(o.Namespaces); err == nil {
		filter, err = n.engine.Filters.Of(o.Namespaces)
	}
	return filter, refused(err, ErrNamespace)
}

// choose answers from the candidates that the engine found. If names alone decided the answer and it is NIL, the mention is
// looked up again with near names, because an answer NIL shows the nearest entities.
func (n *Normalizer) choose(w *engine.Work, cs []score.Candidate, mention string, r *engine.Request, o *Options) Answer {
	a := n.settle(n.engine.Reorder(w, cs, mention, r), mention, r, o, nil)
	if a.NIL || len(a.Matches) == 0 || !a.Matches[0].Stage.IsName() {
		if id, ok := n.identified(mention, o, true); ok {
			return id
		}
	}
	if w.Decided && a.NIL && len(a.Matches) > 0 && a.Matches[0].P >= o.MinP {
		near := *r
		near.Near = true
		cs = n.engine.FindEntities(w, mention, &near)
		a = n.settle(n.engine.Reorder(w, cs, mention, &near), mention, &near, o, nil)
	}
	return a
}

// settle answers from candidates in their order. open is as for answer.
func (n *Normalizer) settle(cs []score.Candidate, mention string, r *engine.Request, o *Options, open *[]Match) Answer {
	a := n.answer(cs, mention, r, o, open)
	if a.NIL || len(a.Matches) == 0 || !a.Matches[0].Stage.IsName() {
		a.Together = n.engine.Lexicon().Together(mention)
	}
	return a
}
