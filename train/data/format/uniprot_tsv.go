package format

import (
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// beginUniProtTSV takes the names of a protein and the first of its genes, if no column has that.
func beginUniProtTSV(in *input, c *columns) (goOn bool, err error) {
	recommended, others := proteinNames(c.get("protein_names"))
	in.term.name(recommended, pack.KindPrimary)
	primary := c.list("gene_names_(primary)", ";")
	if genes := c.list("gene_names", " "); len(primary) == 0 && len(genes) > 0 {
		primary = genes[:1] // the column begins with it
	}
	in.term.names(primary, pack.KindExact)
	in.term.names(others, pack.KindAlias)
	return true, nil
}

// proteinNames splits the column Protein names, which is the recommended name followed by the
// others in parentheses, and by names of parts in brackets, which are not names of the protein:
//
//	Pro-opiomelanocortin (POMC) (Corticotropin-lipotropin) [Cleaved into: NPP; ...]
//
// Enzyme numbers (EC 1.1.1.1) are left out.
func proteinNames(s string) (recommended string, others []string) {
	for _, part := range []string{" [Cleaved into:", " [Includes:"} {
		if i := strings.Index(s, part); i >= 0 {
			s = s[:i]
		}
	}
	for {
		s = strings.TrimSpace(s)
		open := lastGroup(s)
		if open <= 0 || s[open-1] != ' ' {
			break // none, or a part of the name as in alpha-(1,3)-fucosyltransferase
		}
		if name := s[open+1 : len(s)-1]; !strings.HasPrefix(name, "EC ") {
			others = append(others, name)
		}
		s = s[:open-1]
	}
	slices.Reverse(others)
	return s, others
}

// lastGroup returns where the parenthesis opens that closes at the end of s, or -1.
func lastGroup(s string) int {
	if !strings.HasSuffix(s, ")") {
		return -1
	}
	depth := 0
	for i := len(s) - 1; i >= 0; i-- {
		switch s[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
