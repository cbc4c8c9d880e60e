package names

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// lettersTable says how people write letters beyond ASCII in plain Latin ones. Form keeps such letters, because the rows and
// codes of packs with such names depend on them. So a mention is read in Latin letters only if it is no name as it stands.
//
//go:embed letters.tsv
var lettersTable string

// conventions is the number of ways in which the table writes a letter. All letters of a name follow the same one.
const conventions = 4

// inLatin maps a letter, in the upper half of a key, or two letters to their Latin ones. It maps Hiragana to Katakana.
var inLatin = sync.OnceValue(func() map[uint64]*[conventions]string {
	m := map[uint64]*[conventions]string{}
	for line := range strings.Lines(lettersTable) {
		if line[0] == '#' {
			continue
		}
		f, ways := strings.Fields(line), new([conventions]string)
		for i := range ways {
			ways[i] = strings.Trim(f[min(i+1, len(f)-1)], "-")
		}
		letters := append([]rune(f[0]), 0)
		m[uint64(letters[0])<<32|uint64(letters[1])] = ways
	}
	for r := 'ぁ'; r <= 'ゖ'; r++ {
		k := string(r + 'ァ' - 'ぁ')
		m[uint64(r)<<32] = &[conventions]string{k, k, k, k}
	}
	return m
})

// greekWord is the number of Greek letters in a row that make a word; fewer are symbols, which Form spells out.
const greekWord = 4

// InLatin returns the text forms of a name in Latin letters, each once and the usual one first, and the letters of the name
// that the table has. It returns none for a name in ASCII.
func InLatin(name string) (forms []string, foreign []rune) {
	if isASCII(name) {
		return nil, nil
	}
	runes := []rune(norm.NFKC.String(Cut(strings.ToValidUTF8(name, " "), MaxBytes)))
	for i, r := range runes {
		if isGreek(r) { // without accents
			r, _ = utf8.DecodeRuneInString(norm.NFD.String(string(r)))
		}
		runes[i] = unicode.ToLower(r)
	}
	var texts [conventions][]byte
	for i, word := 0, false; i < len(runes); {
		greek := 0
		for greek < min(greekWord, len(runes)-i) && isGreek(runes[i+greek]) {
			greek++
		}
		word = greek == greekWord || word && greek > 0
		ways, size := (*[conventions]string)(nil), 1
		if word || greek == 0 {
			ways, size = letterAt(runes[i:])
		}
		for k := range texts {
			if ways == nil {
				texts[k] = utf8.AppendRune(texts[k], runes[i])
			} else {
				texts[k] = append(texts[k], ways[k]...)
			}
		}
		if ways != nil {
			foreign = append(foreign, runes[i:i+size]...)
		}
		i += size
	}
	for i := 0; i < len(texts) && len(foreign) > 0; i++ {
		if form := Form(View(texts[i])); !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	return forms, foreign
}

// letterAt returns the Latin letters for the first letter or two of runes, and how many they replace; nil and 1 if the first
// one stays.
func letterAt(runes []rune) (*[conventions]string, int) {
	key := uint64(runes[0]) << 32
	if len(runes) > 1 {
		if ways := inLatin()[key|uint64(runes[1])]; ways != nil {
			return ways, 2
		}
	}
	return inLatin()[key], 1
}

func isGreek(r rune) bool { return 'Ͱ' <= r && r <= 'Ͽ' || 'ἀ' <= r && r <= '῾' }

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// lookAlikes replaces Cyrillic and Greek letters by the Latin ones that they look like, from Unicode's confusables (UTS 39).
// It leaves small Greek letters, which are symbols, but for the omicron.
var lookAlikes = strings.NewReplacer(strings.Split("АAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYХXаaеeоoрpсcуyхxіiјjѕsΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοo", "")...)

// LookAlike returns a text with Latin letters in place of Cyrillic and Greek ones that look like them. It reports false if the
// text has no such letters, others of these scripts, or neither a Latin letter nor a digit.
func LookAlike(text string) (string, bool) {
	if isASCII(text) || !strings.ContainsFunc(text, func(r rune) bool { return isLetter(r) || '0' <= r && r <= '9' }) {
		return "", false
	}
	other := lookAlikes.Replace(text)
	return other, other != text && !strings.ContainsFunc(other, func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek) })
}
