package server

import (
	"bufio"
	"encoding/hex"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
)

// maxParameters bounds the parameters of an address, beside the namespaces: parsing them multiplies their size.
const maxParameters = 32

// field returns the name and a reader of the value of the first parameter, of address or form, with one of the names;
// "" if there is none.
func (s *Server) field(r *http.Request, names ...string) (name string, value io.Reader, err error) {
	parameters := []io.Reader{strings.NewReader(r.URL.RawQuery)}
	if r.Method == http.MethodPost {
		parameters = append(parameters, r.Body)
		if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/x-www-form-urlencoded" {
			return "", nil, failf(http.StatusUnsupportedMediaType, "want a form, application/x-www-form-urlencoded")
		}
	}
	for _, in := range parameters {
		f := newForm(in)
		for {
			name, err := f.name()
			if err == io.EOF {
				break
			}
			if err != nil {
				return "", nil, s.asTooLarge(err)
			}
			if slices.Contains(names, name) {
				return name, f, nil
			}
			if err := f.skip(); err != nil {
				return "", nil, s.asTooLarge(err)
			}
		}
	}
	return "", nil, nil
}

// formReader reads a form as it arrives: name returns the name of a field, Read its value. It keeps nothing.
type formReader struct {
	in    *bufio.Reader
	value bool // in reads on in a value
	names [maxFieldName]byte
}

func newForm(in io.Reader) *formReader { return &formReader{in: bufio.NewReader(in)} }

// maxFieldName bounds the names that are told apart.
const maxFieldName = 64

// name returns the next field name, cut to maxFieldName, or io.EOF.
func (f *formReader) name() (string, error) {
	if _, err := f.in.Peek(1); err != nil {
		return "", err
	}
	name := f.names[:0]
	for f.value = true; ; {
		c, plain, err := f.next()
		if err == io.EOF || err == nil && plain && c == '=' {
			return string(name), nil
		}
		if err != nil {
			return "", err
		}
		if len(name) < maxFieldName {
			name = append(name, c)
		}
	}
}

// Read reads the current field's value.
func (f *formReader) Read(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		var c byte
		if c, _, err = f.next(); err == nil {
			p[n] = c
			n++
		}
	}
	return n, err
}

func (f *formReader) skip() error {
	for {
		if _, _, err := f.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// next returns the field's next byte and whether it was unescaped; io.EOF after the last.
func (f *formReader) next() (c byte, plain bool, err error) {
	if !f.value {
		return 0, false, io.EOF
	}
	c, err = f.in.ReadByte()
	switch {
	case err != nil || c == '&':
		f.value = false
		if err == nil {
			err = io.EOF
		}
		return 0, false, err
	case c == '+':
		return ' ', false, nil
	case c == ';':
		return 0, false, failf(http.StatusBadRequest, "malformed form: a semicolon that is not escaped")
	case c != '%':
		return c, true, nil
	}
	var digits, decoded [2]byte
	if _, err := io.ReadFull(f.in, digits[:]); err == nil {
		if _, err = hex.Decode(decoded[:], digits[:]); err == nil {
			return decoded[0], false, nil
		}
	} else if err != io.EOF && err != io.ErrUnexpectedEOF {
		return 0, false, err
	}
	return 0, false, failf(http.StatusBadRequest, "malformed form: %% without two hexadecimal digits")
}
