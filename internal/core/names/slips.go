package names

import (
	"iter"
	"slices"
	"strings"
	"unicode"
)

// Slips are what people type for a word by mistake: two letters swapped, one left out, one too many, one wrong, one
// two places off. A code finds most names from a slip; of short words, and where letters are swapped, little is left of
// what it is made from. People hardly ever mistake the first letter, and they type a wrong one because it sounds like the
// right one or is its neighbour on the keyboard: phonophobia is no slip of photophobia. Within long words, between root
// and ending, any letter may be wrong.

// The shortest runs of letters that slips are sought in: swaps, and all others, which make more words of one.
const (
	MinSwapped = 4
	minSlip    = 5
)

// minRoot is how many letters tell words apart by their root, as the last letter does by their ending.
const minRoot = 5

// Swaps yields a run of letters with two neighbours swapped. What it yields is overwritten by the next.
func Swaps(word []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if len(word) < MinSwapped {
			return
		}
		room := append([]byte(nil), word...)
		for i := 1; i < len(room); i++ {
			room[i-1], room[i] = room[i], room[i-1]
			if word[i-1] != word[i] && !yield(room) {
				return
			}
			room[i-1], room[i] = room[i], room[i-1]
		}
	}
}

// mistaken has for each letter those that are typed for it: its neighbours on the keyboard, what sounds like it, other
// vowels for a vowel; and a for c, since an adjective in -ic mostly goes with a name in -ia.
var mistaken = [26]string{
	"ceioqsuwyz", "fghnpv", "adfkqsvxz", "cefrstx", "adiorsuwy", "bcdgprtv", "bfhjktvy", "bgjnuy", "aejkouy", "ghikmnuy", "cgijlmoqsxz",
	"kop", "jkn", "bhjm", "aeiklpuy", "bflov", "ackswxz", "deft", "acdekqwxz", "dfgry", "aehijoy", "bcfgpw", "aeqsv", "cdkqsz", "aeghijotu", "ackqsx",
}

// Slips yields a word of small Latin letters with one more after the first, one less, a wrong one or one moved by two
// places. What it yields is overwritten by the next.
func Slips(word []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if len(word) < minSlip {
			return
		}
		for i := 1; i <= len(word); i++ {
			more := slices.Insert(slices.Clone(word), i, 0)
			if !eachLetter(more, i, alphabet, yield) {
				return
			}
		}
		for i := 1; i < len(word); i++ {
			less := slices.Delete(slices.Clone(word), i, i+1)
			letters := alphabet
			if i < minRoot || i == len(word)-1 {
				letters = mistaken[word[i]-'a']
			}
			if !yield(less) || !eachLetter(slices.Clone(word), i, letters, yield) {
				return
			}
		}
		moved(word, yield)
	}
}

// moved yields word with one letter moved over two others, either way: chron is crohn.
func moved(word []byte, yield func([]byte) bool) {
	for i := range len(word) - 2 {
		a, b, c := word[i], word[i+1], word[i+2]
		if a == b || b == c {
			continue // as if two neighbours were swapped
		}
		for _, turned := range [...][]byte{{b, c, a}, {c, a, b}} {
			if !yield(slices.Concat(word[:i], turned, word[i+3:])) {
				return
			}
		}
	}
}

const alphabet = "abcdefghijklmnopqrstuvwxyz"

// eachLetter yields word with each of some letters in place of the one at i.
func eachLetter(word []byte, i int, letters string, yield func([]byte) bool) bool {
	for _, c := range []byte(letters) {
		if word[i] = c; !yield(word) {
			return false
		}
	}
	return true
}

// IsCamel reports whether a word of a mention, in small letters, has small letters there and a capital that is not the
// first letter, as symbols have: HcRed, PKNbeta. The s of NSAIDs is a plural.
func IsCamel(mention, word string) bool {
	at := strings.Index(strings.ToLower(mention), word)
	if at < 0 || word == "" || at+len(word) > len(mention) {
		return false
	}
	written := mention[at : at+len(word)]
	return strings.ContainsFunc(written[1:], unicode.IsUpper) && strings.ContainsFunc(strings.TrimSuffix(written, "s"), unicode.IsLower)
}
