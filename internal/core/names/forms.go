package names

import (
	"iter"
	"slices"
)

// Forms has the other forms of words, as texts have them: nuclei and nuclear of nucleus.
type Forms map[string][]string

// Forms returns the words that r writes as others.
func (r *Rewrites) Forms() Forms {
	f := Forms{}
	for from, to := range r.words {
		f[to] = append(f[to], from)
	}
	return f
}

// IsForm reports whether a word may stand for a name of one word: nuclear for Nucleus.
func (r *Rewrites) IsForm(word, name string) bool {
	to, ok := r.words[Form(word)]
	return ok && to == Form(name)
}

// Of yields the text forms of a name with another form of its last word.
func (f Forms) Of(t *Text) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if len(t.Words) == 0 || len(f) == 0 {
			return
		}
		last := &t.Words[len(t.Words)-1]
		for _, other := range f[string(t.Of(last))] {
			if !yield(slices.Concat(t.Form[:last.Start], []byte(other), t.Form[last.Start+last.Size:])) {
				return
			}
		}
	}
}
