package names

import (
	"strings"
	"sync"
	"unicode"

	"github.com/normlet/normlet/knowledge"
)

// Group lists the proteins of a mention that names several.
type Group struct {
	Members []string
	Family  bool // any member may be meant, not all
}

// groups are those of the table of groups by the key of each name.
var groups = sync.OnceValue(func() map[string]Group {
	m := map[string]Group{}
	for f := range knowledge.Rows(knowledge.Groups) {
		for name := range strings.SplitSeq(f[1], "|") {
			m[Key(name)] = Group{Members: strings.Fields(f[2]), Family: f[0] == "family"}
		}
	}
	return m
})

// shortGroup is how long a name of letters only is, in bytes, that is a word when it is
// written in small letters: nos, tet.
const shortGroup = 3

// ReadGroup returns the group of the table that a mention names. For any other mention
// it has no members.
func ReadGroup(mention string) Group {
	key := Key(mention)
	for _, k := range [...]string{key, strings.TrimSuffix(key, "s")} {
		if g, ok := groups()[k]; ok && (len(k) > shortGroup || strings.ContainsFunc(mention, isFigureOrCapital)) {
			return g
		}
	}
	return Group{}
}

// maxMembers bounds what a mention can list.
const maxMembers = 8

// readList returns the names that a mention lists by their numbers, unless it is a
// group: SMAD1/2/3, ERK1/ERK2.
func readList(mention string) []string {
	words := strings.Fields(mention)
	if n := strings.Count(mention, "/"); n == 0 || n >= maxMembers {
		return nil
	}
	list := Slashed(words, len(words)-1)
	if len(list) < 2 || len(ReadGroup(mention).Members) > 0 {
		return nil // MST1/2 are STK4 and STK3
	}
	stem := strings.TrimRight(list[0], "0123456789")
	for _, name := range list {
		if number, ok := strings.CutPrefix(name, stem); !ok || !HasLetter(stem) || number == "" || strings.Trim(number, "0123456789") != "" {
			return nil
		}
	}
	return list
}

func isFigureOrCapital(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
