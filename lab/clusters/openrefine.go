package main

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fingerprint is OpenRefine's: the words of a cell in small letters, without punctuation and accents, sorted, each once.
func fingerprint(cell string) string {
	words := strings.Fields(plain(cell))
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

// ngrams is OpenRefine's ngram-fingerprint: the runs of so many letters, without blanks, sorted, each once.
func ngrams(size int) func(cell string) string {
	return func(cell string) string {
		letters := []rune(strings.Join(strings.Fields(plain(cell)), ""))
		var grams []string
		for i := 0; i+size <= len(letters); i++ {
			grams = append(grams, string(letters[i:i+size]))
		}
		slices.Sort(grams)
		return strings.Join(slices.Compact(grams), "")
	}
}

// plain returns a cell in small letters of ASCII, without punctuation and control characters.
func plain(cell string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || unicode.IsPunct(r) || r < unicode.MaxASCII && unicode.IsSymbol(r) || unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, norm.NFKD.String(strings.ToLower(strings.TrimSpace(cell))))
}
