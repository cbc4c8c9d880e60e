package main

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// gilda looks names up as Gilda does (Gyori, Hoyt and Steppi, doi:10.1093/bioadv/vbac034), without the models that
// tell some abbreviations apart by the text around: a mention and some rewritings of it, all without dashes, accents
// and capitals, are keys of a table. What is found is scored by the kind of name, then by how the two are spelled.
type gilda struct {
	terms map[string][]gildaTerm
}

type gildaTerm struct {
	text string
	ref
	primary bool
}

func openGilda(dir string) (index, error) {
	rows, err := readList(dir)
	if err != nil {
		return nil, err
	}
	g := gilda{map[string][]gildaTerm{}}
	for _, r := range rows {
		key := gildaKey(r.name)
		g.terms[key] = append(g.terms[key], gildaTerm{r.name, r.ref, r.primary})
	}
	return g, nil
}

func (g gilda) search(mention string) ([]int32, error) {
	var hits []hit
	for _, key := range gildaKeys(mention) {
		for _, t := range g.terms[key] {
			status := 2.0 // a synonym
			if t.primary {
				status = 3
			}
			hits = append(hits, hit{(2*status + spelling(mention, t.text)) / 9, t.ref})
		}
	}
	return entities(hits), nil
}

// gildaKeys returns what a mention is looked up by: as it stands, with dashes as blanks, Greek letters and Roman numbers
// written otherwise, and in the singular.
func gildaKeys(mention string) []string {
	var keys []string
	for _, text := range []string{
		mention, strings.Map(blankDash, mention), namesToGreek.Replace(mention), namesToLatin.Replace(mention),
		greekToNames.Replace(mention), otherNumeral(mention), singular(mention),
	} {
		if key := gildaKey(text); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// gildaKey returns a text in lower case with single blanks, without dashes and accents.
func gildaKey(text string) string {
	text = strings.Map(func(r rune) rune {
		if isDash(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, blanks(text))
	if isASCII(text) {
		return text
	}
	plain, _, err := transform.String(transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), text)
	if err != nil {
		return text
	}
	return plain
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

var blank = regexp.MustCompile(`\s+`)

func blanks(text string) string { return blank.ReplaceAllString(text, " ") }

func isDash(r rune) bool { return r == '-' || r == '−' || '‐' <= r && r <= '―' }

func blankDash(r rune) rune {
	if isDash(r) {
		return ' '
	}
	return r
}

// The Greek letters by their names, and the Latin letters that stand for some of them.
var (
	greek = []string{"alpha", "α", "beta", "β", "gamma", "γ", "delta", "δ", "epsilon", "ε", "zeta", "ζ", "theta", "θ", "eta", "η",
		"iota", "ι", "kappa", "κ", "lambda", "λ", "mu", "μ", "nu", "ν", "omicron", "ο", "xi", "ξ", "upsilon", "υ", "pi", "π", "rho", "ρ",
		"sigma", "σ", "tau", "τ", "phi", "φ", "chi", "χ", "psi", "ψ", "omega", "ω"}
	namesToGreek = strings.NewReplacer(greek...)
	greekToNames = strings.NewReplacer(reversed(greek)...)
	namesToLatin = strings.NewReplacer("alpha", "a", "beta", "b", "gamma", "g", "delta", "d", "epsilon", "e", "kappa", "k", "lambda", "l")
)

func reversed(list []string) []string {
	out := slices.Clone(list)
	slices.Reverse(out)
	return out
}

var (
	numeral  = regexp.MustCompile(`(?i)^(.*[- ])(\d+|[ivx]+)$`)
	numerals = []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"}
)

// otherNumeral writes a number of one to ten at the end in Arabic digits, or in Roman ones.
func otherNumeral(text string) string {
	m := numeral.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	for i, roman := range numerals {
		arabic := decimal(i + 1)
		switch strings.ToUpper(m[2]) {
		case roman:
			return m[1] + arabic
		case arabic:
			return m[1] + roman
		}
	}
	return text
}

// singular takes the ending of a plural off.
func singular(word string) string {
	ends := func(with ...string) bool {
		return slices.ContainsFunc(with, func(end string) bool { return strings.HasSuffix(word, end) })
	}
	switch {
	case !ends("s"), ends("sis"):
		return word
	case ends("ies"):
		return strings.TrimSuffix(word, "ies") + "y"
	case ends("oes", "xes", "ses", "ches", "shes"):
		return strings.TrimSuffix(word, "es")
	}
	return strings.TrimSuffix(word, "s")
}
