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
	x := Traits{1, logit(p)}
	for k, is := range [...]bool{to > from+1, grade > 0 && grade <= plainGrade, grade > plainGrade, grade > 0 && t.terms[from] == 0} {
		if is {
			x[2+k] = 1
		}
	}
	return x
}

// logit returns the logarithm of the odds of a probability.
func logit(p float64) float64 {
	p = min(max(p, leastP), 1-leastP)
	return f64.Log(p / (1 - p))
}

const leastP = 0.001

// meant are the weights of Traits, fitted by lab/tag on texts in which all entities of a kind are marked.
var meant = Traits{-1.49, 0.67, 0.55, -0.09, -0.49, -1.74}

// NameP returns the probability that a text means a name that it spells.
func NameP(x Traits) float64 {
	return sigmoid(meant[:], x[:])
}

// plainOdds is what English words in a text without technical terms take from the logarithm of the odds of a model. Fits on
// abstracts and examples of WordNet that the model had not seen gave -0.9 to -1.4.
const plainOdds = -1.1

// InPlain returns p of a span that a model has found with probability p, given the register of the text.
func (t *Text) InPlain(from, to int, p float64) float64 {
	if x := t.Traits(from, to, p); x[5] > 0 {
		return sigmoid([]float64{1, 1}, []float64{x[1], plainOdds})
	}
	return p
}

func sigmoid(weights, x []float64) float64 {
	sum := 0.0
	for i, w := range weights {
		sum += float64(w * x[i])
	}
	return 1 / (1 + f64.Exp(-sum))
}
