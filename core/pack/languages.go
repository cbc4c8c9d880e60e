package pack

import (
	"strings"

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

// Suits says how well a name suits who reads a language, which is a BCP 47 tag: the more of its parts the name's language begins
// with, the better, and a label is better than another name; 0 for a name in other languages.
func (c *Contents) Suits(row int, language string) (best int) {
	for of := range strings.FieldsSeq(c.LanguagesOf(row)) {
		tag, label := strings.CutSuffix(of, "*")
		fit := 0
		for wanted := language; wanted != "" && fit == 0; wanted = wanted[:max(0, strings.LastIndexByte(wanted, '-'))] {
			if len(tag) >= len(wanted) && strings.EqualFold(tag[:len(wanted)], wanted) && (len(tag) == len(wanted) || tag[len(wanted)] == '-') {
				fit = 2 * len(wanted)
			}
		}
		if fit > 0 && label {
			fit++
		}
		best = max(best, fit)
	}
	return best
}

func (c *Contents) languageForms(*WriteOptions) [][][]byte {
	if len(c.RowLanguages) == 0 {
		return one(nil)
	}
	list := wire.AppendUvarint(nil, uint64(len(c.Languages)))
	for _, l := range c.Languages {
		list = wire.AppendLenBytes(list, l)
	}
	forms := wire.ColumnForms(c.RowLanguages)
	for i, f := range forms {
		forms[i] = append([][]byte{list}, f...)
	}
	return forms
}

func parseLanguages(c *Contents, r *wire.Reader, m *Meter) {
	count := r.Count(1)
	if count > maxLanguages {
		r.Failf("%d sets of languages; at most %d allowed", count, maxLanguages)
	}
	if !m.take(r, 2*count+r.Len(), stringBytes*count+r.Len()) {
		return
	}
	c.Languages = make([]string, count)
	for i := range c.Languages {
		c.Languages[i] = string(r.LenBytes())
	}
	c.RowLanguages = readColumn[uint16](c.Names.Len(), uint64(count)+1, r, m)
}

func (c *Contents) checkLanguages() error {
	if c.RowLanguages == nil && len(c.Languages) == 0 {
		return nil
	}
	if len(c.Languages) > maxLanguages {
		return faultf(tagLanguages, "%d sets of languages; at most %d allowed", len(c.Languages), maxLanguages)
	}
	for i, l := range c.Languages {
		if strings.Trim(l, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-* ") != "" || l == "" || i > 0 && c.Languages[i-1] >= l {
			return faultf(tagLanguages, "%.40q are no languages after those before", l)
		}
	}
	for row, n := range c.RowLanguages {
		if int(n) > len(c.Languages) {
			return faultf(tagLanguages, "row %d is in languages %d of %d", row, n, len(c.Languages))
		}
	}
	return checkLen(tagLanguages, len(c.RowLanguages), c.Names.Len())
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
