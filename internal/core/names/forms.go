package names

import (
	"iter"
	"slices"
	"strings"

	"github.com/normlet/normlet/knowledge"
)

// Forms has the other forms of words, as texts have them: nuclei and nuclear of nucleus.
type Forms struct {
	Words  map[string][]string
	Spoken *Inflection // nil if names are in English
}

// Forms returns the words that l writes as others, and how words of its languages inflect.
func (l *Lexicon) Forms() *Forms {
	f := &Forms{Words: map[string][]string{}, Spoken: newInflection(l.Knowledge)}
	for from, to := range l.Rewrites.words {
		f.Words[to] = append(f.Words[to], from)
	}
	return f
}

// IsForm reports whether a word may stand for a name of one word: nuclear for Nucleus.
func (r *Rewrites) IsForm(word, name string) bool {
	to, ok := r.words[Form(word)]
	return ok && to == Form(name)
}

// Of yields the text forms of a name with another form of its last word.
func (f *Forms) Of(t *Text) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if f == nil || len(t.Words) == 0 {
			return
		}
		last := &t.Words[len(t.Words)-1]
		for _, other := range f.Words[string(t.Of(last))] {
			if !yield(slices.Concat(t.Form[:last.Start], []byte(other), t.Form[last.Start+last.Size:])) {
				return
			}
		}
	}
}

// Inflection knows what the forms of a word have in common in languages that inflect nouns and adjectives alike, and spell
// some letters in two ways: ulceras gastricas and ulcera gastrica. What else has the same root, the look-up refuses.
type Inflection struct {
	letters *strings.Replacer
	endings []string // the longest first
}

// leastRoot is how many bytes of a word are no ending.
const leastRoot = 3

// newInflection returns that of the languages other than English that k has triggers of, nil if there are none.
func newInflection(k *Knowledge) *Inflection {
	var letters, endings []string
	for language := range knowledge.Languages {
		if !slices.ContainsFunc(k.Triggers, func(t Trigger) bool { return t.Language == language }) {
			continue
		}
		endings = append(endings, knowledge.WordsIn(language, "ending")...)
		for _, both := range knowledge.WordsIn(language, "letter") {
			letters = append(letters, strings.Fields(both)...)
		}
	}
	if len(endings) == 0 {
		return nil
	}
	slices.SortStableFunc(endings, func(x, y string) int { return len(y) - len(x) })
	return &Inflection{strings.NewReplacer(letters...), endings}
}

// IsForm reports whether a text and a name are equal, or have the roots of their words in common: lesions and lésion.
func (f *Inflection) IsForm(text, name string) bool {
	if Key(text) == Key(name) {
		return true
	}
	var x, y Text
	x.ReadWords([]byte(Form(text)))
	y.ReadWords([]byte(Form(name)))
	return f.Roots(&x) == f.Roots(&y)
}

// Roots returns the roots of the words of a text.
func (f *Inflection) Roots(t *Text) (roots string) {
	for i := range t.Words {
		roots += f.Root(t.Of(&t.Words[i]))
	}
	return roots
}

// Root returns what forms of a word have in common, of its text form.
func (f *Inflection) Root(form []byte) string {
	word := f.letters.Replace(string(form))
	for _, end := range f.endings {
		if len(word) >= len(end)+leastRoot && strings.HasSuffix(word, end) {
			return word[:len(word)-len(end)]
		}
	}
	return word
}
