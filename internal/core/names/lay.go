package names

import "strings"

// Patients write what they feel: "couldn't sleep at all", "my hair is falling out". A pack of
// such things brings phrases that mean one of its names, and words that say little beside them.

const (
	maxLay    = 32 // words of a mention that is rewritten
	maxPhrase = 4  // words of a phrase
)

// Stems returns the stems of the words of t; what an apostrophe cuts off belongs to the word
// before: couldnt.
func (t *Text) Stems() (out []string) {
	for i := range t.Words {
		w := &t.Words[i]
		word := string(t.Of(w))
		if last := len(out) - 1; last >= 0 && w.Start > 0 && t.Form[w.Start-1] == '\'' {
			out[last] += word
			continue
		}
		out = append(out, word)
	}
	for i, w := range out {
		out[i] = Stem(w)
	}
	return out
}

// Lay returns the mention in t as names say what patients write: the name that all of it means,
// or its phrases replaced, the longest first, without fillers. It reports whether anything changes.
func (r *Rewrites) Lay(t *Text) (string, bool) {
	if len(r.phrases)+len(r.mentions) == 0 || len(t.Words) > maxLay || t.Off.Has(LayWords) {
		return "", false
	}
	words, out := t.Stems(), []string(nil)
	all := len(words)
	telling := words[:0]
	for _, w := range words {
		if _, ok := r.fillers[w]; !ok {
			telling = append(telling, w)
		}
	}
	if to, ok := r.mentions[strings.Join(telling, " ")]; ok {
		return to, true
	}
	changed := len(telling) < all
	for i := 0; i < len(telling); {
		n := min(maxPhrase, len(telling)-i)
		to, ok := "", false
		for ; n > 0 && !ok; n-- {
			to, ok = r.phrases[strings.Join(telling[i:i+n], " ")]
		}
		if !ok {
			to = telling[i]
		}
		out, i, changed = append(out, to), i+n+1, changed || ok
	}
	if !changed || len(out) == 0 {
		return "", false
	}
	return strings.Join(out, " "), true
}
