package names

import (
	"slices"
	"strings"
	"unicode"
)

// group lists the proteins that one name stands for.
type group struct {
	Members []string
	Family  bool // the name means any member, rather than all together
}

// shortGroup is the length, in bytes, up to which a name of small letters is a word rather than a group: nos, tet.
const shortGroup = 3

// readGroup returns the group that a mention names, or a group without members.
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

// Together returns the names of the members that a mention means together. It returns nil if the mention names no group, or
// a family, of which it may mean any member.
func (k *Knowledge) Together(mention string) []string {
	g := k.readGroup(mention)
	if g.Family {
		return nil
	}
	return slices.Clone(g.Members)
}

// maxMembers bounds the names that a mention can list.
const maxMembers = 8

// readList returns the names that a mention lists by their numbers, as in SMAD1/2/3 and ERK1/ERK2, unless it is a group.
func (k *Knowledge) readList(mention string) []string {
	if n := strings.Count(mention, "/"); n == 0 || n >= maxMembers {
		return nil
	}
	words := strings.Fields(mention)
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
