package server

import (
	"bufio"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
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
		for err = nil; err == nil; err = f.skip() {
			if name, err = f.name(); err != nil {
				break
			}
			if slices.Contains(names, name) {
				return name, f, nil
			}
		}
		if err != io.EOF {
			return "", nil, s.asTooLarge(err)
		}
	}
	return "", nil, nil
}

// formReader reads a form as it arrives, and keeps nothing: http.Request.ParseForm would hold all of it. name returns the
// name of the next field, Read reads its value.
type formReader struct {
	in    *bufio.Reader
	ends  string // the characters that end what is read: a name or a value
	end   byte   // the one that ended it; 0: the form has ended
	err   error  // io.EOF: it has ended
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
	f.ends, f.err = "=&", nil
	n, _ := io.ReadFull(f, f.names[:])
	name := string(f.names[:n])
	if err := f.skip(); err != nil {
		return "", err
	}
	if f.end == '=' {
		f.ends, f.err = "&", nil
	}
	return name, nil
}

// skip reads on to the end of the current name or value.
func (f *formReader) skip() error {
	for f.err == nil {
		_, _ = f.Read(f.names[:])
	}
	if f.err != io.EOF {
		return f.err
	}
	return nil
}

// Read reads the current name or value, unescaped.
func (f *formReader) Read(p []byte) (n int, err error) {
	for n < len(p) && f.err == nil {
		c, err := f.in.ReadByte()
		switch {
		case err != nil:
			f.end, f.err = 0, err
		case strings.IndexByte(f.ends, c) >= 0:
			f.end, f.err = c, io.EOF
		default:
			if p[n], f.err = f.unescape(c); f.err == nil {
				n++
			}
		}
	}
	return n, f.err
}

// unescape returns the character that begins with c.
func (f *formReader) unescape(c byte) (byte, error) {
	switch c {
	case '+':
		return ' ', nil
	case ';':
		return 0, failf(http.StatusBadRequest, "malformed form: a semicolon that is not escaped")
	case '%':
		digits, err := f.in.Peek(2)
		if err != nil && err != io.EOF {
			return 0, err
		}
		value, err := strconv.ParseUint(string(digits), 16, 8)
		if err != nil || len(digits) < 2 {
			return 0, failf(http.StatusBadRequest, "malformed form: %% without two hexadecimal digits")
		}
		_, err = f.in.Discard(2)
		return byte(value), err
	}
	return c, nil
}
