package translation

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// MaxPhrase is the number of words of the longest phrase that a table has.
const MaxPhrase = 5

// A mention of more than maxTokens words is not translated, and maxForeign of them say its language, so that a pasted page
// costs no more than a long name.
const (
	maxTokens  = 64
	maxForeign = 8
)

// Tables has a table of each language of a pack.
type Tables struct {
	Spelling
	Words     []string // of the list, sorted
	Languages []*Table
}

// Table says what words and phrases of a language mean.
type Table struct {
	Tag     string  // the language, as BCP 47 has it
	Entries []Entry // sorted by Key

	list     []string // Tables.Words
	spelling *Spelling
	cognates func() map[string][]cognate
}

// Entry is a word or a phrase, its words separated by blanks, and what it may mean, the likeliest first.
type Entry struct {
	Key     string
	Options []Option
}

// Option is what a word or phrase may mean: some words of the list, by number, or none if only the words around it say it.
type Option struct {
	P     float32
	Words []uint32
}

// cognate is a word of the list by its skeleton.
type cognate struct {
	skeleton string
	word     uint32
}

// index prepares the tables.
func (ts *Tables) index() {
	cognates := sync.OnceValue(func() map[string][]cognate {
		m := map[string][]cognate{}
		for i, w := range ts.Words {
			if s := ts.Skeleton(w); len(s) >= minCognate {
				start := s[:cognateStart]
				m[start] = append(m[start], cognate{s, uint32(i)})
			}
		}
		return m
	})
	for _, t := range ts.Languages {
		t.list, t.spelling, t.cognates = ts.Words, &ts.Spelling, cognates
	}
}

func (t *Table) find(key string) (at int, ok bool) {
	return slices.BinarySearchFunc(t.Entries, key, func(e Entry, key string) int { return cmp.Compare(e.Key, key) })
}

// of returns what a key may mean, nil if the table lacks it.
func (t *Table) of(key string) []Option {
	if i, ok := t.find(key); ok {
		return t.Entries[i].Options
	}
	return nil
}

// longest returns what the longest phrase at the beginning of tokens may mean, and how many tokens it has; 0 if there is none.
func (t *Table) longest(tokens []string) (options []Option, n int) {
	for n = min(MaxPhrase, len(tokens)); n > 0; n-- {
		if options = t.of(strings.Join(tokens[:n], " ")); options != nil {
			break
		}
	}
	return options, n
}

// meaning returns what a mention may mean, unit by unit. A unit of which nothing is known has no options; its Text stands
// for itself.
func (t *Table) meaning(tokens []string) (units []Unit) {
	for i := 0; i < len(tokens); {
		options, n := t.longest(tokens[i:])
		if n == 0 {
			n = 1
			if options, _ = t.guess(tokens[i]); options == nil {
				units = append(units, Unit{Text: tokens[i]})
			}
		}
		if options != nil {
			units = append(units, Unit{tokens[i], t.spell(options)})
		}
		i += n
	}
	return units
}

// Unit is a word or phrase of a mention.
type Unit struct {
	Text  string
	Means []Meaning // the likeliest first
}

// Meaning is what a unit may mean.
type Meaning struct {
	P     float32
	Words []string
}

func (t *Table) spell(options []Option) []Meaning {
	out := make([]Meaning, len(options))
	for i, o := range options {
		out[i].P = o.P
		for _, w := range o.Words {
			out[i].Words = append(out[i].Words, t.list[w])
		}
	}
	return out
}

// Likeliest returns the words of the likeliest meaning of units.
func Likeliest(units []Unit) (words []string) {
	for _, u := range units {
		if u.Means == nil {
			words = append(words, u.Text)
		} else {
			words = append(words, u.Means[0].Words...)
		}
	}
	return words
}

// Towards returns the words of units, of each the likeliest meaning whose words are all among those of a name, or else its
// likeliest.
func Towards(units []Unit, name []string) (words []string, sure float32) {
	inName := func(m Meaning) bool {
		return len(m.Words) > 0 && !slices.ContainsFunc(m.Words, func(w string) bool { return !slices.Contains(name, w) })
	}
	chosen := slices.Clone(units)
	for i, u := range units {
		if at := slices.IndexFunc(u.Means, inName); at > 0 {
			chosen[i].Means = u.Means[at:]
		}
	}
	n := 0
	for _, u := range chosen {
		if u.Means == nil {
			n++
		} else if len(u.Means[0].Words) > 0 {
			n++
			sure += u.Means[0].P
		}
	}
	return Likeliest(chosen), sure / float32(max(1, n))
}

// Meaning returns what a text form means in a language, or if none is stated, in the one that knows the most of the words that
// the list lacks. It returns nil if no language knows any.
func (ts *Tables) Meaning(form []byte, language string) []Unit {
	tokens := Tokens(form)
	if len(tokens) > maxTokens {
		return nil
	}
	if language, _, _ = strings.Cut(language, "-"); language != "" {
		if i := slices.IndexFunc(ts.Languages, func(t *Table) bool { return t.Tag == language }); i >= 0 {
			return ts.Languages[i].meaning(tokens)
		}
		return nil
	}
	foreign := slices.DeleteFunc(slices.Clone(tokens), func(w string) bool {
		_, listed := slices.BinarySearch(ts.Words, w)
		return listed
	})
	if t := ts.knowing(foreign, (*Table).has); t != nil {
		return t.meaning(tokens)
	}
	all := len(foreign) == len(tokens)
	if foreign = foreign[:min(len(foreign), maxForeign)]; all || slices.ContainsFunc(foreign, func(w string) bool { return len(w) >= minWhole }) {
		if t := ts.knowing(foreign, (*Table).guesses); t != nil {
			return t.meaning(tokens)
		}
	}
	return nil
}

// knowing returns the table that knows the most of some words, nil if none knows any.
func (ts *Tables) knowing(words []string, knows func(*Table, string) float32) (best *Table) {
	most := float32(0)
	for _, t := range ts.Languages {
		n := float32(0)
		for _, w := range words {
			n += knows(t, w)
		}
		if n > most {
			best, most = t, n
		}
	}
	return best
}

// has returns 1 for a word that the table has, and less for another form of one.
func (t *Table) has(word string) float32 {
	if t.of(word) != nil {
		return 1
	}
	_, sure := t.inflected(word)
	return sure / 2
}

func (t *Table) guesses(word string) float32 {
	_, sure := t.guess(word)
	return sure
}
