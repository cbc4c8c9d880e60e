package tag

import "github.com/normlet/normlet/internal/f64"

// Traits tell whether a text that spells a name of a list means it: 1, the logarithm of the odds that the name alone would,
// and whether it has several words, is hardly English, is ordinary English, and is English in a text without technical terms.
type Traits [6]float64

// Traits returns those of the tokens from from to before to, whose name alone means its entity with probability p.
func (t *Text) Traits(from, to int, p float64) Traits {
	grade := t.of(from).grade
	for i := from + 1; i < to; i++ {
		grade = min(grade, t.of(i).grade) // one rare word is enough
	}
	x := Traits{1, odds(p)}
	for k, is := range [...]bool{to > from+1, grade > 0 && grade <= plainGrade, grade > plainGrade, grade > 0 && t.terms[from] == 0} {
		if is {
			x[2+k] = 1
		}
	}
	return x
}

const leastP = 0.001

// odds returns the logarithm of the odds of a probability.
func odds(p float64) float64 {
	p = min(max(p, leastP), 1-leastP)
	return f64.Log(p / (1 - p))
}

// meant are the weights of Traits, fitted by lab/tag on texts in which all entities of a kind are marked.
var meant = Traits{-1.49, 0.67, 0.55, -0.09, -0.49, -1.74}

// NameP returns the probability that a text means a name that it spells.
func NameP(x Traits) float64 { return meant.p(&x) }

func (w *Traits) p(x *Traits) float64 {
	sum := 0.0
	for i := range w {
		sum += float64(w[i] * x[i])
	}
	return 1 / (1 + f64.Exp(-sum))
}

// ShortTraits tell whether capitals that a text does not explain, such as PBS, mean the entity that they are short for: 1, the
// logarithms of the odds of the tagger's probability of the span and of the look-up's p, how much people write about the
// entity, and whether the text is long, as articles are, whose methods name buffers and strains.
func ShortTraits(span, p, prior float64, long bool) Traits {
	x := Traits{1, odds(span), odds(p), prior}
	if long {
		x[4] = 1
	}
	return x
}

// Short are the weights of ShortTraits, fitted by lab/tag on texts that its tagger has not seen.
var Short = Traits{-2.09, 1.24, 0.71, 3.00, -1.63}

// ShortP returns the probability that capitals which a text does not explain name an entity of the type that the tagger says.
func ShortP(x Traits) float64 { return Short.p(&x) }
