package tuf

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Object is a JSON object. The other values are []any, string, int64, bool and nil.
type Object = map[string]any

// maxDepth is how deep values may lie in one another; metadata needs eight.
const maxDepth = 16

var errSyntax = errors.New("not well-formed JSON")

// ParseJSON reads one value: UTF-8, no key twice, no number but integers, nothing after it. Reading takes time and
// memory in proportion to the text.
func ParseJSON(text []byte) (v any, err error) {
	err = parse(text, func(p *parser) error {
		v, err = p.value(0)
		return err
	})
	if err != nil {
		return nil, err
	}
	return v, nil
}

// parse has a function read all of a text.
func parse(text []byte, read func(*parser) error) error {
	p := &parser{text: text}
	err := read(p)
	if err == nil && p.space() != 0 {
		err = fmt.Errorf("%w: something follows the value", errSyntax)
	}
	if err != nil {
		return fmt.Errorf("byte %d: %w", p.at, err)
	}
	return nil
}

type parser struct {
	text []byte
	at   int
}

// space skips white space and returns the next byte, 0 at the end.
func (p *parser) space() byte {
	for ; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return max(c, 1) // a zero byte is not the end
		}
	}
	return 0
}

func (p *parser) take(c byte) bool {
	if p.space() != c {
		return false
	}
	p.at++
	return true
}

func (p *parser) value(depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("values lie more than %d deep", maxDepth)
	}
	switch c := p.space(); {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		return p.string()
	case c == '-' || '0' <= c && c <= '9':
		return p.integer()
	}
	for _, w := range []struct {
		text  string
		value any
	}{{"true", true}, {"false", false}, {"null", nil}} {
		if end := p.at + len(w.text); end <= len(p.text) && string(p.text[p.at:end]) == w.text {
			p.at = end
			return w.value, nil
		}
	}
	return nil, errSyntax
}

func (p *parser) object(depth int) (any, error) {
	o := Object{}
	err := p.items('{', '}', func() error {
		if p.space() != '"' {
			return errSyntax
		}
		key, err := p.string()
		if err != nil {
			return err
		}
		if _, twice := o[key]; twice {
			return fmt.Errorf("the key %q appears twice", key)
		}
		if !p.take(':') {
			return errSyntax
		}
		o[key], err = p.value(depth + 1)
		return err
	})
	return o, err
}

func (p *parser) array(depth int) (any, error) {
	list := []any{}
	err := p.items('[', ']', func() error {
		v, err := p.value(depth + 1)
		list = append(list, v)
		return err
	})
	return list, err
}

// items reads what lies between two marks, with commas between.
func (p *parser) items(begin, end byte, item func() error) error {
	if !p.take(begin) {
		return errSyntax
	}
	if p.take(end) {
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		if p.take(end) {
			return nil
		}
		if !p.take(',') {
			return errSyntax
		}
	}
}

// integer reads a number in the one form that an integer has.
func (p *parser) integer() (any, error) {
	begin := p.at
	for p.at < len(p.text) && (p.text[p.at] == '-' || '0' <= p.text[p.at] && p.text[p.at] <= '9') {
		p.at++
	}
	text := string(p.text[begin:p.at])
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != text {
		return nil, fmt.Errorf("the number %.20q is no integer of 64 bits", text)
	}
	return n, nil
}

func (p *parser) string() (string, error) {
	p.at++
	var out []byte
	for p.at < len(p.text) {
		c := p.text[p.at]
		switch {
		case c == '"':
			p.at++
			if !utf8.Valid(out) {
				return "", errors.New("a string is not UTF-8")
			}
			return string(out), nil
		case c < ' ':
			return "", errors.New("a control character in a string")
		case c != '\\':
			out = append(out, c)
			p.at++
		default:
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			out = utf8.AppendRune(out, r)
		}
	}
	return "", errors.New("a string does not end")
}

const (
	escapes = `"\/bfnrt`
	escaped = "\"\\/\b\f\n\r\t"
)

func (p *parser) escape() (rune, error) {
	p.at++
	if p.at == len(p.text) {
		return 0, errSyntax
	}
	c := p.text[p.at]
	p.at++
	if i := strings.IndexByte(escapes, c); i >= 0 {
		return rune(escaped[i]), nil
	}
	if c != 'u' {
		return 0, errSyntax
	}
	r, err := p.hex()
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	if p.at+2 > len(p.text) || p.text[p.at] != '\\' || p.text[p.at+1] != 'u' {
		return 0, errors.New("half of a surrogate pair")
	}
	p.at += 2
	low, err := p.hex()
	if err != nil {
		return 0, err
	}
	if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
		return 0, errors.New("half of a surrogate pair")
	}
	return r, nil
}

func (p *parser) hex() (rune, error) {
	if p.at+4 > len(p.text) {
		return 0, errSyntax
	}
	n, err := strconv.ParseUint(string(p.text[p.at:p.at+4]), 16, 16)
	p.at += 4
	if err != nil {
		return 0, errSyntax
	}
	return rune(n), nil
}

// Canonical appends the canonical form of a value, which is what is signed: keys in the order of their bytes, no white
// space, and in strings only the quote and the backslash escaped.
func Canonical(dst []byte, v any) []byte {
	switch v := v.(type) {
	case Object:
		keys := slices.Sorted(maps.Keys(v))
		dst = append(dst, '{')
		for i, k := range keys {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(canonicalString(dst, k), ':')
			dst = Canonical(dst, v[k])
		}
		return append(dst, '}')
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = Canonical(dst, item)
		}
		return append(dst, ']')
	case string:
		return canonicalString(dst, v)
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case bool:
		return strconv.AppendBool(dst, v)
	}
	return append(dst, "null"...)
}

func canonicalString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := range len(s) {
		if s[i] == '"' || s[i] == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, s[i])
	}
	return append(dst, '"')
}
