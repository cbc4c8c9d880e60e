package assemble

import (
	"cmp"
	"maps"
	"slices"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
)

const (
	maxFormed   = 4096 // words of a pack whose nouns only their suffixes tell
	maxForm     = 40   // bytes of one
	minFormStem = 3    // least letters of a word before its suffix
	minSuffix   = 2    // least letters of the suffix of a plural or adjective, and most of them
	maxSuffix   = 5
)

// used says how often a word stands in names, and how often a name ends with it.
type used struct{ in, ends int }

// formsFor returns the rewrites from plurals and adjectives to the nouns that names of a pack end with: those of the table, and
// those of words in names, by their suffixes. Texts call the nucleus nuclear, and each list has words that no dictionary has.
func formsFor(list *pack.Strings) (lines []string) {
	words := usedWords(list)
	suffixes, known := map[string][]string{}, map[string]bool{}
	add := func(form, noun string) {
		if words[noun].ends > 0 && !known[form] {
			known[form] = true
			lines = append(lines, "word\t"+form+"\t"+noun+"\n")
		}
	}
	for row := range knowledge.Rows(knowledge.Forms) {
		switch kind, from, to := row[0], row[1], row[2]; kind {
		case "word":
			add(from, to)
		case "suffix":
			suffixes[from] = append(suffixes[from], to)
		}
	}
	often := func(x, y string) int { return cmp.Or(cmp.Compare(words[y].in, words[x].in), cmp.Compare(x, y)) }
	formed := len(lines) + maxFormed
	for _, word := range slices.SortedFunc(maps.Keys(words), often) {
		if at, end := suffixOf(word, suffixes, words); at > 0 && len(lines) < formed {
			add(word, word[:at]+end)
		}
	}
	return lines
}

// suffixOf returns where the longest suffix of a word begins that leads to a noun which names end with, and the suffix of that.
func suffixOf(word string, suffixes map[string][]string, words map[string]used) (at int, end string) {
	for at = max(minFormStem, len(word)-maxSuffix); at <= len(word)-minSuffix; at++ {
		for _, end := range suffixes[word[at:]] {
			if words[word[:at]+end].ends > 0 {
				return at, end
			}
		}
	}
	return 0, ""
}

func usedWords(list *pack.Strings) map[string]used {
	words := map[string]used{}
	var text names.Text
	var form []byte
	for _, name := range list.Range(0, list.Len()) {
		form = names.AppendForm(form[:0], string(name))
		text.ReadWords(form)
		for i := range text.Words {
			if w := &text.Words[i]; !w.Digit && w.Size <= maxForm {
				n := words[string(text.Of(w))]
				if n.in++; int(w.Start+w.Size) == len(form) {
					n.ends++
				}
				words[string(text.Of(w))] = n
			}
		}
	}
	return words
}
