package names

import (
	"slices"
	"strings"
)

// Patients write what they feel: "couldn't sleep at all", "my hair is falling out". A pack of symptoms has phrases that mean
// one of its names, and words that say little beside them (fillers).

const (
	maxLay    = 32 // words of a mention that is rewritten
	maxPhrase = 4  // words of a phrase
)

// Stems returns the stems of the words of t. Letters after an apostrophe belong to the word before: couldnt.
func (t *Text) Stems() (out []string) {
	for i := range t.Words {
		w, last := &t.Words[i], len(out)-1
		if last >= 0 && w.Start > 0 && t.Form[w.Start-1] == '\'' {
			out[last] += string(t.Of(w))
		} else {
			out = append(out, string(t.Of(w)))
		}
	}
	for i, w := range out {
		out[i] = Stem(w)
	}
	return out
}

// Lay rewrites the mention of a patient in t in the words of names. It returns the name that the whole mention means, or the
// mention with its phrases replaced, longer ones first, and without fillers. It reports whether that differs from t.
func (r *Rewrites) Lay(t *Text) (string, bool) {
	if len(r.phrases)+len(r.mentions) == 0 || len(t.Words) > maxLay || t.Off.Has(LayWords) {
		return "", false
	}
	all := t.Stems()
	telling := slices.DeleteFunc(slices.Clone(all), func(w string) bool { _, ok := r.fillers[w]; return ok })
	if to, ok := r.mentions[strings.Join(telling, " ")]; ok {
		return to, true
	}
	var out []string
	changed := len(telling) < len(all)
	for i, n := 0, 0; i < len(telling); i += n {
		to, ok := "", false
		for n = min(maxPhrase, len(telling)-i); ; n-- {
			if to, ok = r.phrases[strings.Join(telling[i:i+n], " ")]; ok || n == 1 {
				break
			}
		}
		if changed = changed || ok; !ok {
			to = telling[i]
		}
		out = append(out, to)
	}
	return strings.Join(out, " "), changed && len(out) > 0
}
