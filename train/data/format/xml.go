package format

import (
	"encoding/xml"
	"errors"
	"io"

	"github.com/normlet/normlet/internal/pattern"
	"github.com/normlet/normlet/train/data/limit"
)

// xmlReader yields the tokens of an XML file, with namespaces in place of prefixes, as long as the file keeps the limits.
type xmlReader struct {
	*xml.Decoder              // takes Token
	raw          *xml.Decoder // of the file
	meter        *meter
	line         int    // of the last token
	depth        int    // open elements
	text         int    // bytes of the text since a tag, with comments in between
	whole        int64  // where what is kept as a whole has to end; 0: there is no such thing
	what         string // what is wrong with a file that has errors
}

func newXMLReader(r io.Reader, what string) *xmlReader {
	m := newMeter(r, limit.Of().Line)
	x := &xmlReader{raw: xml.NewDecoder(m), meter: m, line: 1, what: what}
	x.raw.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // sheet.Decode has made UTF-8 of it
	x.Decoder = xml.NewTokenDecoder(rawTokens{x})
	return x
}

// rawTokens are the tokens of an xmlReader with their prefixes.
type rawTokens struct{ *xmlReader }

// Token implements xml.TokenReader.
func (x rawTokens) Token() (xml.Token, error) {
	token, err := x.raw.RawToken()
	if err != nil {
		return nil, err
	}
	x.line = x.meter.pass(x.raw.InputOffset())
	switch t := token.(type) {
	case xml.StartElement:
		x.depth, x.text = x.depth+1, 0
	case xml.EndElement:
		x.depth, x.text = x.depth-1, 0
	case xml.CharData:
		x.text += len(t)
	}
	switch most := limit.Of(); {
	case x.depth > most.Depth:
		return nil, tooDeep(x.line, "XML elements")
	case x.text > most.Line:
		return nil, tooLong(x.line, most.Line)
	case x.whole > 0 && x.raw.InputOffset() > x.whole:
		return nil, tooLong(x.line, most.Value)
	}
	return token, nil
}

// strayEnd is what the decoder says of an end without its element.
var strayEnd = pattern.Of(`^(?:unexpected end element|element .* closed by) (</[^>]*>)`)

// wrap says what an error of the decoder means.
func (x *xmlReader) wrap(err error) error {
	syntax, ok := errors.AsType[*xml.SyntaxError](err)
	if !ok {
		return err
	}
	if syntax.Msg == "unexpected EOF" {
		return &Error{x.line, "the file ends within an XML element; is it complete?"}
	}
	if end := strayEnd().FindStringSubmatch(syntax.Msg); end != nil {
		return &Error{x.line, end[1] + " closes no open element"}
	}
	return &Error{syntax.Line, x.what + ": " + syntax.Msg}
}
