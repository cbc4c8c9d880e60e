package names

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
)

// groupsTable has what people name as if it were one protein, by kind: a family, any of
// whose members may be meant; a complex or fusion, which is all of its members; a list of
// them; and a protein by a name that its gene has not. After the kind come names,
// separated by |, the symbols of the members, and the source.
//
//go:embed groups.tsv
var groupsTable string

// Group is what a mention of several proteins stands for.
type Group struct {
	Members []string
	Listed  bool // in the table
	Family  bool // any member may be meant, not all
}

// groups are those of the table by the key of each name.
var groups = sync.OnceValue(func() map[string]Group {
	m := map[string]Group{}
	for line := range strings.Lines(groupsTable) {
		f := strings.Split(line, "\t")
		for name := range strings.SplitSeq(f[1], "|") {
			m[Key(name)] = Group{Members: strings.Fields(f[2]), Listed: true, Family: f[0] == "family"}
		}
	}
	return m
})

// maxMembers bounds what a mention can list, as in SMAD1/2/3. A short name of letters
// only is a word in small letters: nos, tet.
const maxMembers, shortGroup = 8, 3

// ReadGroup returns the group that a mention names: one of the table, or what it lists,
// as in SMAD2/3. For any other mention it has no members.
func ReadGroup(mention string) Group {
	key := Key(mention)
	for _, k := range [...]string{key, strings.TrimSuffix(key, "s")} {
		if g, ok := groups()[k]; ok && (len(k) > shortGroup || strings.ContainsFunc(mention, isFigureOrCapital)) {
			return g
		}
	}
	return Group{Members: slashed(strings.TrimSpace(mention))}
}

// slashed returns the names that a mention lists by their numbers: ERK1/2, ERK1/ERK2.
func slashed(mention string) []string {
	parts := strings.Split(mention, "/")
	stem := strings.TrimRight(parts[0], "0123456789")
	if len(parts) < 2 || len(parts) > maxMembers || stem == parts[0] || !strings.ContainsFunc(stem, isLetter) {
		return nil
	}
	for i, p := range parts[1:] {
		number := strings.TrimPrefix(p, stem)
		if number == "" || strings.Trim(number, "0123456789") != "" {
			return nil
		}
		parts[i+1] = stem + number
	}
	return parts
}

func isFigureOrCapital(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
