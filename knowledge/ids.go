package knowledge

import (
	"strings"
	"sync"
)

// List is a list of ids, as bio/ids.tsv has it.
type List struct {
	Prefix   string   // as lists mostly write it, or, of a list that the table lacks, its letters and digits
	Forms    []string // what ids look like without the prefix, if that tells: see Fits
	Divided  bool     // what follows is a subdivision, which means less
	Versions string   // what stands before the number of a version or an isoform
}

// Fits reports whether a text is written as the ids of the list, or that of a version; weak says that many other things are
// written so, too.
func (l *List) Fits(text string) (fits, weak bool) {
	for _, form := range l.Forms {
		weak = form[0] == '~'
		if isWritten(text, strings.TrimPrefix(form, "~")) {
			return true, weak
		}
	}
	stem := strings.TrimRight(text, "0123456789")
	if n := len(stem); n > 0 && n < len(text) && strings.Contains(l.Versions, stem[n-1:]) {
		return l.Fits(stem[:n-1])
	}
	return false, false
}

func isWritten(text, form string) bool {
	for form != "" {
		again := strings.HasPrefix(form[1:], "+")
		if text == "" || !stands(form[0], text[0]) {
			return false
		}
		text = text[1:]
		for again && text != "" && stands(form[0], text[0]) {
			text = text[1:]
		}
		form = strings.TrimPrefix(form[1:], "+")
	}
	return text == ""
}

// stands reports whether a sign of a form stands for a character.
func stands(sign, c byte) bool {
	digit, capital := '0' <= c && c <= '9', 'A' <= c && c <= 'Z'
	switch sign {
	case '#':
		return digit
	case '@':
		return capital
	case '?':
		return digit || capital
	}
	return sign == c
}

// ListOf returns the list with a prefix in any spelling, OMIM, MIM or CAS RN, and whether the table has it.
func ListOf(prefix string) (List, bool) {
	name := fold(prefix)
	if at, ok := spelled()[name]; ok {
		return Lists()[at], true
	}
	return List{Prefix: name}, false
}

// Lists are those of the table, in its order.
var Lists = sync.OnceValue(func() (out []List) {
	for row := range Rows(ids) {
		if row[0] != "*" {
			signs, divided := strings.CutPrefix(row[3], ">")
			out = append(out, List{row[0], strings.Fields(row[2]), divided, signs})
		}
	}
	return out
})

// spelled has the places of lists by each spelling of their prefixes, with the words of row * behind them, too.
var spelled = sync.OnceValue(func() map[string]int {
	out, words, at := map[string]int{}, []string{""}, 0
	for row := range Rows(ids) {
		if row[0] == "*" {
			words = append(words, strings.Split(row[1], ", ")...)
			continue
		}
		for _, spelling := range append(strings.Split(row[1], ", "), row[0]) {
			for _, word := range words {
				if spelling != "" {
					out[fold(spelling+word)] = at
				}
			}
		}
		at++
	}
	return out
})

// fold returns the letters and digits of ASCII in a text, in small letters.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(text))
}
