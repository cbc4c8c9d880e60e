package document

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// Locate fills in where the annotations stand in the text, and returns how many the file says no place of, or several.
// Files count characters, bytes or units of UTF-16, in all annotations of a document alike: what fits all is taken. An
// error says that a mention does not stand where the file has it, with its line.
func (d *Document) Locate() (without int, err error) {
	for _, unit := range []func(r rune) int{func(rune) int { return 1 }, utf8.RuneLen, utf16.RuneLen} {
		var wrong error
		if without, wrong = d.locate(unit); wrong == nil {
			return without, nil
		} else if err == nil {
			err = wrong
		}
	}
	return 0, err
}

func (d *Document) locate(unit func(r rune) int) (without int, err error) {
	bytes := map[int]int{} // by position in units
	at := 0
	for i, r := range d.Text {
		bytes[at] = i
		at += unit(r)
	}
	bytes[at] = len(d.Text)
	for i := range d.Annotations {
		a := &d.Annotations[i]
		if a.Start, a.End = 0, 0; a.size <= 0 {
			without++
			continue
		}
		start, known := bytes[a.at]
		end, fits := bytes[a.at+a.size]
		if !known || !fits || end < start || !same(d.Text[start:end], a.Mention) {
			return 0, fmt.Errorf("%d: %q does not stand at %d of document %s; do the places count from its first character?", a.Line, a.Mention, a.at, d.ID)
		}
		a.Start, a.End = start, end
	}
	return without, nil
}

// same reports whether a mention is a part of the text but for blanks.
func same(text, mention string) bool {
	return text == mention || len(text) == len(mention) && lineText.Replace(text) == lineText.Replace(mention)
}
