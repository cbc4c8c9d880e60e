package names

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// A look-up rewrites a word that no name has to an equivalent one: from British to American spelling (oedema), and from a
// Greek or Latin compound to English (nephrotoxicity, kidney toxicity). If the mention is still no name, the look-up rewrites
// it to words that mean approximately the same: renal damage to kidney disease, glutamate to glutamic acid.

// Rewrites has a pack's rules for rewriting mentions: the rows of rewrites.tsv and forms.tsv in knowledge that lead to words
// of its terminology, and the rows of patients.tsv that lead to its names.
type Rewrites struct {
	spelling     []rewrite         // letters anywhere in a word
	respelt      [256]bool         // first bytes of these letters
	endings      []rewrite         // endings of words
	roots, tails map[string]string // parts of compounds
	words        map[string]string
	heads        map[string]string // last words of a mention

	mentions, phrases, fillers map[string]string // texts of patients, as Stems: see Lay
}

type rewrite struct{ from, to string }

// Bounds of a section REWR, so that no pack makes a look-up slow or large. They are more than what all rows of the tables need.
const (
	maxRewrites = 1 << 19 // bytes of the section
	maxRewrite  = 64      // bytes of from, and of to
	maxTried    = 64      // entries of a kind that a look-up tries one after the other
)

// parseRewrites reads the payload of a section REWR: lines of kind, from and to, separated by tabs and sorted by kind and
// from.
func parseRewrites(data []byte) (*Rewrites, error) {
	r := &Rewrites{roots: map[string]string{}, tails: map[string]string{}, words: map[string]string{}, heads: map[string]string{},
		mentions: map[string]string{}, phrases: map[string]string{}, fillers: map[string]string{}}
	if len(data) > maxRewrites {
		return nil, fmt.Errorf("%d bytes of rewrites; at most %d allowed", len(data), maxRewrites)
	}
	maps := map[string]map[string]string{"head": r.heads, "root": r.roots, "tail": r.tails, "word": r.words,
		"mention": r.mentions, "phrase": r.phrases, "filler": r.fillers}
	lists := map[string]*[]rewrite{"spelling": &r.spelling, "ending": &r.endings}
	var form, text []byte
	inForm := func(before, s string) bool {
		text = append(append(text[:0], before...), s...)
		form = AppendForm(form[:0], View(text))
		return bytes.Equal(form, text)
	}
	rows, lastKind, last := string(data), "", "" // the maps have parts of one string
	for n := 1; len(rows) > 0; n++ {
		line, rest, ok := strings.Cut(rows, "\n")
		kind, columns, _ := strings.Cut(line, "\t")
		from, to, both := strings.Cut(columns, "\t")
		if !ok || !both || strings.Contains(to, "\t") || from == "" || !inForm("", from) || !inForm("x", to) {
			return nil, fmt.Errorf("line %d of the rewrites, %.100q, is not kind, from and to in text form, separated by tabs", n, line)
		}
		if len(from) > maxRewrite || len(to) > maxRewrite {
			return nil, fmt.Errorf("line %d of the rewrites, %.100q, has more than %d bytes in from or to", n, line, maxRewrite)
		}
		if kind < lastKind || kind == lastKind && from <= last {
			return nil, fmt.Errorf("line %d of the rewrites, %.100q, is out of order", n, line)
		}
		lastKind, last, rows = kind, from, rest
		if m := maps[kind]; m != nil {
			m[from] = to
		} else if list := lists[kind]; list != nil {
			if *list = append(*list, rewrite{from, to}); len(*list) > maxTried {
				return nil, fmt.Errorf("line %d of the rewrites: more than %d of kind %s", n, maxTried, kind)
			}
		} else {
			return nil, fmt.Errorf("line %d of the rewrites: unknown kind %.100q", n, kind)
		}
	}
	for _, p := range r.spelling {
		r.respelt[p.from[0]] = true
	}
	return r, nil
}

// Words are rewritten from a length on, in bytes: whole words from minForm on (ova), others from minRewritten on.
const (
	minForm      = 3
	minRewritten = 5
)

// Equivalent returns the mention in t with its unknown words rewritten as names have them: in American spelling, and compounds
// in English. It reports whether it rewrote any.
func (r *Rewrites) Equivalent(t *Text, known func(word uint32) bool) (string, bool) {
	return t.replace(minRewritten, func(w *Word, word string) (string, bool) {
		if known(w.Hash) {
			return "", false
		}
		if american := string(r.AppendLoose(nil, []byte(word), t.Off)); american != word && known(HashWord(american)) {
			return american, true
		}
		return r.inEnglish(word, t.Off)
	})
}

// Approximate returns rewritings of the mention in t that mean about the same, the closest in meaning first.
func (r *Rewrites) Approximate(t *Text) []string {
	var out []string
	add := func(s string, ok bool) {
		if ok && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	add(t.replace(minRewritten, func(_ *Word, word string) (string, bool) { return r.otherEnding(word, t.Off) }))
	add(t.replace(minForm, func(w *Word, word string) (string, bool) {
		if w != &t.Words[len(t.Words)-1] || t.Off.Has(WordRewrites) {
			return "", false
		}
		noun, ok := r.words[word]
		if cut := len(word) - PluralEnding([]byte(word)); !ok && cut < len(word) {
			if noun, ok = word[:cut], true; word[cut] == 'i' {
				noun += "y"
			}
		}
		return noun, ok
	}))
	plain, ok := t.replace(minForm, func(w *Word, word string) (string, bool) {
		if noun, ok := r.words[word]; ok && !t.Off.Has(WordRewrites) {
			return noun, true
		}
		if w.Size < minRewritten {
			return "", false
		}
		return r.inEnglish(word, t.Off)
	})
	add(plain, ok)
	add(r.otherHead(string(t.Form), t.Off))
	if ok {
		add(r.otherHead(plain, t.Off))
	}
	return out
}

// replace returns the form of t with the words that f replaces, and reports whether there are any. f sees only words of at
// least so many letters.
func (t *Text) replace(letters int32, f func(w *Word, word string) (string, bool)) (string, bool) {
	var out []byte
	end := int32(0)
	for i := range t.Words {
		w := &t.Words[i]
		if w.Digit || w.Size < letters {
			continue
		}
		if other, ok := f(w, string(t.Of(w))); ok {
			out = append(append(out, t.Form[end:w.Start]...), other...)
			end = w.Start + w.Size
		}
	}
	return string(append(out, t.Form[end:]...)), end > 0
}

// inEnglish returns the two parts of a compound in English. A vowel may join them in the compound.
func (r *Rewrites) inEnglish(word string, off RuleSet) (string, bool) {
	if off.Has(Compounds) {
		return "", false
	}
	for cut := 2; cut < len(word); cut++ {
		tail, ok := r.tails[word[cut:]]
		if !ok {
			continue
		}
		root, ok := r.roots[word[:cut]]
		if !ok && IsVowel(word[cut-1]) {
			root, ok = r.roots[word[:cut-1]]
		}
		if ok {
			return root + " " + tail, true
		}
	}
	return "", false
}

// otherEnding returns a word with another ending, such as the acid for a salt.
func (r *Rewrites) otherEnding(word string, off RuleSet) (string, bool) {
	for _, e := range r.endings {
		if stem, ok := strings.CutSuffix(word, e.from); ok && len(stem) > 1 && !off.Has(EndingRewrites) {
			return stem + e.to, true
		}
	}
	return "", false
}

// otherHead returns a mention with a more general last word.
func (r *Rewrites) otherHead(mention string, off RuleSet) (string, bool) {
	end := strings.LastIndexByte(mention, ' ') + 1
	head, ok := r.heads[mention[end:]]
	if !ok || end == 0 || off.Has(HeadRewrites) {
		return "", false
	}
	return mention[:end] + head, true
}
