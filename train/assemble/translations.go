package assemble

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/translation"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/internal/translate"
)

// minTranslated is how many entities have a name in a language from which a table of it is learned.
const minTranslated = 20

// translations returns the section TRAN: what the words of other languages mean that names of the list are in, and what
// lender, unless nil, knows of more words and languages. It is empty for a list in one language.
func translations(t *data.Terminology, lender *pack.Contents) ([]byte, error) {
	own, pairs, list := ownLanguage(t), map[string][]translate.Pair{}, []string(nil)
	for i := range t.Entities {
		to := ""
		for _, n := range t.Entities[i].Names {
			if isIn(n, own) {
				list, to = append(list, n.Text), cmp.Or(to, n.Text)
			}
		}
		for _, n := range t.Entities[i].Names {
			for _, of := range languages(n) {
				if to != "" && of != own && n.Kind <= pack.KindExact {
					pairs[of] = append(pairs[of], translate.Pair{From: n.Text, To: to})
				}
			}
		}
	}
	maps.DeleteFunc(pairs, func(_ string, of []translate.Pair) bool { return len(of) < minTranslated })
	if len(pairs) == 0 && lender == nil {
		return nil, nil
	}
	tables := translate.Learn(pairs, list)
	if lender != nil {
		lent, err := translation.Parse(lender.Translations)
		if err != nil {
			return nil, fmt.Errorf("tables of other languages: %w", err)
		}
		translate.Lend(tables, lent)
	}
	return translation.Append(nil, tables), nil
}

// ownLanguage returns the language that most first names are in, "" for English and lists that state none.
func ownLanguage(t *data.Terminology) string {
	n := map[string]int{}
	for i := range t.Entities {
		first, _, _ := strings.Cut(t.Entities[i].Names[0].Languages, " ")
		n[language(first)]++
	}
	return slices.MaxFunc(slices.Sorted(maps.Keys(n)), func(a, b string) int { return cmp.Compare(n[a], n[b]) })
}

// language returns the language of a tag without its region and script, "" for English, which names without a tag are in.
func language(tag string) string {
	of, _, _ := strings.Cut(tag, "-")
	if of == "en" {
		return ""
	}
	return of
}

// isIn reports whether a name is in the language of a list: a primary one is, though it may state another that has the same.
func isIn(n data.Name, own string) bool {
	return n.Kind == pack.KindPrimary || slices.Contains(languages(n), own) || n.Languages == "" && own == ""
}

// languages returns the languages of a name, each once.
func languages(n data.Name) (out []string) {
	for tag := range strings.FieldsSeq(n.Languages) {
		if of := language(tag); !slices.Contains(out, of) {
			out = append(out, of)
		}
	}
	return out
}
