package mapping

import (
	"strings"
	"unicode"
)

// The bounds of a cell that may list entities: bytes, and names.
const (
	maxCell  = 8 << 10
	maxNames = 512
)

// split splits a cell at semicolons, bars, /// and line ends. Commas, slashes and plus signs may be part of a name: each
// segment is followed by the parts that they separate. It returns nil for a cell that is no list.
func split(cell string) (segments [][]string) {
	texts := strings.FieldsFunc(strings.ReplaceAll(cell, "///", "\n"), func(r rune) bool { return strings.ContainsRune(";|\n\r\v", r) })
	if len(cell) > maxCell || len(texts) > maxNames {
		return nil
	}
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			segments = append(segments, append([]string{text}, partsOf(text)...))
		}
	}
	return segments
}

// partsOf splits a text at commas, and at slashes and plus signs that have blanks on both sides or stand in one word; nil
// if a part can be no name by itself: CD4+ T cell, HLA-A/B, N,N-dimethylformamide.
func partsOf(text string) (parts []string) {
	at, word := 0, !strings.Contains(text, " ")
	for i := range len(text) + 1 {
		spaced := i > 0 && i+1 < len(text) && text[i-1] == ' ' && text[i+1] == ' '
		if i == len(text) || text[i] == ',' || (text[i] == '/' || text[i] == '+') && (word || spaced) {
			p := strings.TrimSpace(text[at:i])
			if len([]rune(strings.Trim(p, "-+'"))) < 2 || strings.IndexFunc(p, unicode.IsLetter) < 0 || strings.Count(p, "(") != strings.Count(p, ")") {
				return nil
			}
			parts, at = append(parts, p), i+1
		}
	}
	if len(parts) == 1 || len(parts) > maxNames {
		return nil
	}
	return parts
}
