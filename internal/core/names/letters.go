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

// lettersTable says how people write letters beyond ASCII in plain Latin ones. Form keeps such letters: without them,
// the rows and the codes of packs that have them would be others. So a mention is read in other letters only if it is
// no name in its own.
//
//go:embed letters.tsv
var lettersTable string

// conventions is how many ways of writing a letter the table has. A name is written in one of them throughout.
const conventions = 4

// inLatin says how a letter, in the upper half of a key, or two are written. Hiragana is written as Katakana.
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

// greekWord is how many Greek letters in a row are a word; fewer are symbols, which Form spells out.
const greekWord = 4

// InLatin returns the text forms of a name in Latin letters, the usual one first and each once, and its letters that are
// in the table: none of a name in ASCII.
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

// letterAt returns how the letter or the two that runes begin with are written, nil if they stay, and how many they are.
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

// lookAlikes are Cyrillic and Greek letters, each before the Latin one that it looks like: Unicode's confusables (UTS 39),
// of Greek capitals alone, whose small letters are symbols.
var lookAlikes = strings.NewReplacer(strings.Split("АAВBЕEЅSІIЈJКKМMНHОOРPСCТTУYХXаaеeоoрpсcуyхxіiјjѕsΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοo", "")...)

// LookAlike returns in Latin letters a text that has some, or digits, and others that look like Latin ones.
func LookAlike(text string) (string, bool) {
	if isASCII(text) || !strings.ContainsFunc(text, func(r rune) bool { return isLetter(r) || '0' <= r && r <= '9' }) {
		return "", false
	}
	other := lookAlikes.Replace(text)
	return other, other != text && !strings.ContainsFunc(other, func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek) })
}
