package server

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"reflect"

	"github.com/normlet/normlet/core/pack"
)

// decoder reads JSON into the structs of requests, token by token, and counts: it stops at the first excess, and holds one
// token at most beside what it has read. Keys that a struct lacks are skipped, null is a zero value. Tags say more:
//
//	json   the key of a field
//	most   the elements of a list, or the bytes of a text, at most: a key of decoder.most
//	each   what an element of a list is called in errors, if not as the list
type decoder struct {
	json   *json.Decoder
	depth  int            // of lists and objects that are open
	values int            // tokens read
	max    int            // that values may reach
	most   map[string]int // a text without a tag may have maxMention
}

// tokenReader reads itself: a value that may have several forms, and begins with t.
type tokenReader interface {
	readToken(d *decoder, t json.Token, tag reflect.StructTag) error
}

// maxDepth bounds nesting. Requests need five.
const maxDepth = 16

// tokensEach bounds the tokens, keys and ends included, for each mention or id that a request may have.
const tokensEach = 64

// readJSON decodes the body of a request, as decode does.
func (s *Server) readJSON(r *http.Request, into any, what string, tag reflect.StructTag) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return failf(http.StatusUnsupportedMediaType, "want JSON, and a header Content-Type: application/json that says so")
	}
	return s.decode(r.Body, into, what, tag)
}

// decode decodes the one JSON value of in, which what names in errors, as a field with such a tag.
func (s *Server) decode(in io.Reader, into any, what string, tag reflect.StructTag) error {
	d := &decoder{
		json: json.NewDecoder(&guard{in: in}), max: tokensEach * (s.MaxBatch + 1),
		most: map[string]int{
			"batch": s.MaxBatch, "namespaces": s.MaxNamespaces, "properties": s.MaxProperties, "fields": pack.MaxFields,
			"context": maxContext, "token": maxToken[text],
		},
	}
	d.json.UseNumber()
	err := d.read(reflect.ValueOf(into).Elem(), what, tag)
	if err == nil {
		if _, more := d.json.Token(); more == nil {
			err = malformed("there is more after its end")
		} else if more != io.EOF {
			err = d.failure(more)
		}
	}
	return s.asTooLarge(err)
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

// read reads a value into v.
func (d *decoder) read(v reflect.Value, what string, tag reflect.StructTag) error {
	t, err := d.token()
	if err != nil {
		return err
	}
	if r, ok := v.Addr().Interface().(tokenReader); ok {
		return r.readToken(d, t, tag)
	}
	return d.fill(v, t, what, tag)
}

// fill reads the rest of a value that begins with t into v.
func (d *decoder) fill(v reflect.Value, t json.Token, what string, tag reflect.StructTag) error {
	switch {
	case t == nil:
		v.SetZero()
		return nil
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return d.fill(v.Elem(), t, what, tag)
	case v.Kind() == reflect.Struct:
		return d.object(t, what, func(key string) error { return d.field(v, key) })
	case v.Kind() != reflect.Slice:
		return d.scalar(v, t, what, tag)
	case t != json.Delim('['):
		return malformed("%s: want a list", what)
	}
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	return d.elements(what, d.most[tag.Get("most")], func() error {
		v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
		return d.read(v.Index(v.Len()-1), cmp.Or(tag.Get("each"), what), "")
	})
}

// field reads the value of a key of a struct.
func (d *decoder) field(v reflect.Value, key string) error {
	for f, value := range v.Fields() {
		if f.Tag.Get("json") == key {
			return d.read(value, key, f.Tag)
		}
	}
	if strict, ok := v.Addr().Interface().(interface{ unknown(key string) error }); ok {
		return strict.unknown(key)
	}
	return d.skip()
}

// object reads the rest of an object that begins with t; field reads the value of each key. null has none.
func (d *decoder) object(t json.Token, what string, field func(key string) error) error {
	if t == nil {
		return nil
	}
	if t != json.Delim('{') {
		return malformed("%s: want an object", what)
	}
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

// elements reads a list of at most max elements after its opening bracket; element reads each.
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

// scalar sets v to t, a string, a number or a boolean.
func (d *decoder) scalar(v reflect.Value, t json.Token, what string, tag reflect.StructTag) (err error) {
	kind, ok := "number", false
	switch into := v.Addr().Interface().(type) {
	case *string:
		kind = "string"
		if *into, ok = t.(string); ok {
			err = checkLength(*into, what, cmp.Or(d.most[tag.Get("most")], maxMention))
		}
	case *bool:
		kind = "boolean"
		*into, ok = t.(bool)
	case *json.Number:
		*into, ok = t.(json.Number)
	case *float64:
		var n json.Number
		if n, ok = t.(json.Number); ok {
			if *into, err = n.Float64(); err != nil {
				err = malformed("%s: %s is too large", what, cut(n.String()))
			}
		}
	}
	if !ok {
		return malformed("%s: want a %s", what, kind)
	}
	return err
}

func checkLength(text, what string, max int) error {
	if len(text) > max {
		return failf(http.StatusBadRequest, "a %s of %d bytes: it may have %d", what, len(text), max)
	}
	return nil
}
