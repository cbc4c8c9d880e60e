package organism

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
)

// What a word says for an organism. docs/decisions/organisms.md has the figures.
const (
	wordWorth  = 1.0 // if it names it
	hintWorth  = 0.5
	nearWorth  = 4.0  // more, beside the mention
	nearBytes  = 50.0 // half of that as far away
	window     = 400  // bytes in which the mention is looked for
	titleWorth = 3.0  // times, in the first line
	ownWorth   = 50.0 // in the mention itself: mouse Bax
	rarest     = 0.05 // expectation of an organism of which nothing is known
)

// vocabulary is what a pack knows of organisms.
type vocabulary struct {
	words    map[string]said
	expected map[string]float64 // by taxon
}

type said struct {
	taxon string
	worth float64
}

func newVocabulary(known []names.Organism) *vocabulary {
	v := &vocabulary{map[string]said{}, map[string]float64{}}
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

// expectedOf returns how likely genes of an organism are meant where nothing says which, beside those of others.
func (v *vocabulary) expectedOf(taxon string) float64 { return max(rarest, v.expected[taxon]) }

// taxonOf returns the taxon that an id or a name means, such as 10090, NCBITaxon:10090, mouse or Mus musculus; "" if
// no word of it is known.
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

// Without returns what follows the organism that a mention begins with, as in mouse Bax; "" if it begins otherwise.
func (v *vocabulary) Without(mention string) string {
	first, rest, _ := strings.Cut(strings.TrimSpace(mention), " ")
	if v.named(first) == "" {
		return ""
	}
	return rest
}

// Text is a text around mentions of one pack, whose words are read once for all of them. It is reused.
type Text struct {
	text  string
	order []string   // the different words that say something
	words []saidWord // in the order of the text
}

type saidWord struct {
	from, to int
	number   int // in order
	worth    float64
}

// read reads a text, unless it is the one before.
func (t *Text) read(text string, v *vocabulary) {
	if text == t.text {
		return
	}
	t.text, t.order, t.words = text, t.order[:0], t.words[:0]
	title := strings.IndexByte(text, '\n')
	for at := 0; at < len(text); at++ {
		end := at
		for end < len(text) && !between(rune(text[end])) {
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

// eachSaid calls add with what mention and the text around it say for organisms, in the order of the text. Each word
// counts once, where it says most.
func (t *Text) eachSaid(text, mention string, v *vocabulary, add func(taxon string, worth float64)) {
	for word := range strings.FieldsFuncSeq(mention, between) {
		if taxon := v.named(word); taxon != "" {
			add(taxon, ownWorth)
		}
	}
	t.read(text, v)
	best := make([]float64, len(t.order))
	for _, w := range t.words {
		best[w.number] = max(best[w.number], w.worth*nearness(text, mention, w.from, w.to))
	}
	for i, word := range t.order {
		add(v.words[word].taxon, best[i])
	}
}

// nearness returns 1, and more the nearer the word from at to end stands to the mention.
func nearness(text, mention string, at, end int) float64 {
	before, after := text[max(0, at-window):at], text[end:min(len(text), end+window)]
	far := strings.Index(after, mention)
	if strings.Contains(before, mention) { // several times as fast as LastIndex, and mostly false
		if i := strings.LastIndex(before, mention); far < 0 || len(before)-i-len(mention) < far {
			far = len(before) - i - len(mention)
		}
	}
	if far < 0 || mention == "" {
		return 1
	}
	return 1 + nearWorth/(1+float64(far)/nearBytes)
}

// between reports whether a rune stands between words of ASCII letters and digits.
func between(r rune) bool {
	return !(r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z')
}
