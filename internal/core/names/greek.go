package names

import "bytes"

// greek has the names of the Greek letters, final sigma included, and the Latin letter that gene nomenclature writes in place
// of each (HGNC guidelines, 1979 to 2020). NFKD maps compatibility variants (ϵ, ϑ, µ) to these letters.
var greek = map[rune]struct {
	name  string
	latin byte
}{
	'α': {"alpha", 'a'}, 'β': {"beta", 'b'}, 'γ': {"gamma", 'g'}, 'δ': {"delta", 'd'},
	'ε': {"epsilon", 'e'}, 'ζ': {"zeta", 'z'}, 'η': {"eta", 'h'}, 'θ': {"theta", 'q'},
	'ι': {"iota", 'i'}, 'κ': {"kappa", 'k'}, 'λ': {"lambda", 'l'}, 'μ': {"mu", 'm'},
	'ν': {"nu", 'n'}, 'ξ': {"xi", 'x'}, 'ο': {"omicron", 'o'}, 'π': {"pi", 'p'},
	'ρ': {"rho", 'r'}, 'σ': {"sigma", 's'}, 'ς': {"sigma", 's'}, 'τ': {"tau", 't'},
	'υ': {"upsilon", 'y'}, 'φ': {"phi", 'f'}, 'χ': {"chi", 'c'}, 'ψ': {"psi", 'u'}, 'ω': {"omega", 'w'},
}

// isGreekLetter reports whether a word is the name of a Greek letter.
func isGreekLetter(word string) bool {
	for _, g := range greek {
		if g.name == word {
			return true
		}
	}
	return false
}

// spelled has the names of Greek letters that are long enough to be recognized inside a text form, and the Latin letter of
// each, by their first byte. No name begins with another one.
var spelled = func() (lists [256][]spelling) {
	for _, r := range "αβγδεζθικλοσυω" {
		name := []byte(greek[r].name)
		lists[name[0]] = append(lists[name[0]], spelling{name, greek[r].latin})
	}
	return lists
}()

type spelling struct {
	name  []byte
	latin byte
}

// AppendLatin appends the text form with Latin letters in place of the Greek letters that are spelled out in four or more
// characters: "plcgamma2" becomes "plcg2". If there are none, it appends nothing and reports false.
func AppendLatin(dst, form []byte) ([]byte, bool) {
	start, found := len(dst), false
	for i := 0; i < len(form); {
		c, size := form[i], 1
		for _, g := range spelled[c] {
			if bytes.HasPrefix(form[i:], g.name) {
				c, size, found = g.latin, len(g.name), true
				break
			}
		}
		dst = append(dst, c)
		i += size
	}
	if !found {
		return dst[:start], false
	}
	return dst, true
}
