package server

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
)

// decoder reads JSON token by token and counts: it stops at the first excess, and holds one token at most beside what
// its callers keep.
type decoder struct {
	json   *json.Decoder
	depth  int // of lists and objects that are open
	values int // tokens read
	max    int // that values may reach
}

// maxDepth bounds nesting. Requests need five.
const maxDepth = 16

// tokensEach bounds the tokens, keys and ends included, for each mention or id that a request may have.
const tokensEach = 64

// readJSON decodes the body of a request.
func readJSON[T any](s *Server, r *http.Request, read func(d *decoder) (T, error)) (out T, err error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return out, failf(http.StatusUnsupportedMediaType, "want JSON, and a header Content-Type: application/json that says so")
	}
	return decode(s, r.Body, read)
}

// decode decodes the one JSON value of in.
func decode[T any](s *Server, in io.Reader, read func(d *decoder) (T, error)) (out T, err error) {
	d := &decoder{json: json.NewDecoder(&guard{in: in}), max: tokensEach * (s.MaxBatch + 1)}
	d.json.UseNumber()
	if out, err = read(d); err == nil {
		if _, more := d.json.Token(); more == nil {
			err = malformed("there is more after its end")
		} else if more != io.EOF {
			err = d.failure(more)
		}
	}
	return out, s.asTooLarge(err)
}

// asTooLarge turns the error of an oversized body into one for the client.
func (s *Server) asTooLarge(err error) error {
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return s.tooLarge()
	}
	return err
}

func malformed(format string, args ...any) error {
	return failf(http.StatusBadRequest, "malformed JSON: "+format, args...)
}

// failure turns a read error into one for the client.
func (d *decoder) failure(err error) error {
	f, large := (*failure)(nil), (*http.MaxBytesError)(nil)
	switch {
	case errors.As(err, &f) || errors.As(err, &large):
		return err
	case errors.Is(err, io.EOF) && d.values == 0:
		return malformed("it is empty")
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return malformed("it ends too early")
	}
	return malformed("byte %d: %v", d.json.InputOffset()+1, err)
}

// token returns the next token. Its error is for the client.
func (d *decoder) token() (json.Token, error) {
	t, err := d.json.Token()
	if err != nil {
		return nil, d.failure(err)
	}
	switch t {
	case json.Delim('['), json.Delim('{'):
		d.depth++
	case json.Delim(']'), json.Delim('}'):
		d.depth--
	}
	if d.depth > maxDepth {
		return nil, malformed("it is nested deeper than %d", maxDepth)
	}
	if d.values++; d.values > d.max {
		return nil, failf(http.StatusRequestEntityTooLarge, "the JSON of a request may have %d keys and values", d.max)
	}
	return t, nil
}

func (d *decoder) skip() error {
	t, err := d.token()
	if err != nil {
		return err
	}
	return d.rest(t)
}

// rest skips the rest of a value that begins with t.
func (d *decoder) rest(t json.Token) error {
	if t != json.Delim('[') && t != json.Delim('{') {
		return nil
	}
	for outside := d.depth - 1; d.depth > outside; {
		if _, err := d.token(); err != nil {
			return err
		}
	}
	return nil
}

// object reads an object; field reads the value of each key. It returns false for null.
func (d *decoder) object(what string, field func(key string) error) (bool, error) {
	t, err := d.token()
	if err != nil || t == nil {
		return false, err
	}
	if t != json.Delim('{') {
		return false, malformed("%s: want an object", what)
	}
	return true, d.fields(field)
}

// fields is object after its opening brace.
func (d *decoder) fields(field func(key string) error) error {
	for d.json.More() {
		key, err := d.token()
		if err != nil {
			return err
		}
		if err := field(key.(string)); err != nil { // the json package accepts no other
			return err
		}
	}
	_, err := d.token()
	return err
}

// list reads a list of at most max elements; element reads each. It returns false for null.
func (d *decoder) list(what string, max int, element func() error) (bool, error) {
	t, err := d.token()
	if err != nil || t == nil {
		return false, err
	}
	if t != json.Delim('[') {
		return false, malformed("%s: want a list", what)
	}
	return true, d.elements(what, max, element)
}

// elements is list after its opening bracket.
func (d *decoder) elements(what string, max int, element func() error) error {
	for n := 0; d.json.More(); n++ {
		if n == max {
			return tooMany(what, max)
		}
		if err := element(); err != nil {
			return err
		}
	}
	_, err := d.token()
	return err
}

func tooMany(what string, max int) error {
	return failf(http.StatusRequestEntityTooLarge, "too many %s: a request may have %d", what, max)
}

// scalar reads a string or a number. given is false for null.
func scalar[T string | json.Number | bool](d *decoder, what, kind string) (v T, given bool, err error) {
	t, err := d.token()
	if err != nil || t == nil {
		return v, false, err
	}
	v, ok := t.(T)
	if !ok {
		return v, false, malformed("%s: want a %s", what, kind)
	}
	return v, true, nil
}

// text reads a string of at most max bytes. It returns false for null, which leaves into unchanged.
func (d *decoder) text(into *string, what string, max int) (bool, error) {
	text, given, err := scalar[string](d, what, "string")
	if !given {
		return false, err
	}
	*into = text
	return true, checkLength(text, what, max)
}

func checkLength(text, what string, max int) error {
	if len(text) > max {
		return failf(http.StatusBadRequest, "a %s of %d bytes: it may have %d", what, len(text), max)
	}
	return nil
}

// into returns a reader of fields that keeps these texts and skips all else.
func (d *decoder) into(texts map[string]*string) func(key string) error {
	return func(key string) error {
		if texts[key] == nil {
			return d.skip()
		}
		max := maxMention
		if key == "context" {
			max = maxContext
		}
		_, err := d.text(texts[key], key, max)
		return err
	}
}

// texts reads a list of at most max strings.
func (d *decoder) texts(what, each string, max int) (list []string, given bool, err error) {
	given, err = d.list(what, max, func() error {
		var text string
		_, err := d.text(&text, each, maxMention)
		list = append(list, text)
		return err
	})
	return list, given, err
}

// float reads a number, 0 for null.
func (d *decoder) float(what string) (float64, error) {
	n, given, err := scalar[json.Number](d, what, "number")
	if !given {
		return 0, err
	}
	f, err := n.Float64()
	if err != nil {
		return 0, malformed("%s: %s is too large", what, cut(n.String()))
	}
	return f, nil
}
