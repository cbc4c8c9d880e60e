package pack

import (
	"strings"
	"unicode/utf8"

	"github.com/normlet/normlet/internal/wire"
)

// maxLanguages is how many different sets of languages the names of a pack have at most.
const maxLanguages = 1 << 12

// LanguagesOf returns the languages of a name, BCP 47 tags with blanks between, each with a star if the name is the label of
// its entity in that language; "" if nothing says them.
func (c *Contents) LanguagesOf(row int) string {
	if row >= len(c.RowLanguages) || c.RowLanguages[row] == 0 {
		return ""
	}
	return c.Languages[c.RowLanguages[row]-1]
}

// Suits says how well a name suits who reads a language, which is a BCP 47 tag: the longer the beginning that the tags of both
// have in common, in whole parts, the better, and a label is better than another name; 0 for a name in other languages.
func (c *Contents) Suits(row int, language string) (best int) {
	for _, of := range strings.Fields(c.LanguagesOf(row)) {
		tag, label := strings.CutSuffix(of, "*")
		if fit := 2 * commonParts(tag, language); fit > 0 {
			if label {
				fit++
			}
			best = max(best, fit)
		}
	}
	return best
}

// commonParts returns the length of the parts, in any case, with which two tags begin.
func commonParts(a, b string) (n int) {
	for i := 0; ; i++ {
		endA, endB := i == len(a), i == len(b)
		if (endA || a[i] == '-') && (endB || b[i] == '-') {
			n = i
		}
		if endA || endB || a[i]|0x20 != b[i]|0x20 {
			return n
		}
	}
}

func (c *Contents) languageForms(*WriteOptions) [][][]byte {
	if len(c.RowLanguages) == 0 {
		return one(nil)
	}
	return listForms(c.Languages, c.RowLanguages)
}

func parseLanguages(c *Contents, r *wire.Reader, m *Meter) {
	count := r.Count(1)
	c.Languages, c.RowLanguages = readList(r, m, count, c.Names.Len(), count+1)
}

func (c *Contents) checkLanguages() error {
	ok := len(c.Languages) <= maxLanguages && (c.RowLanguages == nil || len(c.RowLanguages) == c.Names.Len()) && (c.RowLanguages == nil) == (c.Languages == nil)
	for i, l := range c.Languages {
		ok = ok && l != "" && utf8.ValidString(l) && (i == 0 || c.Languages[i-1] < l)
	}
	for _, n := range c.RowLanguages {
		ok = ok && int(n) <= len(c.Languages)
	}
	if !ok {
		return faultf(tagLanguages, "not one of at most %d sets of languages, ascending, for each of %d rows", maxLanguages, c.Names.Len())
	}
	return nil
}

// mergeLanguages keeps those of the base; names that are added have none.
func (m *merger) mergeLanguages() {
	if m.base.RowLanguages == nil {
		return
	}
	m.out.RowLanguages = make([]uint16, len(m.rows))
	for row, from := range m.rows {
		if from >= 0 {
			m.out.RowLanguages[row] = m.base.RowLanguages[from]
		}
	}
}
