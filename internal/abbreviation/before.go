package abbreviation

import (
	"slices"
	"strings"
)

// Beside returns what stands right beside a mention in the text, one of the two in brackets and the other before them. Of
// an abbreviation, these are the last word before the brackets, the last two, and so on, the longest first, or all that
// the brackets after it hold: one may be a name of what is abbreviated, with other letters, as in "kala-azar (VL)". Of
// another mention, it is the abbreviation.
func (g *Glossary) Beside(mention string) (names []string) {
	key := mention[strings.LastIndexByte(mention, ' ')+1:]
	for _, a := range g.beside[strings.TrimSuffix(key, "s")] {
		first, before := a.first.of(g.text), strings.TrimRight(g.text[:a.open], " ")
		switch {
		case isForm(mention, first) && IsAbbreviation(first):
			return g.before(a.open)
		case IsAbbreviation(mention) && endsWith(before, mention) && len(first) > len(mention):
			return []string{first}
		case IsAbbreviation(first) && endsWith(before, mention) && len(first) < len(mention):
			return []string{first}
		case mention == first:
			return []string{lastWords(g.text, a.open, 1).of(g.text)}
		}
	}
	return nil
}

// isForm reports whether two words are the same but for a plural.
func isForm(a, b string) bool { return strings.TrimSuffix(a, "s") == strings.TrimSuffix(b, "s") }

// endsWith reports whether the last words of text are those of a mention.
func endsWith(text, mention string) bool {
	return strings.HasSuffix(text, mention) && startsWord(text, len(text)-len(mention))
}

// before returns the last word before a place, the last two, and so on.
func (g *Glossary) before(at int) (names []string) {
	text := g.text[max(0, at-maxLong):at]
	words, name := strings.Fields(text[strings.LastIndexByte(text, '\n')+1:]), ""
	for _, word := range slices.Backward(words[max(0, len(words)-maxNameWords):]) {
		inside := strings.TrimLeft(word, "([")
		name = strings.TrimSpace(inside + " " + name)
		if names = append(names, name); inside != word {
			break // the start of a parenthesis around this one
		}
	}
	slices.Reverse(names)
	return names
}

// note notes the parentheses of the text with an abbreviation in them or right before them, and what it says so without any.
func (g *Glossary) note() {
	add := func(s string, a aside) {
		key := strings.TrimSuffix(s[strings.LastIndexByte(s, ' ')+1:], "s")
		if len(g.beside[key]) < maxBeside {
			g.beside[key] = append(g.beside[key], a)
		}
	}
	for _, a := range append(asides(g.text), named(g.text)...) {
		first, before := a.first.of(g.text), lastWords(g.text, a.open, 1).of(g.text)
		if before != "" && IsAbbreviation(first) != IsAbbreviation(before) {
			add(first, a)
			add(before, a)
		}
	}
}
