package organism

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/f64"
)

// What is evidence for an organism, as logarithms of how many times as likely it makes the organism. Most were fitted on
// NLM-Gene and BioRED; docs/decisions/organisms.md has the figures.
const (
	namedWorth    = 1.4  // its name is in the text
	oftenWorth    = 1.2  // times the logarithm of one more than how often
	titleWorth    = 2.1  // in the first line
	sentenceWorth = 1.0  // in a sentence of the mention
	beforeWorth   = 3.5  // right before the mention: human Bax
	behindWorth   = 1.5  // one short word behind it: Bax in mice
	hintWorth     = 1.5  // times the logarithm of one more than how many different hints there are
	humanWorth    = 0.5  // for human genes in any text
	symbolWorth   = -1.1 // for them, if the mention is written as symbols of the mouse are: Tnf
	ownWorth      = 15   // in the mention itself: mouse Bax
	statedWorth   = 40   // the caller states it
	nextLess      = 8    // for each one stated before it

	aboutWords   = 3    // of a text that lacks the mention, one word in so many is a name of the organism that the text is about
	symbolLetter = 5    // bytes of a symbol without a digit, at most
	symbolBytes  = 9    // bytes of one with a digit
	shortWord    = 4    // bytes, with the blanks around it
	mostPlaces   = 32   // of a mention in a text
	longestWord  = 32   // bytes of a word that are read
	rarest       = 0.05 // expectation of an organism that the pack does not know
)

// vocabulary has the words for organisms in a pack and how often people mean each.
type vocabulary struct {
	words    map[string]said
	expected map[string]float64 // by taxon: see expectedOf
}

type said struct {
	taxon string
	name  bool // and no hint
}

func newVocabulary(known []names.Organism) *vocabulary {
	v := &vocabulary{words: map[string]said{}, expected: map[string]float64{}}
	for _, o := range known {
		v.expected[o.Taxon] = o.Expected
		for _, word := range o.Names {
			v.words[word] = said{o.Taxon, true}
		}
		for _, word := range o.Hints {
			v.words[word] = said{o.Taxon, false}
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
	if s := v.words[strings.ToLower(word)]; s.name {
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
	text      string
	title     int      // where the first line ends, -1 if it is the only one
	words     int      // all that the text has
	organisms []inText // in the order of the text
	hints     []string // different ones
}

// inText is what a text has of an organism.
type inText struct {
	taxon string
	names []span
	hints int // how many different ones
}

// span is a part of a text.
type span struct{ from, to int }

// place is where a mention stands.
type place struct{ mention, sentence span }

// read reads a text, unless it is the same as before.
func (t *Text) read(text string, v *vocabulary) {
	if text == t.text {
		return
	}
	t.text, t.title, t.words, t.organisms, t.hints = text, strings.IndexByte(text, '\n'), 0, t.organisms[:0], t.hints[:0]
	for at := 0; at < len(text); at++ {
		end := at
		for end < len(text) && !separatesWords(rune(text[end])) {
			end++
		}
		if end == at {
			continue
		}
		t.words++
		word := strings.ToLower(text[at:min(end, at+longestWord)])
		said, ok := v.words[word]
		if !ok {
			at = end
			continue
		}
		i := slices.IndexFunc(t.organisms, func(o inText) bool { return o.taxon == said.taxon })
		if i < 0 {
			i = len(t.organisms)
			t.organisms = append(t.organisms, inText{taxon: said.taxon})
		}
		if o := &t.organisms[i]; said.name {
			o.names = append(o.names, span{at, end})
		} else if !slices.Contains(t.hints, word) {
			o.hints, t.hints = o.hints+1, append(t.hints, word)
		}
		at = end
	}
}

// eachSaid calls add for each organism that the mention or the text around it says something about, in the order of the text.
// name says that it is named, and not only hinted at.
func (t *Text) eachSaid(text, mention string, v *vocabulary, add func(taxon string, worth float64, name bool)) {
	for word := range strings.FieldsSeq(mention) {
		if taxon := v.named(word); taxon != "" && word != mention {
			add(taxon, ownWorth, true)
		}
	}
	if text == "" {
		return // what was read last may be asked for again
	}
	t.read(text, v)
	places := t.places(mention)
	for _, o := range t.organisms {
		worth := float64(hintWorth * f64.Log1p(float64(o.hints)))
		if len(o.names) > 0 {
			worth += namedWorth + float64(oftenWorth*f64.Log1p(float64(len(o.names)))) + o.nearness(places)
			if o.names[0].from < t.title {
				worth += titleWorth
			}
		}
		if len(places) == 0 {
			worth *= min(1, float64(aboutWords*(len(o.names)+o.hints))/float64(t.words))
		}
		add(o.taxon, worth, len(o.names) > 0)
	}
	add(pack.Human, humanWorth, false)
	if likeMouse(mention) {
		add(pack.Human, symbolWorth, false)
	}
}

// nearness returns what it is worth that names of an organism stand near a mention.
func (o *inText) nearness(places []place) (worth float64) {
	for _, p := range places {
		for _, n := range o.names {
			if n.from < p.sentence.from || n.from >= p.sentence.to {
				continue
			}
			worth = max(worth, sentenceWorth)
			if n.to+1 == p.mention.from {
				worth = sentenceWorth + beforeWorth
			} else if behind := n.from - p.mention.to; behind > 0 && behind <= shortWord {
				worth = max(worth, sentenceWorth+behindWorth)
			}
		}
	}
	return worth
}

// places returns where the mention stands in the text, or else its first word; none if it does not. Only the first few count.
func (t *Text) places(mention string) (out []place) {
	if !strings.Contains(t.text, mention) {
		mention, _, _ = strings.Cut(mention, " ")
		if i := strings.IndexFunc(mention, separatesWords); i > 1 {
			mention = mention[:i]
		}
	}
	sentence, end := span{}, 0
	for mention != "" && len(out) < mostPlaces {
		i := strings.Index(t.text[end:], mention)
		if i < 0 {
			break
		}
		from := end + i
		if end = from + len(mention); from >= sentence.to {
			sentence = t.sentence(from, end)
		}
		out = append(out, place{span{from, end}, sentence})
	}
	return out
}

// sentence returns the sentence around a part of the text.
func (t *Text) sentence(from, to int) span {
	for from > 0 && !endsSentence(t.text, from) {
		from--
	}
	for to < len(t.text) && !endsSentence(t.text, to) {
		to++
	}
	return span{from, to}
}

// endsSentence reports whether a sentence, or the title, ends before text[at].
func endsSentence(text string, at int) bool {
	if text[at-1] == '\n' {
		return true
	}
	return at >= 2 && text[at-1] == ' ' && 'A' <= text[at] && text[at] <= 'Z' && strings.IndexByte(".!?", text[at-2]) >= 0
}

// likeMouse reports whether a mention is written as symbols of genes of the mouse and most other organisms are: Tnf, Cdkn1a.
func likeMouse(mention string) bool {
	if len(mention) < 2 || len(mention) > symbolBytes || mention[0] < 'A' || mention[0] > 'Z' || mention[1] < 'a' || mention[1] > 'z' {
		return false
	}
	digit := false
	for _, c := range []byte(mention[1:]) {
		if c >= '0' && c <= '9' {
			digit = true
		} else if c != '-' && (c < 'a' || c > 'z') {
			return false
		}
	}
	return digit || len(mention) <= symbolLetter
}

// separatesWords reports whether a rune separates words, which consist of ASCII letters and digits.
func separatesWords(r rune) bool {
	return !(r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z')
}
