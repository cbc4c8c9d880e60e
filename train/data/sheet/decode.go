package sheet

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/normlet/normlet/internal/pattern"
)

// Encodings returns the names that Decode knows.
func Encodings() []string { return []string{"utf-8", "utf-16", "latin1"} }

const (
	byteOrderMark = "\ufeff"
	utf16LE       = "UTF-16LE"
	utf16BE       = "UTF-16BE"
)

// HeadSize is how many bytes of a file are read to detect its format.
const HeadSize = 256 << 10

// Decode returns r in UTF-8, without a byte order mark and with LF for CR alone, and the old encoding, "" for UTF-8.
// It decides by as much of the text as the buffer of r holds. asked is one of Encodings, or "". With guess, other bytes
// than UTF-8 count as Latin-1, read as Windows-1252, which has more characters; without it they stay. XML says itself
// what its encoding is. Files that are no text, such as workbooks, stay, too.
func Decode(r *bufio.Reader, asked string, guess bool) (*bufio.Reader, string, error) {
	head, err := r.Peek(r.Size())
	if err != nil && err != io.EOF {
		return nil, "", err
	}
	if whatElse(head) != "" {
		return r, "", nil
	}
	if bytes.HasPrefix(head, []byte(byteOrderMark)) {
		if _, err := r.Discard(len(byteOrderMark)); err != nil {
			return nil, "", err
		}
		return withLF(r), "", nil
	}
	name, decoder, err := encodingOf(head, len(head) == r.Size(), asked, guess)
	if err != nil {
		return nil, "", err
	}
	var from io.Reader = r
	switch name {
	case utf16LE:
		from = &pairs{r: r, order: binary.LittleEndian}
	case utf16BE:
		from = &pairs{r: r, order: binary.BigEndian}
	}
	if decoder != nil {
		r = bufio.NewReaderSize(decoder.Reader(from), r.Size())
	}
	return withLF(r), name, nil
}

// encodingOf returns the encoding of a text that begins with head, and a decoder unless it is UTF-8.
func encodingOf(head []byte, cut bool, asked string, guess bool) (string, *encoding.Decoder, error) {
	latin1 := func() (string, *encoding.Decoder, error) { return "Latin-1", charmap.Windows1252.NewDecoder(), nil }
	declared, label := Declared(head)
	name, _ := htmlindex.Name(declared)
	switch {
	case asked == "utf-8":
		return "", nil, nil
	case asked == "latin1":
		return latin1()
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), zeros(head, 1):
		return utf16LE, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder(), nil
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}), zeros(head, 0), asked == "utf-16":
		return utf16BE, unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder(), nil
	case label != "" && (declared == nil || declared == encoding.Replacement):
		return "", nil, &TextError{0, fmt.Sprintf("the XML says that its encoding is %q, which is not known; convert it with iconv -t UTF-8, or say --encoding", label)}
	case declared != nil && !strings.HasPrefix(name, "utf-"): // UTF-16 shows before its first letter
		return label, &encoding.Decoder{Transformer: &strict{declared.NewDecoder(), label, 1}}, nil
	}
	for i := 0; i < utf8.UTFMax && cut && len(head) > i; i++ {
		if utf8.RuneStart(head[len(head)-1-i]) {
			head = head[:len(head)-1-i] // a character that may be cut
			break
		}
	}
	if guess && !utf8.Valid(head) {
		return latin1()
	}
	return "", nil, nil
}

// declaration of XML that names an encoding.
var declaration = pattern.Of(`^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']`)

// Declared returns the encoding that an XML declaration names, and its label there, "" for none. The encoding is nil if
// it is unknown.
func Declared(head []byte) (encoding.Encoding, string) {
	m := declaration().FindSubmatch(head)
	if m == nil {
		return nil, ""
	}
	found, _ := htmlindex.Get(string(m[1]))
	return found, string(m[1])
}

// strict is a decoder that refuses what its encoding does not have.
type strict struct {
	transform.Transformer
	label string
	line  int
}

func (s *strict) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	nDst, nSrc, err = s.Transformer.Transform(dst, src, atEOF)
	before, _, damaged := bytes.Cut(dst[:nDst], []byte("\ufffd"))
	if s.line += bytes.Count(before, []byte("\n")); damaged {
		err = &TextError{0, fmt.Sprintf("line %d: bytes that the encoding %s does not have", s.line, s.label)}
	}
	return nDst, nSrc, err
}

// zeros reports whether every second byte of the beginning, from at, is zero, and no other: Latin letters in UTF-16.
func zeros(head []byte, at int) bool {
	head = head[:min(len(head), 64)]
	if len(head) < 4 {
		return false
	}
	for i, c := range head {
		if (c == 0) != (i%2 == at) {
			return false
		}
	}
	return true
}

// withLF makes line ends of CR where the beginning of r has such and no others outside of quotation marks.
func withLF(r *bufio.Reader) *bufio.Reader {
	head, _ := r.Peek(r.Size()) // whoever reads on gets the error
	inside, ends := false, 0
	for i, c := range head {
		switch {
		case c == '"':
			inside = !inside
		case inside:
		case c == '\n', c == '\r' && i+1 < len(head) && head[i+1] == '\n':
			return r
		case c == '\r':
			ends++
		}
	}
	if ends == 0 {
		return r
	}
	return bufio.NewReaderSize(carriageReturns{r}, r.Size())
}

// carriageReturns makes LF of CR.
type carriageReturns struct{ r io.Reader }

func (c carriageReturns) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	for i := range p[:n] {
		if p[i] == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// delimiters are those that have words.
var delimiters = []struct {
	word string
	c    byte
}{{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"bar", '|'}}

func delimiter(s string) (byte, error) {
	for _, d := range delimiters {
		if s == d.word {
			return d.c, nil
		}
	}
	switch {
	case s == "":
		return 0, nil
	case s == `\t`:
		return '\t', nil
	case len(s) != 1 || s[0] >= utf8.RuneSelf || s[0] == '"' || s[0] == '\r' || s[0] == '\n':
		return 0, fmt.Errorf("%q is no delimiter; want a character, such as ; or :, or comma, semicolon, tab or bar", s)
	}
	return s[0], nil
}

// delimiterName returns a delimiter for people: as a word if it has one.
func delimiterName(c byte) string {
	for _, d := range delimiters {
		if c == d.c {
			return d.word
		}
	}
	return string(rune(c))
}

// delimiterOf returns what separates the cells of a row, which may have several lines: a TAB if there is one, or else
// the most frequent of comma, semicolon and bar outside of quotation marks; a comma if there is none.
func delimiterOf(row string) byte {
	best, counts := byte(','), map[byte]int{}
	inside := false
	for i := range len(row) {
		switch c := row[i]; {
		case c == '"':
			inside = !inside
		case inside:
		case c == '\t':
			return c
		case c == ',' || c == ';' || c == '|':
			counts[c]++
		}
	}
	for _, c := range []byte(",;|") {
		if counts[c] > counts[best] {
			best = c
		}
	}
	return best
}
