package organism

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
)

// Weights of words that are evidence for an organism. docs/decisions/organisms.md has the figures.
const (
	wordWorth  = 1.0  // of a name of the organism
	hintWorth  = 0.5  // of a hint
	nearWorth  = 4.0  // added to the factor of a word beside the mention
	nearBytes  = 50.0 // distance at which half of nearWorth is left
	window     = 400  // bytes around a word in which the mention is sought
	titleWorth = 3.0  // factor in the first line
	ownWorth   = 50.0 // of a name in the mention itself: mouse Bax
	rarest     = 0.05 // expectation of an organism that the pack does not know
)

// vocabulary has the words for organisms in a pack and how often people mean each.
type vocabulary struct {
	words    map[string]said
	expected map[string]float64 // by taxon: see expectedOf
}

type said struct {
	taxon string
	worth float64
}

func newVocabulary(known []names.Organism) *vocabulary {
	v := &vocabulary{words: map[string]said{}, expected: map[string]float64{}}
	for _, o := range known {
		v.expected[o.Taxon] = o.Expected
		for _, word := range o.Names {
			v.words[word] = said{o.Taxon, wordWorth}
		}
		for _, word := range o.Hints {
			v.words[word] = said{o.Taxon, hintWorth}
		}
	}
	return v
}

// expectedOf returns how often people mean genes of an organism where no evidence says whose, relative to other organisms.
func (v *vocabulary) expectedOf(taxon string) float64 { return max(rarest, v.expected[taxon]) }

// taxonOf returns the taxon of an id or a name, such as 10090, NCBITaxon:10090, mouse or Mus musculus; "" if it has no known
// word.
func (v *vocabulary) taxonOf(name string) string {
	if _, id, ok := strings.Cut(name, ":"); ok {
		name = id
	}
	if name = strings.TrimSpace(name); name != "" && strings.Trim(name, "0123456789") == "" {
		return name
	}
	for word := range strings.FieldsSeq(name) {
		if taxon := v.named(word); taxon != "" {
			return taxon
		}
	}
	return ""
}

func (v *vocabulary) named(word string) string {
	if s := v.words[strings.ToLower(word)]; s.worth == wordWorth {
		return s.taxon
	}
	return ""
}

// Without returns the mention without the organism that it begins with, as in mouse Bax; "" if it begins with no organism.
func (v *vocabulary) Without(mention string) string {
	first, rest, _ := strings.Cut(strings.TrimSpace(mention), " ")
	if v.named(first) == "" {
		return ""
	}
	return rest
}

// Text is the text around mentions. It reads the words of a text once for all mentions in it, and is reused.
type Text struct {
	text  string
	order []string   // words that are evidence, each once
	words []saidWord // their places, in the order of the text
}

type saidWord struct {
	from, to int
	number   int // index in order
	worth    float64
}

// read reads a text, unless it is the same as before.
func (t *Text) read(text string, v *vocabulary) {
	if text == t.text {
		return
	}
	t.text, t.order, t.words = text, t.order[:0], t.words[:0]
	title := strings.IndexByte(text, '\n')
	for at := 0; at < len(text); at++ {
		end := at
		for end < len(text) && !separatesWords(rune(text[end])) {
			end++
		}
		if word := strings.ToLower(text[at:min(end, at+window)]); v.words[word].worth > 0 {
			w := saidWord{at, end, slices.Index(t.order, word), v.words[word].worth}
			if at < title {
				w.worth *= titleWorth
			}
			if w.number < 0 {
				w.number, t.order = len(t.order), append(t.order, word)
			}
			t.words = append(t.words, w)
		}
		at = end
	}
}

// eachSaid calls add for each word of the mention and of the text around it that is evidence for an organism, in the order
// of the text. Each word counts once, at its best place. name says that the word is a name, and no hint.
func (t *Text) eachSaid(text, mention string, v *vocabulary, add func(taxon string, worth float64, name bool)) {
	for word := range strings.FieldsSeq(mention) {
		if taxon := v.named(word); taxon != "" && word != mention {
			add(taxon, ownWorth, true)
		}
	}
	t.read(text, v)
	best := make([]float64, len(t.order))
	for _, w := range t.words {
		best[w.number] = max(best[w.number], w.worth*nearness(text, mention, w.from, w.to))
	}
	for i, word := range t.order {
		add(v.words[word].taxon, best[i], v.words[word].worth == wordWorth)
	}
}

// nearness returns the factor of the word text[at:end]: 1 far from the mention, up to 1+nearWorth beside it.
func nearness(text, mention string, at, end int) float64 {
	before, after := text[max(0, at-window):at], text[end:min(len(text), end+window)]
	far := strings.Index(after, mention)
	if strings.Contains(before, mention) { // several times as fast as LastIndex, and usually false
		if i := strings.LastIndex(before, mention); far < 0 || len(before)-i-len(mention) < far {
			far = len(before) - i - len(mention)
		}
	}
	if far < 0 || mention == "" {
		return 1
	}
	return 1 + nearWorth/(1+float64(far)/nearBytes)
}

// separatesWords reports whether a rune separates words, which consist of ASCII letters and digits.
func separatesWords(r rune) bool {
	return !(r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z')
}
