package tag

import (
	"strings"
	"unicode"
)

// An article repeats what it is about, and a model repeats its mistakes. So p of a span in a long text depends on how sure the
// model is at all places of the same text, and on what a look-up says.

// IsLong reports whether a text is longer than abstracts and notes are. Corpora of full texts mark other things, such as
// solutions and mammals.
func (t *Text) IsLong() bool { return len(t.Tokens) > longText }

const longText = 1500 // tokens

// Looked says what a look-up says of a span, and whether the text defines it as an abbreviation.
type Looked struct {
	P                    float64 // of the best match
	NIL, IsName, Defined bool
}

// LongTraits tell whether a long text means an entity where a model has found one: 1, the logarithm of the odds there, their
// mean at all places of the same text, at which share of these they are for it, the best odds of another model, and the
// logarithm of the odds of the best match; and whether the text is a symbol that nothing defines, is defined, has several
// words, is ordinary English, is English among no technical terms, is not in the pack, and is a name of it.
type LongTraits [13]float64

// LongTraits returns those of tokens that Find has found.
func (k *Work) LongTraits(s Span, l Looked) LongTraits {
	v, text, rival := k.view(s), k.spelling(s.From, s.To), -float64(maxOdds)
	for m := range k.tagger.Models {
		if m != s.Model {
			rival = max(rival, k.odds(m, s.From, s.To))
		}
	}
	x := LongTraits{1, k.odds(s.Model, s.From, s.To), v.mean, v.share, rival, logit(l.P)}
	of := k.Traits(s.From, s.To, l.P)
	for i, is := range [...]bool{!l.Defined && isSymbol(text), l.Defined, strings.Contains(text, " "), of[4] > 0, of[5] > 0, l.NIL, l.IsName} {
		if is {
			x[6+i] = 1
		}
	}
	return x
}

func (t *Text) spelling(from, to int) string {
	return t.Source[t.Tokens[from].Start:t.Tokens[to-1].End]
}

// isSymbol reports whether a text looks like a symbol or an abbreviation: short, with several capitals, or one and digits.
func isSymbol(text string) bool {
	capitals, digits := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsUpper(r):
			capitals++
		case unicode.IsDigit(r):
			digits++
		case unicode.IsSpace(r):
			return false
		}
	}
	return len(text) <= maxSymbol && (capitals > 1 || capitals == 1 && digits > 0)
}

const (
	maxSymbol = 6
	maxOdds   = 8    // bounds the logarithm of the odds
	maxPlaces = 1000 // of a word that are looked at
)

// odds returns the logarithm of the odds that a model gives a run of tokens.
func (k *Work) odds(model, from, to int) float64 {
	m := &k.tagger.Models[model]
	return min(max(m.odds(Margin(k.scores[2*model:], 2*len(k.tagger.Models), from, to, &m.Step)), -maxOdds), maxOdds)
}

// view is how a model sees all places of a text: the mean of the odds, and at which share of the places they are for it.
type view struct{ mean, share float64 }

// place is a text that a model has found.
type place struct {
	model int
	text  string
}

// places finds all places of the words of a text.
type places struct {
	first map[int32]int // token of the first place of a word
	next  []int         // of each token, the next one of the same word; -1 for none
	known map[place]view
}

func (k *Work) readPlaces() *places {
	p := &places{map[int32]int{}, make([]int, len(k.Tokens)), map[place]view{}}
	for i := len(k.Tokens) - 1; i >= 0; i-- {
		after, ok := p.first[k.Tokens[i].word]
		if p.next[i] = -1; ok {
			p.next[i] = after
		}
		p.first[k.Tokens[i].word] = i
	}
	return p
}

func (k *Work) view(s Span) view {
	if k.places == nil {
		k.places = k.readPlaces()
	}
	key := place{s.Model, k.spelling(s.From, s.To)}
	v, ok := k.places.known[key]
	if ok {
		return v
	}
	n, found := 0.0, 0.0
	for i, seen := k.places.first[k.Tokens[s.From].word], 0; i >= 0 && seen < maxPlaces; i, seen = k.places.next[i], seen+1 {
		to := i + s.To - s.From
		if to > len(k.Tokens) || k.spelling(i, to) != key.text {
			continue
		}
		o := k.odds(s.Model, i, to)
		if v.mean += o; o > 0 {
			found++
		}
		n++
	}
	if n > 0 {
		v.mean, v.share = v.mean/n, found/n
	}
	k.places.known[key] = v
	return v
}

// LeastLong is the least p of a span that a model weighs. Below it, more spans are wrong than F1 gains by the right ones.
const LeastLong = 0.25

// Weighs reports whether p of what a model finds in the text is P: that of models for long texts, and of those that only full
// texts teach.
func (k *Work) Weighs(model int) bool { return k.tagger.Models[model].Long != LongTraits{} }

// P returns the probability that the text means what a model has found. Full texts teach little about plain English.
func (k *Work) P(s Span, l Looked) float64 {
	x := k.LongTraits(s, l)
	p := sigmoid(k.tagger.Models[s.Model].Long[:], x[:])
	if k.IsLong() {
		return p
	}
	return k.InPlain(s.From, s.To, p)
}
