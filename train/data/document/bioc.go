package document

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/unicode"

	"github.com/normlet/normlet/train/data/limit"
	"github.com/normlet/normlet/train/data/sheet"
)

// bioC reads BioC XML. What the decoder has read is kept from the end of the document before.
type bioC struct {
	name    string
	dec     *xml.Decoder
	kept    *recorder
	between []byte
	begun   bool
}

// recorder keeps what was read from it.
type recorder struct {
	r       io.Reader
	start   int64 // offset of buf
	buf     []byte
	values  int // in it
	lines   int // before counted
	counted int64
}

func (k *recorder) Read(p []byte) (int, error) {
	if len(k.buf) > limit.Of().Document {
		return 0, tooLarge("the document is")
	}
	n, err := k.r.Read(p)
	k.buf = append(k.buf, p[:n]...)
	return n, err
}

// take returns what was read up to offset, and forgets it.
func (k *recorder) take(offset int64) []byte {
	k.line(offset)
	n := offset - k.start
	out := bytes.Clone(k.buf[:n])
	k.buf = append(k.buf[:0], k.buf[n:]...)
	k.start, k.values = offset, 0
	return out
}

// line returns the line of an offset, or of one behind it that was asked for before.
func (k *recorder) line(offset int64) int {
	if offset > k.counted {
		k.lines += bytes.Count(k.buf[k.counted-k.start:offset-k.start], []byte("\n"))
		k.counted = offset
	}
	return k.lines + 1
}

// value is an element or a value of JSON, and where its content stands.
type value struct {
	key        string // "infon type" of an infon; in JSON also that of the list around it
	start, end int64  // both 0 for none
	object     bool
	text       string
	parts      []value
}

// nest counts one more value at a depth.
func (k *recorder) nest(what string, depth int) error {
	if k.values++; depth > limit.Of().Depth || k.values > limit.Of().Cells {
		return limit.Exceeded("%s nested too deep: more than %d; or more than %d in a document", what, limit.Of().Depth, limit.Of().Cells)
	}
	return nil
}

func (v *value) get(key string) *value {
	for i := range v.parts {
		if v.object && v.parts[i].key == key {
			return &v.parts[i]
		}
	}
	return &value{}
}

func (d *Document) collect(v *value, annotation func(v *value) Annotation, of func(v *value) unit) {
	for i := range v.parts {
		switch part := &v.parts[i]; {
		case part.object && strings.TrimSuffix(part.key, "s") == "annotation":
			a := annotation(part)
			a.at, a.size = part.place()
			d.Annotations = append(d.Annotations, a)
		case part.key == "text" && (strings.HasPrefix(v.key, "passage") || strings.HasPrefix(v.key, "sentence")):
			d.add(v, part.text, of(v))
		default:
			d.collect(part, annotation, of)
		}
	}
}

// place returns the offset and length that an annotation states, in the units of the file; 0 if there is none or several.
func (v *value) place() (at, size int) {
	var numbers []int
	note := func(text string) {
		n, err := strconv.Atoi(text)
		if err != nil {
			n = -1
		}
		numbers = append(numbers, n)
	}
	for i := range v.parts {
		if p := &v.parts[i]; p.key == "location offset" || p.key == "location length" {
			note(p.text)
		} else if strings.TrimSuffix(p.key, "s") == "location" {
			for _, l := range append(p.parts, *p) {
				if l.object && l.get("offset").end > 0 {
					note(l.get("offset").text)
					note(l.get("length").text)
				}
			}
		}
	}
	if len(numbers) != 2 || numbers[0] < 0 || numbers[1] < 0 {
		return 0, 0
	}
	return numbers[0], numbers[1]
}

func newBioC(r io.Reader, name string) *bioC {
	k := &recorder{r: r}
	b := &bioC{name: name, kept: k, dec: xml.NewDecoder(k)}
	b.dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // sheet.Decode has read it
	return b
}

func (b *bioC) Between() []byte { return b.between }

func (b *bioC) id(_ *Document, a *Annotation) string { return b.escape(a.ID) }

func (b *bioC) escape(text string) string {
	var w strings.Builder
	xml.EscapeText(&w, []byte(text)) // a Builder does not fail
	return w.String()
}

// asUTF8 returns the beginning of a file that states the encoding in which it is written.
func asUTF8(head []byte) []byte {
	if e, label := sheet.Declared(head); label != "" && e != unicode.UTF8 {
		return bytes.Replace(head, []byte(label), []byte("UTF-8"), 1)
	}
	return head
}

func (b *bioC) fail(err error) error {
	line, _ := b.dec.InputPos()
	var e *xml.SyntaxError
	if errors.As(err, &e) {
		line, err = e.Line, errors.New(e.Msg)
	}
	return fmt.Errorf("%s:%d: %w", b.name, line, err)
}

func (b *bioC) Next() (*Document, error) {
	for {
		before := b.dec.InputOffset()
		t, err := b.dec.Token()
		if err == io.EOF {
			if !b.begun {
				return nil, fmt.Errorf("%s: not BioC: there is no collection", b.name)
			}
			b.between = b.kept.take(b.kept.start + int64(len(b.kept.buf)))
			return nil, io.EOF
		}
		if err != nil {
			return nil, b.fail(err)
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		if !b.begun && start.Name.Local != "collection" {
			return nil, b.fail(fmt.Errorf("not BioC: it begins with the element %s, not collection", start.Name.Local))
		}
		b.begun = true
		if start.Name.Local == "document" {
			b.between = asUTF8(b.kept.take(before))
			return b.document()
		}
	}
}

func (b *bioC) document() (*Document, error) {
	v, err := b.element("document", 0)
	if err != nil {
		return nil, b.fail(err)
	}
	d := &Document{ID: v.get("id").text}
	d.collect(&v, b.annotation, b.unit)
	d.raw = b.kept.take(b.dec.InputOffset())
	return d, nil
}

func (b *bioC) element(key string, depth int) (v value, err error) {
	v = value{key: key, start: b.dec.InputOffset(), object: true}
	for text := []byte(nil); ; {
		v.end = b.dec.InputOffset()
		t, err := b.dec.Token()
		if err != nil {
			return v, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			name := t.Name.Local
			for _, a := range t.Attr {
				if name == "infon" && a.Name.Local == "key" {
					name += " " + a.Value
				} else if name == "location" {
					v.parts = append(v.parts, value{key: "location " + a.Name.Local, text: a.Value})
				}
			}
			if err := b.kept.nest("elements", depth+1); err != nil {
				return v, err
			}
			part, err := b.element(name, depth+1)
			if err != nil {
				return v, err
			}
			v.parts = append(v.parts, part)
		case xml.CharData:
			text = append(text, t...)
		case xml.EndElement:
			v.text = string(text)
			return v, nil
		}
	}
}

func (b *bioC) annotation(v *value) Annotation {
	id := v.get("infon identifier")
	a := Annotation{Mention: v.get("text").text, Type: v.get("infon type").text, ID: id.text, was: id.text, Line: b.kept.line(v.start)}
	if id.end == 0 || bytes.HasSuffix(b.kept.buf[:id.start-b.kept.start], []byte("/>")) { // an empty element has no place
		id = &value{start: v.start, end: v.start}
		a.before, a.after = `<infon key="identifier">`, "</infon>"
	}
	a.start, a.end = int(id.start-b.kept.start), int(id.end-b.kept.start)
	return a
}
