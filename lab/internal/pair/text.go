package pair

import (
	"strings"
	"unicode"

	"github.com/normlet/normlet/internal/core/names"

	"github.com/adrg/strutil/metrics"
)

// variations are the ways to write a name otherwise.
var variations = [...]func(string) string{
	func(s string) string { return keep(s, func(r rune) bool { return !unicode.IsSpace(r) }) },
	func(s string) string {
		return keep(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
	},
	strings.ToUpper,
	strings.ToLower,
}

func keep(s string, wanted func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if wanted(r) {
			return r
		}
		return -1
	}, s)
}

// differs reports whether variation v changes name and leaves some of it.
func differs(name string, v int) bool {
	text := variations[v](name)
	return text != name && text != ""
}

// similarity returns how much the text forms of two names look alike, from 0 to 1: the mean of
// trigram Jaccard index, Levenshtein similarity and Jaro-Winkler similarity.
func similarity(a, b string) float32 {
	a, b = names.Form(a), names.Form(b)
	switch {
	case a == b: // which the metrics do not all call 1 for the shortest texts
		return 1
	case a == "" || b == "":
		return 0
	}
	jaccard := metrics.Jaccard{CaseSensitive: true, NgramSize: 3}
	sum := jaccard.Compare(a, b) + metrics.NewLevenshtein().Compare(a, b) + metrics.NewJaroWinkler().Compare(a, b)
	return float32(min(1, sum/3))
}
