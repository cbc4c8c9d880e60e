package names

import (
	"iter"
	"slices"
	"strings"
	"unicode"
)

// A slip is a typing error in a word: two letters swapped, one missing, one too many, one wrong, or one moved by two places.
// Codes find most names in spite of slips, but a short word, or one with letters swapped, keeps too few of its n-grams. People
// hardly ever mistype the first letter. They type a wrong letter because it sounds like the right one or is its neighbour on
// the keyboard, so phonophobia is no slip of photophobia; only in long words, between root and ending, may any letter be wrong.

// Least length, in letters, of the words that Swaps and Slips change. Slips makes more words of each.
const (
	MinSwapped = 4
	minSlip    = 5
)

// minRoot is the number of letters that distinguish words by their root; the last letter distinguishes them by their ending.
const minRoot = 5

// Swaps yields a word with two neighbouring letters swapped, for each pair. It reuses the memory of what it yields.
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

// mistaken has for each letter those that people type instead: its neighbours on the keyboard, letters that sound like it, and
// for a vowel the other vowels. It also has a for c, because names in -ia usually have an adjective in -ic.
var mistaken = [26]string{
	"ceioqsuwyz", "fghnpv", "adfkqsvxz", "cefrstx", "adiorsuwy", "bcdgprtv", "bfhjktvy", "bgjnuy", "aejkouy", "ghikmnuy", "cgijlmoqsxz",
	"kop", "jkn", "bhjm", "aeiklpuy", "bflov", "ackswxz", "deft", "acdekqwxz", "dfgry", "aehijoy", "bcfgpw", "aeqsv", "cdkqsz", "aeghijotu", "ackqsx",
}

// Slips yields a word of small Latin letters with one letter after the first inserted, removed or replaced, or with a letter
// moved by two places. It may reuse the memory of what it yields.
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

// moved yields word with one letter moved over two others, either way: chron becomes crohn.
func moved(word []byte, yield func([]byte) bool) {
	for i := range len(word) - 2 {
		a, b, c := word[i], word[i+1], word[i+2]
		if a == b || b == c {
			continue // Swaps yields this
		}
		for _, turned := range [...][]byte{{b, c, a}, {c, a, b}} {
			if !yield(slices.Concat(word[:i], turned, word[i+3:])) {
				return
			}
		}
	}
}

const alphabet = "abcdefghijklmnopqrstuvwxyz"

// eachLetter yields word with each of letters in place of word[i].
func eachLetter(word []byte, i int, letters string, yield func([]byte) bool) bool {
	for _, c := range []byte(letters) {
		if word[i] = c; !yield(word) {
			return false
		}
	}
	return true
}

// IsCamel reports whether a mention writes a word, which is given in small letters, as symbols are written: with small letters
// and with a capital after the first letter, as in HcRed and PKNbeta. The plural s of NSAIDs does not count.
func IsCamel(mention, word string) bool {
	at := strings.Index(strings.ToLower(mention), word)
	if at < 0 || word == "" || at+len(word) > len(mention) {
		return false
	}
	written := mention[at : at+len(word)]
	return strings.ContainsFunc(written[1:], unicode.IsUpper) && strings.ContainsFunc(strings.TrimSuffix(written, "s"), unicode.IsLower)
}
