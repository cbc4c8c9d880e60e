package document

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
)

// readings returns the ways of taking a mention apart, the likeliest first, none if it names one entity. Every
// reading has at least two parts. together are what the pack knows that it names.
func readings(mention string, together []string) [][]string {
	if len(mention) > maxComposite {
		return nil
	}
	words := strings.Fields(mention)
	var out [][]string
	add := func(parts []string) {
		if good(parts) && !slices.ContainsFunc(out, func(r []string) bool { return slices.Equal(r, parts) }) {
			out = append(out, parts)
		}
	}
	add(together)
	if items, ok := list(words); ok {
		add(continued(items))
		if items.conjunction {
			add(sharedHead(items.phrases))
			add(sharedStart(items.phrases))
			add(items.phrases.names())
		}
		return out
	}
	add(numbered(words))
	if i := slices.IndexFunc(words, func(w string) bool { return strings.Contains(w, "/") }); i >= 0 {
		add(names.Slashed(words, i))
	}
	return out
}

// numbered returns items with slashes between them, each with its number: lisinopril/HCTZ 20/12.5.
func numbered(words []string) (parts []string) {
	last := len(words) - 1
	if last < 1 || names.HasLetter(words[last]) {
		return nil
	}
	items, numbers := strings.Split(strings.Join(words[:last], " "), "/"), strings.Split(words[last], "/")
	if len(items) != len(numbers) {
		return nil
	}
	for i := range items {
		parts = append(parts, items[i]+" "+numbers[i])
	}
	return parts
}

// good reports whether parts are mentions: two or more different ones, each with letters and with its parentheses
// closed.
func good(parts []string) bool {
	if len(parts) < 2 || len(parts) > maxParts {
		return false
	}
	for i, p := range parts {
		if !names.HasLetter(p) || strings.Count(p, "(") != strings.Count(p, ")") || slices.Contains(parts[:i], p) {
			return false
		}
	}
	return true
}

// phrases are the items of a list, in words.
type phrases [][]string

func (p phrases) names() []string {
	out := make([]string, len(p))
	for i, words := range p {
		out[i] = strings.Join(words, " ")
	}
	return out
}

// items are what commas and conjunctions separate.
type items struct {
	phrases
	conjunction bool // there is one, not commas alone
}

var conjunctions, openings, prepositions, articles = knowledge.Words("conjunction"), knowledge.Words("opening"), knowledge.Words("preposition"), knowledge.Words("article")

// list splits words at commas and conjunctions. It reports false when there are none, or nothing between two of them.
func list(words []string) (items, bool) {
	if len(words) > 0 && slices.Contains(openings, strings.ToLower(words[0])) {
		words = words[1:]
	}
	var out items
	var phrase []string
	separated := true // there is nothing yet
	for _, w := range words {
		if slices.Contains(conjunctions, strings.ToLower(w)) {
			out.conjunction = true
			if !separated {
				out.phrases = append(out.phrases, phrase)
			} else if len(out.phrases) == 0 {
				return items{}, false
			}
			phrase, separated = nil, true
			continue
		}
		bare := strings.TrimSuffix(w, ",")
		if bare != "" {
			phrase, separated = append(phrase, bare), false
		}
		if bare != w {
			if separated {
				return items{}, false
			}
			out.phrases = append(out.phrases, phrase)
			phrase, separated = nil, true
		}
	}
	if separated {
		return items{}, false
	}
	out.phrases = append(out.phrases, phrase)
	return out, len(out.phrases) > 1
}

// continued reads a list whose later items go on from the stem of the first: "IL-2, -4 and -6", "type 1 and 2
// diabetes", "factors VIII and IX". What follows the tail in the last item belongs to all.
func continued(in items) []string {
	first := in.phrases[0]
	lead, last := first[:len(first)-1], first[len(first)-1]
	stem, tail := names.SplitTail(last)
	if tail == "" {
		return nil
	}
	var after []string
	for i, p := range in.phrases[1:] {
		if len(p) > 1 && i+2 == len(in.phrases) {
			after, p = p[1:], p[:1]
		}
		if len(p) != 1 {
			return nil
		}
	}
	if stem == "" && len(lead) == 0 {
		return nil // "2 and 4"
	}
	out := make([]string, len(in.phrases))
	for i, p := range in.phrases {
		word := last
		if i > 0 {
			next := strings.TrimLeft(p[0], "-‐‑–")
			if !names.SameTail(tail, next) {
				return nil
			}
			word = stem + next
		}
		out[i] = strings.Join(slices.Concat(lead, []string{word}, after), " ")
	}
	return out
}

// sharedHead reads "breast and ovarian cancer": the end of the last item belongs to all. Where the others have fewer
// words than it, what it has more of is shared; else its last word is.
func sharedHead(in phrases) []string {
	last := in[len(in)-1]
	if len(last) < 2 {
		return nil
	}
	same := !slices.ContainsFunc(in[:len(in)-1], func(p []string) bool { return len(p) != len(in[0]) })
	from := len(last) - 1
	if same && len(in[0]) < len(last) {
		from = len(in[0])
	}
	head := last[from:]
	if slices.ContainsFunc(head, isPreposition) {
		return nil // "ataxia and deficiency of C6"
	}
	out := make([]string, len(in))
	for i, p := range in[:len(in)-1] {
		if slices.ContainsFunc(p, isPreposition) || strings.EqualFold(p[len(p)-1], head[len(head)-1]) {
			return nil // "cancer of the breast and ovarian cancer", "lung cancer and colon cancer"
		}
		out[i] = strings.Join(append(slices.Clone(p), head...), " ")
	}
	out[len(in)-1] = strings.Join(last, " ")
	return out
}

// sharedStart reads "cancer of the breast and ovary": the first item up to its preposition belongs to all.
func sharedStart(in phrases) []string {
	first := in[0]
	at := slices.IndexFunc(first, isPreposition)
	if at < 1 || at+1 == len(first) {
		return nil
	}
	at++
	if slices.Contains(articles, strings.ToLower(first[at])) && at+1 < len(first) {
		at++
	}
	out := []string{strings.Join(first, " ")}
	for _, p := range in[1:] {
		if slices.ContainsFunc(p, isPreposition) {
			return nil
		}
		out = append(out, strings.Join(append(slices.Clone(first[:at]), p...), " "))
	}
	return out
}

func isPreposition(word string) bool {
	return slices.Contains(prepositions, strings.ToLower(word))
}
