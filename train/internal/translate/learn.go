// Package translate learns what the words of a language mean in the words of a list, from names of entities in both.
//
//	pairs of names --aligner--> which word stands for which --extract--> counts of words and phrases --choose--> translation.Table
package translate

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/translation"
	"github.com/normlet/normlet/knowledge"
)

// Pair is an entity's name in a language and its name in the language of the list.
type Pair struct{ From, To string }

const (
	maxBytes   = 64      // of a word
	maxListed  = 1 << 15 // words of a list
	maxTable   = 200_000 // bytes of a language, about
	maxWords   = 40      // of a name
	maxOptions = 4       // of a word or phrase
	minOption  = 0.08    // share of its names in which it means an option
	sureOfNone = 0.6     // share in which a word that only the words around it say means none
	minPhrase  = 2       // names that have a phrase
)

// Learn returns the tables of the languages of pairs. list has the names whose words they translate to.
func Learn(pairs map[string][]Pair, list []string) *translation.Tables {
	ts := &translation.Tables{Spelling: translation.NewSpelling(knowledge.Cognates()), Words: words(list)}
	for _, tag := range slices.Sorted(maps.Keys(pairs)) {
		ts.Languages = append(ts.Languages, learn(tag, pairs[tag], ts))
	}
	return ts
}

// words returns the words of names, sorted: of many, those that most names have.
func words(list []string) []string {
	n := map[string]int{}
	for _, name := range list {
		for _, w := range names.Words(name) {
			if len(w) <= maxBytes {
				n[w]++
			}
		}
	}
	all := slices.SortedFunc(maps.Keys(n), func(a, b string) int { return cmp.Or(cmp.Compare(n[b], n[a]), cmp.Compare(a, b)) })
	all = all[:min(len(all), maxListed)]
	slices.Sort(all)
	return all
}

// counts has how often a word or a phrase means what, both with blanks between words.
type counts map[string]map[string]int

// learn returns the table of a language, which leads to the words of ts.
func learn(tag string, pairs []Pair, ts *translation.Tables) *translation.Table {
	a := newAligner(ts.Spelling)
	for _, p := range pairs {
		from, to := translation.Tokens(names.AppendForm(nil, p.From)), names.Words(p.To)
		if len(from) > 0 && len(to) > 0 && max(len(from), len(to)) <= maxWords {
			a.add(from, to)
		}
	}
	a.run()
	n := counts{}
	for i := range a.pairs {
		a.extract(&a.pairs[i], n)
	}
	n.takeApart()
	return n.choose(tag, ts.Words)
}

// extract counts what the words and phrases of a pair stand for.
func (a *aligner) extract(p *pair, n counts) {
	links := a.links(p)
	for from := range p.from {
		var key []string
		for end := from + 1; end <= min(from+translation.MaxPhrase, len(p.from)); end++ {
			key = append(key, a.from.words[p.from[end-1]])
			var to []string
			for j, link := range links {
				if link >= from && link < end {
					to = append(to, a.to.words[p.to[j]])
				}
			}
			n.add(strings.Join(key, " "), strings.Join(to, " "))
		}
	}
}

func (n counts) add(key, to string) {
	if n[key] == nil {
		n[key] = map[string]int{}
	}
	n[key][to]++
}

// meanings has the words and phrases that were chosen.
type meanings map[string]meaning

type meaning struct {
	names   int // that have it
	options []option
}

type option struct {
	p  float32
	to string
}

// choose keeps the words, and the phrases that mean another thing than their words.
func (n counts) choose(tag string, words []string) *translation.Table {
	m := meanings{}
	keys := slices.SortedFunc(maps.Keys(n), func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(a, " "), strings.Count(b, " ")), cmp.Compare(a, b))
	})
	for _, key := range keys {
		all := 0
		for _, k := range n[key] {
			all += k
		}
		options := optionsOf(n[key], all)
		if len(options) == 0 || len(key) > translation.MaxKey {
			continue
		}
		if strings.Contains(key, " ") && (all < minPhrase || options[0].to == "" || sameWords(m.compose(strings.Split(key, " ")), options[0].to)) {
			continue
		}
		m[key] = meaning{all, options}
	}
	return m.table(tag, words)
}

// optionsOf returns what a word or phrase of some names means. A word that mostly means nothing has that alone.
func optionsOf(n map[string]int, names int) (options []option) {
	for to, k := range n {
		if p := float32(k) / float32(names); p >= minOption && (to != "" || p >= sureOfNone) {
			options = append(options, option{p, to})
		}
	}
	slices.SortFunc(options, func(a, b option) int { return cmp.Or(cmp.Compare(b.p, a.p), cmp.Compare(a.to, b.to)) })
	if len(options) > 0 && options[0].to == "" {
		return options[:1]
	}
	return options[:min(len(options), maxOptions)]
}

// compose returns what tokens mean by the phrases and words that were chosen.
func (m meanings) compose(tokens []string) string {
	var out []string
	for i := 0; i < len(tokens); {
		n := min(translation.MaxPhrase, len(tokens)-i)
		for ; n > 1 && m[strings.Join(tokens[i:i+n], " ")].names == 0; n-- {
		}
		if of := m[strings.Join(tokens[i:i+n], " ")]; of.names > 0 && of.options[0].to != "" {
			out = append(out, of.options[0].to)
		}
		i += n
	}
	return strings.Join(out, " ")
}

func sameWords(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// table returns the table of the words and phrases that most names have, as far as there is room.
func (m meanings) table(tag string, words []string) *translation.Table {
	t := &translation.Table{Tag: tag}
	keys := slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(cmp.Compare(m[b].names, m[a].names), cmp.Compare(a, b)) })
	size := 0
	for _, key := range keys {
		e := translation.Entry{Key: key, Options: numbered(m[key].options, words)}
		if size += len(key) + 4*len(e.Options); size > maxTable {
			break
		}
		if len(e.Options) > 0 {
			t.Entries = append(t.Entries, e)
		}
	}
	slices.SortFunc(t.Entries, func(a, b translation.Entry) int { return cmp.Compare(a.Key, b.Key) })
	return t
}

// numbered returns options with the numbers of their words in a sorted list, without those that have none there.
func numbered(options []option, words []string) (out []translation.Option) {
	for _, o := range options {
		n := translation.Option{P: o.p}
		for _, w := range strings.Fields(o.to) {
			if i, ok := slices.BinarySearch(words, w); ok {
				n.Words = append(n.Words, uint32(i))
			}
		}
		if o.to == "" || len(n.Words) > 0 {
			out = append(out, n)
		}
	}
	return out
}
