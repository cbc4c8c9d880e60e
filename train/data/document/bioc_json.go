package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// bioCJSON reads BioC JSON. A document is an object with a list of passages, wherever it is.
type bioCJSON struct {
	name    string
	dec     *json.Decoder
	kept    *recorder
	between []byte
	found   []*Document // in the last value
	begun   bool
}

func newBioCJSON(r io.Reader, name string) *bioCJSON {
	k := &recorder{r: r}
	b := &bioCJSON{name: name, kept: k, dec: json.NewDecoder(k)}
	b.dec.UseNumber() // ids keep their digits
	return b
}

func (b *bioCJSON) Between() []byte { return b.between }

func (b *bioCJSON) id(_ *Document, a *Annotation) string { return b.escape(a.ID) }

func (b *bioCJSON) escape(text string) string {
	out, _ := json.Marshal(text) // which a text cannot fail
	return string(out)
}

func (b *bioCJSON) Next() (*Document, error) {
	for len(b.found) == 0 {
		switch _, err := b.value("", 0); {
		case err == io.EOF && b.begun:
			b.between = b.kept.take(b.kept.start + int64(len(b.kept.buf)))
			return nil, err
		case err == io.EOF:
			return nil, fmt.Errorf("%s: not BioC JSON: there are no passages", b.name)
		case err != nil:
			return nil, fmt.Errorf("%s:%d: %w", b.name, b.kept.line(b.dec.InputOffset()), err)
		}
	}
	d := b.found[0]
	b.found, b.begun = b.found[1:], true
	b.between, d.raw = b.kept.take(d.start), b.kept.take(d.end)
	return d, nil
}

// value reads the value that comes next, and takes the documents in it.
func (b *bioCJSON) value(key string, depth int) (v value, err error) {
	from := b.dec.InputOffset()
	token, err := b.dec.Token()
	if err == nil {
		err = b.kept.nest("values", depth)
	}
	if err != nil {
		return v, err
	}
	v.key, v.end = key, b.dec.InputOffset()
	v.start = v.end - int64(len(bytes.TrimLeft(b.kept.buf[from-b.kept.start:v.end-b.kept.start], " \t\r\n,:")))
	switch t := token.(type) {
	case string:
		v.text = t
	case json.Number:
		v.text = t.String()
	case json.Delim:
		v.object = t == '{'
		if err = b.parts(&v, depth); err == io.EOF || err == io.ErrUnexpectedEOF {
			err = errors.New("the file ends within a JSON value; is it complete?")
		}
	}
	return v, err
}

// parts reads the rest of an object or a list.
func (b *bioCJSON) parts(v *value, depth int) error {
	for key := v.key; b.dec.More(); {
		if v.object {
			token, err := b.dec.Token()
			if err != nil {
				return err
			}
			key = token.(string) // which the decoder has made sure of
		}
		part, err := b.value(key, depth+1)
		if err != nil {
			return err
		}
		v.parts = append(v.parts, part)
	}
	_, err := b.dec.Token()
	v.end = b.dec.InputOffset()
	if p := v.get("passages"); p.end > 0 && !p.object && p.text == "" {
		d := &Document{ID: v.get("id").text, start: v.start, end: v.end}
		d.collect(v, func(a *value) Annotation { return b.annotation(d, a) }, d.unit)
		b.found, b.kept.values, v.parts = append(b.found, d), 0, nil
	}
	return err
}

func (b *bioCJSON) annotation(d *Document, v *value) Annotation {
	infons := v.get("infons")
	id := infons.get("identifier")
	a := Annotation{Mention: v.get("text").text, Type: infons.get("type").text, ID: id.text, was: id.text, Line: b.kept.line(v.start)}
	place := id
	inside := func(v *value) {
		if place = (&value{start: v.start + 1, end: v.start + 1}); len(v.parts) > 0 {
			a.after += ","
		}
	}
	switch {
	case id.end > 0:
	case infons.object:
		a.before = `"identifier":`
		inside(infons)
	case infons.end > 0: // null
		place, a.before, a.after = infons, `{"identifier":`, "}"
	default:
		a.before, a.after = `"infons":{"identifier":`, "}"
		inside(v)
	}
	a.start, a.end = int(place.start-d.start), int(place.end-d.start)
	return a
}
