package train

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/core/names"
)

// variant is a way to write a name, with how often training and how often people use it.
type variant struct {
	train, people float64
	write         func(name string, rng *rand.Rand) string
}

// variants are all ways; else the name stays as it is.
var variants = []variant{
	{0.10, 0.12, lower},
	{0.08, 0.06, alphanumeric},
	{0.08, 0.02, dropToken},
	{0.14, 0.03, span},
	{0.05, 0.04, reorder},
	{0.09, 0.08, hyphenate},
	{0.08, 0.03, dropRune},
	{0.03, 0.01, swapRunes},
	{0.07, 0.03, prefix},
	{0.03, 0.05, plural},
	{0.05, 0.05, greek},
	{0.05, 0.06, inflect},
}

// Noise returns name in one of the ways people write it. It changes more names than people do,
// so an encoder has more to learn from.
func Noise(name string, rng *rand.Rand) string {
	return written(name, rng, func(v *variant) float64 { return v.train })
}

// Mention is Noise at the rates of people, to measure how sure an answer is.
func Mention(name string, rng *rand.Rand) string {
	return written(name, rng, func(v *variant) float64 { return v.people })
}

func written(name string, rng *rand.Rand, share func(v *variant) float64) string {
	u := rng.Float64()
	for i := range variants {
		if u -= share(&variants[i]); u < 0 {
			return variants[i].write(name, rng)
		}
	}
	return name
}

func lower(s string, _ *rand.Rand) string { return strings.ToLower(s) }

func alphanumeric(s string, _ *rand.Rand) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// dropToken drops one blank-separated token of three or more.
func dropToken(s string, rng *rand.Rand) string {
	tokens := strings.Split(s, " ")
	if len(tokens) < 3 {
		return s
	}
	i := rng.IntN(len(tokens))
	return strings.Join(append(tokens[:i:i], tokens[i+1:]...), " ")
}

// span keeps a run of neighbouring tokens, at least five bytes long, half the
// time from the start: people use the telling words of a long name.
func span(s string, rng *rand.Rand) string {
	tokens := strings.Split(s, " ")
	from := 0
	if rng.IntN(2) == 0 {
		from = rng.IntN(len(tokens))
	}
	to := from + 1
	if rng.IntN(2) == 0 {
		to += rng.IntN(len(tokens) - from)
	}
	if kept := strings.Trim(strings.Join(tokens[from:to], " "), ",;"); len(kept) >= 5 {
		return kept
	}
	return s
}

// reorder turns "diabetes mellitus, type 2" into "type 2 diabetes mellitus", and
// moves the last token of other names to the front.
func reorder(s string, _ *rand.Rand) string {
	sep := ", "
	i := strings.LastIndex(s, sep)
	if i < 0 {
		sep = " "
		i = strings.LastIndex(s, sep)
	}
	if i < 0 {
		return s
	}
	return s[i+len(sep):] + " " + s[:i]
}

// hyphenate puts a hyphen between the first letter-digit neighbours.
func hyphenate(s string, _ *rand.Rand) string {
	for i := 1; i < len(s); i++ {
		if isLetter(s[i-1]) && isDigit(s[i]) {
			return s[:i] + "-" + s[i:]
		}
	}
	return s
}

// dropRune loses one character of a name longer than five.
func dropRune(s string, rng *rand.Rand) string {
	if utf8.RuneCountInString(s) <= 5 {
		return s
	}
	rs := []rune(s)
	i := rng.IntN(len(rs))
	return string(rs[:i]) + string(rs[i+1:])
}

// swapRunes exchanges two neighbours in a name longer than five characters.
func swapRunes(s string, rng *rand.Rand) string {
	rs := []rune(s)
	if len(rs) <= 5 {
		return s
	}
	i := rng.IntN(len(rs) - 1)
	rs[i], rs[i+1] = rs[i+1], rs[i]
	return string(rs)
}

// prefix puts a species letter before a short name, as in hFOXP2.
func prefix(s string, rng *rand.Rand) string {
	if len(s) >= 7 {
		return s
	}
	return [...]string{"h", "p", "hs", "m"}[rng.IntN(4)] + s
}

// plural adds an s to a name that ends in a letter.
func plural(s string, _ *rand.Rand) string {
	if len(s) < 6 || !isLetter(s[len(s)-1]) || s[len(s)-1]|0x20 == 's' {
		return s
	}
	return s + "s"
}

// endings are pairs of word endings between nouns, adjectives and plurals.
var endings = [...][2]string{
	{"sis", "tic"}, {"sis", "ses"}, {"ia", "ic"}, {"ia", "ias"}, {"etes", "etic"}, {"sion", "sive"}, {"psy", "ptic"},
	{"gy", "gic"}, {"phy", "phic"}, {"thy", "thic"}, {"y", "ies"}, {"oma", "omas"}, {"us", "ic"}, {"ism", "ic"}, {"e", "es"}, {"", "s"},
}

// inflect exchanges the endings of a random word: "diabetes" becomes "diabetic".
func inflect(s string, rng *rand.Rand) string {
	words := strings.Split(s, " ")
	i := rng.IntN(len(words))
	w := words[i]
	from := rng.IntN(len(endings))
	for j := range endings {
		e := endings[(from+j)%len(endings)]
		a, b := e[j&1], e[1-j&1]
		if stem, ok := strings.CutSuffix(w, a); ok && len(stem) >= 4 && isLetter(stem[len(stem)-1]) {
			words[i] = stem + b
			break
		}
	}
	return strings.Join(words, " ")
}

// greekNames are the Greek letters that gene symbols most often carry as Latin ones.
var greekNames = map[byte]string{'A': "alpha", 'B': "beta", 'G': "gamma", 'D': "delta", 'E': "epsilon", 'Z': "zeta", 'H': "eta", 'Q': "theta", 'K': "kappa"}

// greek exchanges Greek and Latin letters: "IFN-gamma" becomes "IFNG", "PLCG2" becomes "PLCgamma2".
func greek(s string, _ *rand.Rand) string {
	form := []byte(strings.ToLower(s))
	if latin, ok := names.AppendLatin(nil, form); ok {
		return string(latin)
	}
	end := len(strings.TrimRight(s, "0123456789"))
	if end < 3 || end > 6 || strings.ToUpper(s) != s {
		return s // not a symbol
	}
	if name, ok := greekNames[s[end-1]]; ok {
		return s[:end-1] + name + s[end:]
	}
	return s
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
