package format

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	"github.com/normlet/normlet/train/data/limit"
)

// scanner goes through a text byte by byte. After a problem it behaves as at the end of the text, so parsing functions
// return, and their caller looks at problem once.
type scanner struct {
	r       *bufio.Reader
	line    int
	err     error // why there are no more bytes: nil or io.EOF at the end
	problem error // the first
	text    []byte
}

func newScanner(r io.Reader) *scanner {
	return &scanner{r: bufio.NewReaderSize(transform.NewReader(r, encoding.UTF8Validator), 64<<10), line: 1}
}

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte { return s.at(0) }

// at returns a byte further on, 0 after the end.
func (s *scanner) at(i int) byte {
	if s.problem != nil {
		return 0
	}
	b, err := s.r.Peek(i + 1)
	if err != nil {
		if i == 0 {
			s.fail(err)
		}
		return 0
	}
	return b[i]
}

func (s *scanner) fail(err error) {
	if errors.Is(err, encoding.ErrInvalidUTF8) {
		err = &Error{s.line, "invalid UTF-8; convert the file with iconv -f ISO-8859-1 -t UTF-8 if it is Latin-1"}
	}
	if s.err == nil {
		s.err = err
	}
}

// next returns the next byte and goes past it, 0 at the end.
func (s *scanner) next() byte {
	if s.problem != nil {
		return 0
	}
	b, err := s.r.ReadByte()
	if err != nil {
		s.fail(err)
		return 0
	}
	if b == '\n' {
		s.line++
	}
	return b
}

// ended reports whether the text ends here, as it may.
func (s *scanner) ended() bool { return s.problem == nil && s.peek() == 0 && s.err == io.EOF }

// blank goes past blanks and comments, and returns the byte after them.
func (s *scanner) blank() byte {
	for {
		switch b := s.peek(); b {
		case ' ', '\t', '\n', '\r':
			s.next()
		case '#':
			for b != 0 && b != '\n' {
				b = s.next()
			}
		default:
			return b
		}
	}
}

// expect goes past a sign.
func (s *scanner) expect(sign byte) {
	if b := s.blank(); b != sign {
		s.bad("%q where %q is expected", b, sign)
	}
	s.next()
}

// bad notes what stopped the scanner, or a problem of the text here.
func (s *scanner) bad(format string, args ...any) {
	switch {
	case s.problem != nil:
	case s.err == io.EOF:
		s.problem = &Error{s.line, "the file ends within a statement; is it complete?"}
	case s.err != nil:
		s.problem = s.err
	default:
		s.problem = &Error{s.line, fmt.Sprintf(format, args...)}
	}
}

// keep adds a byte to the text.
func (s *scanner) keep(b byte) {
	if most := limit.Of().Line; len(s.text) < most {
		s.text = append(s.text, b)
	} else if s.problem == nil {
		s.problem = exceeded(s.line, "a name or text longer than %s; is this a file of terms?", limit.Bytes(most))
	}
}

// iri reads <...>.
func (s *scanner) iri() string {
	s.text = s.text[:0]
	for s.next(); ; {
		switch b := s.next(); b {
		case '>':
			return unescape(string(s.text))
		case 0, '\n', ' ', '<', '"':
			s.bad("the IRI %.40q has no closing >", s.text)
			return ""
		default:
			s.keep(b)
		}
	}
}

// run reads bytes up to one of those in stop, to a blank or to the end. A full stop at its end is not
// part of it.
func (s *scanner) run(stop string) string {
	s.text = s.text[:0]
	for {
		b := s.peek()
		if ends(b, stop) || b == '.' && ends(s.at(1), stop) {
			return string(s.text)
		}
		if b == '\\' {
			s.next()
			b = s.peek()
		}
		s.next()
		s.keep(b)
	}
}

// ends reports whether a byte ends a run.
func ends(b byte, stop string) bool { return b <= ' ' || strings.IndexByte(stop, b) >= 0 }

// quoted reads a text between quotation marks of this kind, one or three.
func (s *scanner) quoted(quote byte) string {
	start := s.line
	s.next()
	long := s.peek() == quote && s.at(1) == quote
	if s.peek() == quote && !long {
		s.next()
		return ""
	}
	if long {
		s.next()
		s.next()
	}
	for s.text = s.text[:0]; ; {
		b := s.next()
		switch {
		case b == 0 && s.problem == nil && s.err == io.EOF:
			s.problem = &Error{start, "a quotation mark that is not closed"}
			return ""
		case b == 0:
			s.bad("a NUL byte; is this a text file?")
			return ""
		case b == quote && (!long || s.peek() == quote && s.at(1) == quote && s.at(2) != quote):
			if long {
				s.next()
				s.next()
			}
			return unescape(string(s.text))
		}
		if s.keep(b); b == '\\' {
			s.keep(s.next())
		}
	}
}

// prefixed returns what a name with a prefix stands for. Other words are not ok.
func (s *scanner) prefixed(word string, prefixes map[string]string) (n node, ok bool) {
	prefix, local, ok := strings.Cut(word, ":")
	namespace, known := prefixes[prefix]
	switch {
	case !ok:
		return node{}, false
	case prefix == "_":
		return node{kind: nodeBlank, value: local}, true
	case !known:
		s.bad("the prefix %.40q of %.80q is not declared", prefix+":", word)
	}
	return iri(namespace + local), true
}

// literal reads a text between quotation marks, with its language or past its type, which datatype reads.
func (s *scanner) literal(quote byte, datatype func()) node {
	n := node{kind: nodeLiteral, value: s.quoted(quote)}
	switch {
	case s.peek() == '^' && s.at(1) == '^':
		s.next()
		s.next()
		datatype()
	case s.peek() == '@':
		s.next()
		n.language = s.run(`.,;)]}"<>`)
	}
	return n
}

// unescape replaces \n, \u00e9 and the like by what they are.
func unescape(s string) string {
	return replaceEscapes(s, func(b *strings.Builder, rest string) int {
		switch c := rest[0]; c {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'b', 'f':
			b.WriteByte(' ')
		case 'u', 'U':
			return 1 + codePoint(b, rest[1:], map[byte]int{'u': 4, 'U': 8}[c])
		default:
			b.WriteByte(c)
		}
		return 1
	})
}

// replaceEscapes calls replace with what follows each backslash, to write what it stands for and to
// return how long it is. A backslash at the end stands for itself.
func replaceEscapes(s string, replace func(b *strings.Builder, rest string) int) string {
	before, rest, ok := strings.Cut(s, `\`)
	if !ok || rest == "" {
		return s
	}
	var b strings.Builder
	for ok && rest != "" {
		b.WriteString(before)
		before, rest, ok = strings.Cut(rest[replace(&b, rest):], `\`)
	}
	b.WriteString(before)
	if ok {
		b.WriteByte('\\')
	}
	return b.String()
}

// codePoint writes the character whose hexadecimal number s begins with, and returns how long that is.
func codePoint(b *strings.Builder, s string, digits int) int {
	n, err := strconv.ParseUint(s[:min(digits, len(s))], 16, 32)
	if err != nil || len(s) < digits || n > utf8.MaxRune {
		b.WriteRune(utf8.RuneError)
		return 0
	}
	b.WriteRune(rune(n))
	return digits
}
