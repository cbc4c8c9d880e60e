package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// xmlScanner yields the tokens that xml.Decoder.RawToken has for an XML file, with
// the same errors, at several times the speed. It takes apart by itself what nearly
// all of a file consists of: tags in ASCII, and text without references. Whatever
// else comes, right or wrong, a Decoder reads, so that nothing here decides what is
// well formed. Entities that the file declares are therefore errors.
type xmlScanner struct {
	xmlToken
	Line int // of the first byte after the token

	meter    *meter
	buf      []byte // what has been read is buf[:end], what is left of it buf[pos:end]
	pos, end int
	base     int64 // offset of buf[0] in the file
	err      error // of the reader, after buf[:end]

	closing   bool              // the end of <x/> comes next
	known     map[string]string // of intern
	plain     []byte            // text without its carriage returns
	decoder   *xml.Decoder      // reads all the rest of the file if it is set
	start     int64             // offset where the decoder began
	startLine int
}

// xmlToken is a start (the zero value), an end, a text, or something that has no part
// in the data: a comment, a processing instruction or a directive.
type xmlToken struct {
	kind  xmlKind
	name  string     // of a start or an end, without a namespace
	attrs []xml.Attr // of a start, valid until the next token
	text  []byte     // valid until the next token
}

type xmlKind int

const (
	xmlStart xmlKind = iota
	xmlEnd
	xmlText
	xmlOther
)

// xmlBuffer is what a tag may have in bytes to be taken apart here.
const xmlBuffer = 64 << 10

func newXMLScanner(r io.Reader, buffer int) *xmlScanner {
	return &xmlScanner{Line: 1, meter: newMeter(r), buf: make([]byte, buffer), known: map[string]string{}}
}

// next goes to the next token. The error at the end of the file is io.EOF.
func (s *xmlScanner) next() error {
	if s.closing {
		s.closing = false
		s.kind = xmlEnd
		return nil
	}
	if s.decoder == nil {
		b := s.whole()
		if len(b) == 0 && s.fill() {
			b = s.whole()
		}
		if n := s.scan(b); n > 0 {
			s.pos += n
			s.Line = s.meter.pass(s.base + int64(s.pos))
			return nil
		}
	}
	return s.decode()
}

// whole returns what is left of the buffer up to the end of a tag or a text, nothing if
// that is not in it.
func (s *xmlScanner) whole() []byte {
	b := s.buf[s.pos:s.end]
	if len(b) > 0 && b[0] == '<' {
		return b[:bytes.IndexByte(b, '>')+1]
	}
	return b[:max(0, bytes.IndexByte(b, '<'))]
}

// scan takes a tag or a text apart and returns its length, 0 if it is one for a Decoder.
func (s *xmlScanner) scan(b []byte) int {
	switch {
	case len(b) == 0:
		return 0
	case b[0] == '<':
		return s.scanTag(b)
	case !isPlain(b):
		return 0
	}
	s.kind, s.text = xmlText, s.withoutReturns(b)
	return len(b)
}

// isPlain reports whether s stands for itself in a text and in an attribute, but for
// carriage returns. Bytes of 0xEF may begin one of the two characters of Unicode that
// XML has not; "]]>" must not be in a text.
func isPlain(s []byte) bool {
	for _, c := range s {
		if c < ' ' && c != '\n' && c != '\t' && c != '\r' || c == '&' || c == '<' || c == '>' || c == 0xEF {
			return false
		}
	}
	return true
}

// withoutReturns returns a text with its line ends as XML wants them: LF.
func (s *xmlScanner) withoutReturns(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	s.plain = s.plain[:0]
	for i, c := range text {
		switch {
		case c == '\r':
			s.plain = append(s.plain, '\n')
		case c != '\n' || i == 0 || text[i-1] != '\r':
			s.plain = append(s.plain, c)
		}
	}
	return s.plain
}

// scanTag reads a tag from < to >, which ends all loops over it.
func (s *xmlScanner) scanTag(b []byte) int {
	at, kind := 1, xmlStart
	if b[at] == '/' {
		at, kind = 2, xmlEnd
	}
	n := nameLength(b[at:])
	if n == 0 {
		return 0
	}
	name := b[at : at+n]
	at += n
	s.attrs = s.attrs[:0]
	for at += blanks(b[at:]); b[at] != '>'; at += blanks(b[at:]) {
		if kind == xmlStart && b[at] == '/' && b[at+1] == '>' {
			s.closing = true
			break
		}
		n := s.scanAttribute(b[at:])
		if n == 0 || kind == xmlEnd {
			return 0
		}
		at += n
	}
	s.kind, s.name = kind, s.intern(name)
	return len(b)
}

// scanAttribute reads an attribute off the rest of a tag and returns its length.
func (s *xmlScanner) scanAttribute(b []byte) int {
	at := nameLength(b)
	name := b[:at]
	at += blanks(b[at:])
	if len(name) == 0 || b[at] != '=' {
		return 0
	}
	at++
	at += blanks(b[at:])
	quote := b[at]
	if quote != '"' && quote != '\'' {
		return 0
	}
	value := b[at+1:]
	n := bytes.IndexByte(value, quote)
	if n < 0 || !isPlain(value[:n]) || bytes.IndexByte(value[:n], '\r') >= 0 {
		return 0
	}
	s.attrs = append(s.attrs, xml.Attr{Name: xml.Name{Local: s.intern(name)}, Value: s.intern(value[:n])})
	return at + n + 2
}

// nameLength returns the length of the ASCII name that b, the rest of a tag, begins
// with. It is for a Decoder if it goes on with a colon or in another alphabet.
func nameLength(b []byte) int {
	n := 0
	for isLetter(b[n]) || n > 0 && (b[n] >= '0' && b[n] <= '9' || b[n] == '-' || b[n] == '.') {
		n++
	}
	return n
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

// blanks returns how many blanks b, the rest of a tag, begins with.
func blanks(b []byte) int {
	n := 0
	for b[n] == ' ' || b[n] == '\n' || b[n] == '\t' || b[n] == '\r' {
		n++
	}
	return n
}

// intern returns a string that comes again and again without a copy for each time.
func (s *xmlScanner) intern(b []byte) string {
	if text, ok := s.known[string(b)]; ok {
		return text
	}
	text := string(b)
	if len(s.known) < 1000 && len(b) < 100 {
		s.known[text] = text
	}
	return text
}

// fill reads until the buffer is full or the reader ends, and reports whether there
// is more in it than before.
func (s *xmlScanner) fill() bool {
	s.keep(s.end - s.pos)
	before := s.end
	for s.end < len(s.buf) && s.err == nil {
		s.read()
	}
	return s.end > before
}

// keep makes room in the buffer and keeps the last n bytes.
func (s *xmlScanner) keep(n int) {
	gone := s.end - n
	copy(s.buf, s.buf[gone:s.end])
	s.base += int64(gone)
	s.pos -= gone
	s.end = n
}

func (s *xmlScanner) read() {
	var n int
	n, s.err = s.meter.Read(s.buf[s.end:])
	s.end += n
}

// decode has a Decoder read the next token.
func (s *xmlScanner) decode() error {
	dec, start, startLine := s.decoder, s.start, s.startLine
	if dec == nil {
		dec, start, startLine = xml.NewDecoder(s), s.base+int64(s.pos), s.Line
		dec.CharsetReader = func(name string, r io.Reader) (io.Reader, error) {
			converted, err := charset(name, r)
			if converted != r { // it reads ahead, from now on
				s.decoder, s.start, s.startLine = dec, start, startLine
			}
			return converted, err
		}
	}
	token, err := dec.RawToken()
	if err != nil {
		return atLine(err, startLine)
	}
	line, _ := dec.InputPos()
	s.Line = startLine - 1 + line
	offset := start + dec.InputOffset()
	s.meter.pass(offset)
	s.take(token)
	if s.decoder == nil {
		s.pos = int(offset - s.base) // the decoder may have looked at one byte more
		s.closing = s.kind == xmlStart && s.buf[s.pos-2] == '/'
	}
	return nil
}

// take makes a Decoder's token the current one.
func (s *xmlScanner) take(token xml.Token) {
	s.kind = xmlOther
	switch t := token.(type) {
	case xml.StartElement:
		s.kind, s.name, s.attrs = xmlStart, t.Name.Local, t.Attr
	case xml.EndElement:
		s.kind, s.name = xmlEnd, t.Name.Local
	case xml.CharData:
		s.kind, s.text = xmlText, t
	}
}

// ReadByte implements io.ByteReader, for a Decoder.
func (s *xmlScanner) ReadByte() (byte, error) {
	if err := s.more(); err != nil {
		return 0, err
	}
	s.pos++
	return s.buf[s.pos-1], nil
}

// Read implements io.Reader, for what converts the encoding.
func (s *xmlScanner) Read(p []byte) (int, error) {
	if err := s.more(); err != nil {
		return 0, err
	}
	n := copy(p, s.buf[s.pos:s.end])
	s.pos += n
	return n, nil
}

// more sees to it that something is left in the buffer. It keeps the last byte
// before, to which decode goes back.
func (s *xmlScanner) more() error {
	for s.pos == s.end {
		if s.err != nil {
			return s.err
		}
		s.keep(min(1, s.end))
		s.read()
	}
	return nil
}

// charset accepts what input has been converted from, and Latin-1.
func charset(name string, r io.Reader) (io.Reader, error) {
	switch strings.ToLower(name) {
	case "utf-8", "utf-16", "us-ascii":
		return r, nil
	case "iso-8859-1", "latin1":
		return charmap.ISO8859_1.NewDecoder().Reader(r), nil
	}
	return nil, errors.New("the encoding " + name + " is not known; convert the file with iconv -t UTF-8")
}

// atLine gives an error of a Decoder that began at a line the right line.
func atLine(err error, start int) error {
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		return &xml.SyntaxError{Msg: syntax.Msg, Line: start - 1 + syntax.Line}
	}
	return err
}
