package document

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// unit is a part of a document with a text of its own: all of PubTator's, a passage or a sentence of BioC's.
type unit struct {
	from, base        int // where its text begins: in Document.Text, and in characters as the file counts them
	at, end           int // what of raw new annotations replace
	open, comma, last string
}

// unwritten is the ID in the file of an annotation that is not in it.
const unwritten = "\x00"

// Mark adds annotations to a document of r that has none: of each Start, End, Type and ID, in the order of its text.
func (d *Document) Mark(r Reader, found []Annotation) {
	for k, u := range d.units {
		to := len(d.Text) + 1
		if k+1 < len(d.units) {
			to = d.units[k+1].from
		}
		at, characters, before := u.from, u.base, u.open
		for ; len(found) > 0 && found[0].Start < to; found = found[1:] {
			a := found[0]
			if a.End >= to {
				continue // it goes on in the next unit
			}
			characters += utf8.RuneCountInString(d.Text[at:a.Start])
			at, a.Mention, a.was = a.Start, d.Text[a.Start:a.End], unwritten
			a.at, a.size = characters, utf8.RuneCountInString(a.Mention)
			a.before, a.after = r.mark(d, &a)
			a.before, a.start, a.end = before+a.before, u.at, u.end
			d.Annotations = append(d.Annotations, a)
			before, u.at = u.comma, u.end
		}
		if before != u.open {
			d.Annotations[len(d.Annotations)-1].after += u.last
		}
	}
}

func (p *pubTator) mark(d *Document, a *Annotation) (before, after string) {
	return fmt.Sprintf("%s\t%d\t%d\t%s\t%s\t", d.ID, a.at, a.at+a.size, p.escape(a.Mention), p.escape(a.Type)), "\n"
}

func (b *bioC) mark(d *Document, a *Annotation) (before, after string) {
	const first, rest = `<annotation id="%d"><infon key="type">%s</infon><infon key="identifier">`, `</infon><location offset="%d" length="%d"/><text>%s</text></annotation>`
	return fmt.Sprintf(first, len(d.Annotations)+1, b.escape(a.Type)), fmt.Sprintf(rest, a.at, a.size, b.escape(a.Mention))
}

func (b *bioCJSON) mark(d *Document, a *Annotation) (before, after string) {
	const first, rest = `{"id":"%d","infons":{"type":%s,"identifier":`, `},"locations":[{"offset":%d,"length":%d}],"text":%s}`
	return fmt.Sprintf(first, len(d.Annotations)+1, b.escape(a.Type)), fmt.Sprintf(rest, a.at, a.size, b.escape(a.Mention))
}

func (b *bioC) unit(v *value) unit {
	at := int(v.end - b.kept.start)
	return unit{at: at, end: at}
}

// unit returns that of an object, which has a text.
func (d *Document) unit(v *value) unit {
	list := v.get("annotations")
	if list.end == 0 {
		at := int(v.start - d.start + 1)
		return unit{at: at, end: at, open: `"annotations":[`, comma: ",", last: "],"}
	}
	return unit{at: int(list.start - d.start), end: int(list.end - d.start), open: "[", comma: ",", last: "]"} // [] or null
}

// add adds the text of a part of a document to it.
func (d *Document) add(v *value, text string, u unit) {
	u.from = len(d.Text)
	u.base, _ = strconv.Atoi(v.get("offset").text)
	d.units, d.Text = append(d.units, u), d.Text+text+"\n"
}
