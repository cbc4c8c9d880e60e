// Package knowledge holds what normlet knows of a language and of a field: tables of words, and what they mean. README.md
// says what each table is, where it is from and how to add to it. The engine knows letters and numbers, and reads the tables.
package knowledge

import (
	_ "embed"
	"iter"
	"strings"
)

// English: how ordinary words are, what names say in other words, and small words.
var (
	//go:embed en/english.bin
	English []byte
	//go:embed en/rewrites.tsv
	Rewrites string
	//go:embed en/words.tsv
	words string
)

// Biology and chemistry: groups of proteins, words beside names, ions, organisms, and where the pages of entities are.
var (
	//go:embed bio/groups.tsv
	Groups string
	//go:embed bio/affixes.tsv
	affixes string
	//go:embed bio/ions.tsv
	Ions string
	//go:embed bio/organisms.tsv
	organisms string
	//go:embed bio/prefixes.tsv
	Prefixes string
)

// Medicine: what patients mean, and what notes deny, suspect or say of somebody else.
var (
	//go:embed clinic/patients.tsv
	Patients string
	//go:embed clinic/triggers.tsv
	triggers string
)

// Words returns the small words of English of a kind: see en/words.tsv.
func Words(kind string) (out []string) {
	for row := range Rows(words) {
		if row[0] == kind {
			out = append(out, row[1])
		}
	}
	return out
}

// Rows yields the columns of each row of a table, without its comments, which begin with #.
func Rows(table string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(table) {
			if !strings.HasPrefix(line, "#") && !yield(strings.Split(strings.TrimSuffix(line, "\n"), "\t")) {
				return
			}
		}
	}
}
