package names

import (
	"cmp"
	"strings"
)

// A site is an amino acid and its position in a protein, Ser473. A mutation also has the amino acid that replaces it: V600E.
// This file matches them without regular expressions, which would make every app larger.

const (
	residues   = "ACDEFGHIKLMNPQRSTVWY"
	modifiable = "STYRK" // by phosphate, methyl, acetyl and ubiquitin
)

// cutResidue removes an amino acid from the front of a text.
func (k *Knowledge) cutResidue(text string) (rest string, ok bool) {
	switch {
	case k.longResidue(text) != "":
		return text[3:], true
	case text != "" && strings.IndexByte(residues, text[0]) >= 0:
		return text[1:], true
	}
	return text, false
}

// longResidue returns the one-letter code of the amino acid whose three-letter code a text begins with, or "".
func (k *Knowledge) longResidue(text string) string {
	if len(text) < 3 || !isUpper(text[0]) {
		return ""
	}
	return k.affixes["residue"][string([]byte{text[0] | 0x20, text[1], text[2]})]
}

// cutPlace removes a position, a number of one to four digits, from the front of a text.
func cutPlace(text string) (rest string, ok bool) {
	rest = strings.TrimLeft(text, "0123456789")
	n := len(text) - len(rest)
	return rest, 1 <= n && n <= 4
}

// isSite reports whether a word names sites where a protein is modified: pS473, Thr202/Tyr204, Ser235/236.
func (k *Knowledge) isSite(word string) bool {
	sites := strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune("/, ", r) })
	for i, s := range sites {
		if rest, ok := cutPlace(s); i > 0 && ok && rest == "" {
			continue
		}
		if rest, ok := strings.CutPrefix(s, "p"); ok {
			s = strings.TrimLeft(rest, ".-")
		}
		rest, ok := k.cutResidue(s)
		if !ok || !k.isModifiable(s) {
			return false
		}
		if rest, ok = cutPlace(strings.TrimPrefix(rest, "-")); !ok || rest != "" {
			return false
		}
	}
	return len(sites) > 0
}

// isModifiable reports whether a text begins with an amino acid that cells modify. A16 and
// E1162 after a name are strains of viruses and bacteria.
func (k *Knowledge) isModifiable(text string) bool {
	return strings.IndexByte(modifiable, text[0]) >= 0 || strings.Contains(modifiable, cmp.Or(k.longResidue(text), " "))
}

// isMutation reports whether a word is a mutation of a protein or of its gene: V600E, p.Val600Glu, ΔF508, c.76A>T.
func (k *Knowledge) isMutation(word string) bool {
	if change, ok := strings.CutPrefix(word, "c."); ok {
		return change != "" && isDigit(change[0])
	}
	word = strings.TrimPrefix(word, "p.")
	for _, deleted := range [...]string{"Δ", "delta", "del", "d"} {
		if rest, ok := strings.CutPrefix(word, deleted); ok {
			rest, residue := k.cutResidue(rest)
			rest, ok = cutPlace(rest)
			return ok && rest == "" && (residue || deleted != "d")
		}
	}
	rest, ok := k.cutResidue(word)
	if !ok {
		return false
	}
	was := word[:len(word)-len(rest)]
	if rest, ok = cutPlace(rest); !ok {
		return false
	}
	became, ok := k.cutResidue(rest)
	return ok && became == "" && rest != was || rest == "*" || rest == "X" || rest == "fs" || rest == "del"
}

// cutMutation removes a mutation that is written directly after a symbol: BRAFV600E.
func (k *Knowledge) cutMutation(text string) (symbol string, ok bool) {
	if len(text) < minPlain+len("V60E") {
		return "", false
	}
	end := len(text) - 1
	from := len(strings.TrimRight(text[:end], "0123456789")) - 1
	if from < minPlain || end-from < len("V60") || strings.ToUpper(text) != text || !k.isMutation(text[from:]) {
		return "", false
	}
	return text[:from], true
}

// isSymbol reports whether a text looks like a symbol: it begins with two capitals, is a capitalized word with a number, as in
// Smad2, or has three or four letters, as in Akt.
func isSymbol(text string) bool {
	if len(text) < 2 || !isUpper(text[0]) {
		return false
	}
	rest := strings.TrimLeftFunc(text[1:], isLetter)
	n := len(text) - len(rest)
	number := strings.TrimPrefix(rest, "-")
	return isUpper(text[1]) || n > 1 && number != "" && isDigit(number[0]) || (n == 3 || n == 4) && rest == "" && text[1:] == strings.ToLower(text[1:])
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
