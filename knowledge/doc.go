// Package knowledge holds what normlet knows of a language and of a field: tables of words, and what they mean. README.md
// says what each table is, where it is from and how to add to it. The engine knows letters and numbers, and reads the tables.
package knowledge

import (
	_ "embed"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// English: how ordinary words are, other words for the same, other forms of words, small words, and words for kinds of
// entities.
var (
	//go:embed en/english.bin
	English []byte
	//go:embed en/rewrites.tsv
	englishRewrites string
	//go:embed en/forms.tsv
	Forms string
	//go:embed en/words.tsv
	englishWords string
	//go:embed en/telling.tsv
	telling string
	//go:embed en/kinds.tsv
	Kinds string
)

// Biology and chemistry: groups of proteins, words beside names, ions, organisms, where the pages of entities are, how their
// ids are written, and other words for the same.
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
	//go:embed bio/ids.tsv
	ids string
	//go:embed bio/rewrites.tsv
	chemistryRewrites string
)

// Latin and Greek, whose words all languages share.
//
//go:embed la/cognates.tsv
var cognates string

// Medicine: what patients mean, what notes deny, suspect or say of somebody else, and other words for the same.
var (
	//go:embed clinic/patients.tsv
	Patients string
	//go:embed clinic/triggers.tsv
	triggers string
	//go:embed clinic/wards.tsv
	wards string
	//go:embed clinic/rewrites.tsv
	medicineRewrites string
)

// Other languages: small words, and what notes deny, suspect or say of somebody else.
var (
	//go:embed de/words.tsv
	germanWords string
	//go:embed de/triggers.tsv
	germanTriggers string
	//go:embed es/words.tsv
	spanishWords string
	//go:embed es/triggers.tsv
	spanishTriggers string
	//go:embed fr/words.tsv
	frenchWords string
	//go:embed fr/triggers.tsv
	frenchTriggers string
	//go:embed it/words.tsv
	italianWords string
	//go:embed it/triggers.tsv
	italianTriggers string
	//go:embed pt/words.tsv
	portugueseWords string
	//go:embed pt/triggers.tsv
	portugueseTriggers string
)

// Languages are the codes of the languages that have tables, English first.
var Languages = [...]string{"en", "de", "es", "fr", "it", "pt"}

// words has the small words of each of the Languages.
var words = [len(Languages)]string{englishWords, germanWords, spanishWords, frenchWords, italianWords, portugueseWords}

// Rewrites yields the rows of every language and field that say the same in other words: kind, from and to.
func Rewrites() iter.Seq[[]string] {
	return Rows(englishRewrites, chemistryRewrites, medicineRewrites)
}

// SmallWords returns the small words that join others in names: of, and, the.
func SmallWords() []string {
	return slices.Concat(Words("preposition"), Words("article"), Words("conjunction"))
}

// Telling returns the stems of words that mostly tell no entities apart, each with the share of cases in which it tells two
// apart.
func Telling() map[string]float64 {
	out := map[string]float64{}
	for row := range Rows(telling) {
		out[row[0]], _ = strconv.ParseFloat(row[1], 64) // a test parses them all
	}
	return out
}

// Cognates returns letters, each followed by what other languages may have in its place, and the letters that join the parts of
// compounds.
func Cognates() (letters, joints []string) {
	for row := range Rows(cognates) {
		if row[0] == "joint" {
			joints = append(joints, row[1])
		} else {
			letters = append(letters, row[1], row[2])
		}
	}
	return letters, joints
}

// Words returns the small words of English that are of a kind: see en/words.tsv.
func Words(kind string) []string { return WordsIn(0, kind) }

// WordsIn returns those of a language, a place in Languages.
func WordsIn(language int, kind string) (out []string) {
	kind += "\t"
	for line := range strings.Lines(words[language]) {
		if row, ok := strings.CutPrefix(line, kind); ok { // few are: a program splits none in vain before it begins
			word, _, _ := strings.Cut(strings.TrimSuffix(row, "\n"), "\t")
			out = append(out, word)
		}
	}
	return out
}

// Rows yields the columns of each row of tables, without their comments, which begin with #.
func Rows(tables ...string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for _, table := range tables {
			for line := range strings.Lines(table) {
				if !strings.HasPrefix(line, "#") && !yield(strings.Split(strings.TrimSuffix(line, "\n"), "\t")) {
					return
				}
			}
		}
	}
}
