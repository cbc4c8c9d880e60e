package topic

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// organismsTable has, for the organisms whose genes packs have, the id in the NCBI Taxonomy, how likely its genes are meant
// where nothing says which, words that name it, and words that hint at it, all in small letters.
//
//go:embed organisms.tsv
var organismsTable string

// What says how much for an organism. docs/decisions/organisms.md has the figures.
const (
	wordWorth  = 1.0 // a word that names it
	hintWorth  = 0.7
	nearWorth  = 4.0  // more, of what stands beside the mention
	nearBytes  = 50.0 // half of that as far away
	titleWorth = 3.0  // times, of what stands in the first line
	ownWorth   = 50.0 // a word of the mention itself: mouse Bax
)

const (
	rarest          = 0.05 // expectation of an organism that the table lacks
	placesOfMention = 16   // that nearness is measured from
)

// said is what a word says.
type said struct {
	taxon string
	worth float64
}

type organismTable struct {
	words    map[string]said
	expected map[string]float64 // by taxon
}

var organisms = sync.OnceValue(func() *organismTable {
	t := &organismTable{map[string]said{}, map[string]float64{}}
	for line := range strings.Lines(organismsTable) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		t.expected[f[0]], _ = strconv.ParseFloat(f[1], 64) // a test reads the table
		for i, words := range f[2:] {
			for word := range strings.FieldsSeq(words) {
				t.words[word] = said{f[0], [...]float64{wordWorth, hintWorth}[i]}
			}
		}
	}
	return t
})

// Expected returns how likely genes of an organism are meant where nothing says which, beside those of others.
func Expected(taxon string) float64 {
	if x, ok := organisms().expected[taxon]; ok {
		return x
	}
	return rarest
}

// Organism returns the taxon that an id or a name means, such as 10090, NCBITaxon:10090, mouse or Mus musculus; "" if
// the table has none of its words.
func Organism(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if _, id, ok := strings.Cut(name, ":"); ok {
		name = strings.TrimSpace(id)
	}
	if name != "" && strings.Trim(name, "0123456789") == "" {
		return name
	}
	for word := range strings.FieldsSeq(name) {
		if s := organisms().words[word]; s.worth == wordWorth {
			return s.taxon
		}
	}
	return ""
}

// WithoutOrganism returns what follows the organism that a mention begins with, as in mouse Bax; "" if it begins otherwise.
func WithoutOrganism(mention string) string {
	first, rest, _ := strings.Cut(strings.TrimSpace(mention), " ")
	if organisms().words[strings.ToLower(first)].worth != wordWorth {
		return ""
	}
	return rest
}

// EachOrganism calls add with what mention and the text around it say for organisms, in the order of the text. Each word
// counts once, where it stands nearest to the mention.
func EachOrganism(text, mention string, add func(taxon string, worth float64)) {
	eachOrganismWord(mention, func(_ int, _ string, s said) {
		if s.worth == wordWorth {
			add(s.taxon, ownWorth)
		}
	})
	places, title := placesOf(mention, text), strings.IndexByte(text, '\n')
	best, order := map[string]said{}, []string(nil)
	eachOrganismWord(text, func(at int, word string, s said) {
		near := 1.0
		for _, place := range places {
			far := max(float64(place-at), float64(at-place-len(mention)), 0)
			near = max(near, 1+nearWorth/(1+far/nearBytes))
		}
		if s.worth *= near; at < title {
			s.worth *= titleWorth
		}
		before, known := best[word]
		if !known {
			order = append(order, word)
		}
		if s.worth > before.worth {
			best[word] = s
		}
	})
	for _, word := range order {
		add(best[word].taxon, best[word].worth)
	}
}

// placesOf returns the first places of a mention in a text.
func placesOf(mention, text string) (places []int) {
	for from := 0; mention != "" && len(places) < placesOfMention; {
		i := strings.Index(text[from:], mention)
		if i < 0 {
			break
		}
		places = append(places, from+i)
		from += i + len(mention)
	}
	return places
}

// eachOrganismWord calls f with the words of a text, of ASCII letters and digits, that say something for an organism.
func eachOrganismWord(text string, f func(at int, word string, s said)) {
	for at := 0; at < len(text); at++ {
		end := at
		for end < len(text) && isWordByte(text[end]) {
			end++
		}
		if word := text[at:end]; len(word) > 1 && len(word) <= maxOrganismWord {
			if s, ok := organisms().words[strings.ToLower(word)]; ok {
				f(at, strings.ToLower(word), s)
			}
		}
		at = end
	}
}

const maxOrganismWord = 16 // bytes of the longest word that is looked at

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
