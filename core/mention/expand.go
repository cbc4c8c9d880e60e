package mention

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxExpanded bounds what Expand returns, in bytes.
const maxExpanded = 1024

// Expand returns mention with the short forms that it holds as words, in the
// spelling of their definitions, replaced by their long forms: "sporadic AT" is
// "sporadic ataxia telangiectasia". A plural s counts as part of a short form. Of
// several definitions of a short form the first counts. It reports whether
// anything was replaced.
func Expand(mention string, definitions []Definition) (string, bool) {
	if len(definitions) == 0 {
		return mention, false
	}
	longestFirst := slices.Clone(definitions)
	slices.SortStableFunc(longestFirst, func(a, b Definition) int { return cmp.Compare(len(b.Short), len(a.Short)) })
	for _, d := range longestFirst {
		for _, short := range [...]string{d.Short, d.Short + "s"} {
			if out, ok := replaceWord(mention, short, d.Long); ok && len(out) <= maxExpanded {
				return out, true // one is enough: a long form is not to be expanded again
			}
		}
	}
	return mention, false
}

// replaceWord replaces the first occurrence of old in s that has no letter or
// digit beside it.
func replaceWord(s, old, new string) (string, bool) {
	for from := 0; old != ""; {
		i := strings.Index(s[from:], old)
		if i < 0 {
			break
		}
		i += from
		after, _ := utf8.DecodeRuneInString(s[i+len(old):])
		if startsWord(s, i) && !isAlnum(after) {
			return s[:i] + new + s[i+len(old):], true
		}
		from = i + 1
	}
	return s, false
}
