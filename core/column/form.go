package column

import (
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
)

// byForm recognises what needs no pack. It reports false if a look-up has to tell.
func byForm(name string, cells []string) (c Column, ok bool) {
	dates, numbers, codes := 0, 0, 0
	ids, forms := tally{}, tally{}
	for _, cell := range cells {
		forms.add(formOf(cell), true)
		if isDate(cell) {
			dates++
			continue
		}
		if isNumber(cell) {
			numbers++
		}
		if form := strings.Trim(cell, "0123456789"); 2*len(form) < len(cell) {
			codes++
		}
		ids.addID(cell)
	}
	is := func(kind Kind, n int) bool {
		if ok = share(n, cells) >= nearlyAll; ok {
			c.Kind, c.Share = kind, share(n, cells)
		}
		return ok
	}
	c = Column{Kind: Other, Read: len(cells)}
	database, n := ids.most()
	form, alike := forms.most()
	if len(cells) < fewCells || !strings.Contains(form, "#") {
		alike = 0
	}
	switch above := above(name); {
	case len(cells) == 0:
		c.Kind, ok = Empty, true
	case is(Dates, dates):
	case is(IDs, n):
		c.Of = database
	case above != "" && is(IDs, codes):
		c.Of = above
	case is(Numbers, numbers), strings.HasPrefix(form, "#") && is(Numbers, alike): // the latter have a unit
	case is(Other, alike):
	}
	return c, ok
}

// tally counts.
type tally map[string]*count

type count struct{ all, strong int }

func (t tally) add(what string, strong bool) {
	if t[what] == nil {
		t[what] = &count{}
	}
	if t[what].all++; strong {
		t[what].strong++
	}
}

// most returns what was counted most often, the first in the alphabet of equals, if a quarter of it is strong.
func (t tally) most() (what string, n int) {
	for w, c := range t {
		if 4*c.strong >= c.all && (c.all > n || c.all == n && w < what) {
			what, n = w, c.all
		}
	}
	return what, n
}

// addID counts the databases that a cell may be an id of, by its prefix or by its form. Weak forms
// are those of other things, too.
func (t tally) addID(cell string) {
	if prefix := pack.Prefix(cell); prefix != "" && isLocal(cell[len(prefix)+1:]) {
		t.add(prefix, true)
		return
	}
	lists := knowledge.Lists()
	for i := range lists {
		if fits, weak := lists[i].Fits(cell); fits {
			t.add(lists[i].Prefix, !weak)
		}
	}
}

// isLocal reports whether a text can be the part of an id behind its prefix: it has a digit and no blanks.
func isLocal(text string) bool {
	return strings.ContainsAny(text, "0123456789") && !strings.ContainsAny(text, " ,;()/")
}

// formOf returns a cell with # in place of its numbers, and with @ for the row of a well: B02.
func formOf(cell string) string {
	var form []byte
	if len(cell) > 1 && 'A' <= cell[0] && cell[0] <= 'Z' && '0' <= cell[1] && cell[1] <= '9' {
		form, cell = append(form, '@'), cell[1:]
	}
	for _, c := range []byte(cell) {
		if '0' <= c && c <= '9' {
			if c = '#'; len(form) > 0 && form[len(form)-1] == c {
				continue
			}
		}
		form = append(form, c)
	}
	return string(form)
}

// above returns the prefix of the list whose ids, numbers or codes, are below such a name; "" for another name. Two letters are
// too few: EC is conductivity, too.
func above(name string) string {
	if l, ok := knowledge.ListOf(name); ok && len(name) > 2 {
		return l.Prefix
	}
	return ""
}

// isNumber reports whether a cell is a number, perhaps with a unit, or several of them: 12/20, 3-5, 12:30, 1.5 x 10^6, 7 mg.
func isNumber(cell string) bool {
	if number, unit, ok := strings.Cut(cell, " "); ok && len(unit) <= longUnit && !strings.ContainsAny(unit, " 0123456789") {
		cell = number
	}
	return names.IsNumber(cell) || strings.Trim(cell, "0123456789 .,:;/+-–−±^%<>=~≤≥×x°()") == "" && strings.ContainsAny(cell, "0123456789")
}

// isDate reports whether a cell is a date, perhaps with the time.
func isDate(cell string) bool {
	day, time, ok := strings.Cut(strings.Replace(cell, "T", " ", 1), " ")
	return names.IsDate(cell) || ok && strings.Contains(time, ":") && names.IsDate(day)
}
