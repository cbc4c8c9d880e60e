package names

import (
	"slices"
	"strings"
	"unicode"
)

// group lists the proteins of a mention that names several.
type group struct {
	Members []string
	Family  bool // any member may be meant, not all
}

// shortGroup is how long a name of letters only is, in bytes, that is a word when it is
// written in small letters: nos, tet.
const shortGroup = 3

// readGroup returns the group that a mention names. For any other mention it has no members.
func (k *Knowledge) readGroup(mention string) group {
	if len(k.groups) == 0 || len(mention) > maxReading {
		return group{}
	}
	key := Key(mention)
	for _, name := range [...]string{key, strings.TrimSuffix(key, "s")} {
		if g, ok := k.groups[name]; ok && (len(name) > shortGroup || strings.ContainsFunc(mention, isFigureOrCapital)) {
			return g
		}
	}
	return group{}
}

// Together returns the names of all that a mention names together, nil if it names no group, or one of which any member may
// be meant.
func (k *Knowledge) Together(mention string) []string {
	g := k.readGroup(mention)
	if g.Family {
		return nil
	}
	return slices.Clone(g.Members)
}

// maxMembers bounds what a mention can list.
const maxMembers = 8

// readList returns the names that a mention lists by their numbers, unless it is a
// group: SMAD1/2/3, ERK1/ERK2.
func (k *Knowledge) readList(mention string) []string {
	words := strings.Fields(mention)
	if n := strings.Count(mention, "/"); n == 0 || n >= maxMembers {
		return nil
	}
	list := Slashed(words, len(words)-1)
	if len(list) < 2 || len(k.readGroup(mention).Members) > 0 {
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
