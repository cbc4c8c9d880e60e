package document

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	"github.com/normlet/normlet/train/data/limit"
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
	r     io.Reader
	start int64 // offset of buf
	buf   []byte
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
	n := offset - k.start
	out := bytes.Clone(k.buf[:n])
	k.buf = append(k.buf[:0], k.buf[n:]...)
	k.start = offset
	return out
}

func newBioC(r io.Reader, name string) *bioC {
	k := &recorder{r: r}
	return &bioC{name: name, kept: k, dec: xml.NewDecoder(k)}
}

func (b *bioC) Between() []byte { return b.between }

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
			b.between = b.kept.take(before)
			return b.document()
		}
	}
}

// part is what is known of the annotation or passage that is open.
type part struct {
	Annotation
	infons   int // offset behind its start tag
	hasID    bool
	isActive bool
}

// document reads a document whose start tag was read.
func (b *bioC) document() (*Document, error) {
	d := &Document{}
	base := b.kept.start
	at := func() int { return int(b.dec.InputOffset() - base) }
	var open []string
	var key string
	var text bytes.Buffer
	var from int
	var a part
	for {
		mark := at()
		t, err := b.dec.Token()
		if err == io.EOF {
			err = errors.New("the file ends within a document")
		}
		if err != nil {
			return nil, b.fail(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			name := t.Name.Local
			if open = append(open, name); len(open) > limit.Of().Depth {
				return nil, b.fail(limit.Exceeded("elements nested too deep: more than %d", limit.Of().Depth))
			}
			text.Reset()
			from = at()
			key = attribute(t, "key")
			if name == "annotation" {
				line, _ := b.dec.InputPos()
				a = part{isActive: true, infons: from, Annotation: Annotation{Line: line}}
			}
		case xml.CharData:
			text.Write(t)
		case xml.EndElement:
			if len(open) == 0 {
				d.raw = b.kept.take(b.dec.InputOffset())
				return d, nil
			}
			open = open[:len(open)-1]
			b.end(d, &a, t.Name.Local, key, text.String(), from, mark)
			text.Reset()
		}
	}
}

// end deals with the end of an element with a text between two offsets.
func (b *bioC) end(d *Document, a *part, name, key, text string, from, to int) {
	switch {
	case name == "annotation":
		if !a.hasID {
			a.start, a.end, a.create = a.infons, a.infons, true
		}
		d.Annotations = append(d.Annotations, a.Annotation)
		*a = part{}
	case a.isActive && name == "text":
		a.Mention = text
	case a.isActive && name == "infon" && key == "type":
		a.Type = text
	case a.isActive && name == "infon" && key == "identifier" && !b.selfClosed(from):
		a.ID, a.hasID, a.start, a.end = text, true, from, to
	case !a.isActive && name == "text":
		d.Text += text + "\n"
	case !a.isActive && name == "id" && d.ID == "":
		d.ID = text
	}
}

// selfClosed reports whether the tag that ends at from is an empty element, which
// has no place for a text.
func (b *bioC) selfClosed(from int) bool { return bytes.HasSuffix(b.kept.buf[:from], []byte("/>")) }

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
