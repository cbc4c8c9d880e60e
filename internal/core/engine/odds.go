package engine

import "github.com/normlet/normlet/internal/core/score"

// Odds say how likely each of some candidates is meant.
type Odds struct {
	P        []float64  // of each, falling
	NIL      float64    // that none is; all sum to 1
	NILScore float64    // the ranker's score of NIL minus that of the best
	Organism string     // NCBI Taxonomy id of that whose gene is meant, if the pack lacks it
	Seen     score.Seen // what they tell of how many of the mentions asked together the pack has
}

// Odds returns the calibrated probabilities of ranked candidates, at least one, and puts them in their order: fields may
// change it.
func (e *Engine) Odds(cs []score.Candidate, mention string, r *Request) (o Odds) {
	score.MarkWhole(cs)
	nilScore := e.Calibration.Ranker.NIL
	o.P, o.NIL = score.Probabilities(cs, nilScore)
	o.NILScore = float64(nilScore) - float64(cs[0].Score)
	namespace := int(e.Pack.EntityNamespace[cs[0].Entity])
	translated, sure := cs[0].Translated, float32(0)
	if translated {
		mention, sure = e.meaningFor(mention, r.Language, cs[0].Row)
	}
	inputs := e.Inputs(mention, cs, o.P, o.NIL)
	o.NIL, o.Seen = e.Calibration.Apply(e.Pack.Namespaces[namespace], cs, &inputs, r.shifts(namespace), o.P, o.NIL)
	if o.Seen.Namespace = namespace; translated {
		o.NIL = score.Translated(cs, sure, o.P, o.NIL)
	}
	o.NIL = e.Fields.Weigh(cs, o.P, o.NIL, r.Fields)
	if e.Organisms != nil {
		o.NIL, o.Organism = e.Organisms.Lacking(cs, o.P, o.NIL, &r.said)
	}
	return o
}

// shifts are those of a namespace, nil if they are not known.
func (r *Request) shifts(namespace int) []float64 {
	const strata = int(score.NumStrata)
	if (namespace+1)*strata > len(r.Shifts) {
		return nil
	}
	return r.Shifts[namespace*strata:][:strata]
}

// Inputs returns what the pack's Forest sees of an answer: its folded candidates, and the ranker's probabilities of
// entities and of NIL.
func (e *Engine) Inputs(mention string, cs []score.Candidate, p []float64, pNIL float64) score.Inputs {
	x := e.Calibration.Inputs(cs, score.Rivals(cs, p), pNIL)
	c, name := e.contrasts.Get().(*score.Contrast), mention
	if !cs[0].Read {
		name = e.Pack.Names.At(int(cs[0].Row))
	}
	c.Add(&x, mention, name)
	e.contrasts.Put(c)
	return x
}
