package server

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/normlet/normlet/core/pack"
)

// readJSON decodes the body of a request, as decode does.
func (s *Server) readJSON(r *http.Request, into any, what string, tag reflect.StructTag) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return failf(http.StatusUnsupportedMediaType, "want JSON, and a header Content-Type: application/json that says so")
	}
	return s.decode(r.Body, into, what, tag)
}

// decode decodes the one JSON value of in, which what names in errors, as a field with such a tag. A guard bounds what
// package json may make of it; fits then checks the limits that tags state.
func (s *Server) decode(in io.Reader, into any, what string, tag reflect.StructTag) error {
	g := &guard{in: in, most: tokensEach * (s.MaxBatch + 1)}
	d := json.NewDecoder(g)
	if _, ours := into.(*lookupRequest); ours { // others are of clients of other services, which say more
		d.DisallowUnknownFields()
	}
	err := d.Decode(into)
	if err == nil {
		if _, more := d.Token(); more == nil {
			err = malformed("there is more after its end")
		} else if more != io.EOF {
			err = more
		}
	}
	if err == nil {
		err = s.fits(reflect.ValueOf(into).Elem(), what, tag)
	}
	if err == io.EOF && g.tokens == 0 {
		err = malformed("it is empty")
	}
	return s.asTooLarge(failureOf(err, what))
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

// failureOf turns an error of package json into one for the client.
func failureOf(err error, what string) error {
	if err == nil {
		return nil
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		name, _ = strconv.Unquote(name)
		return malformed("unknown field %s", cut(name))
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return malformed("it ends too early")
	}
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return malformed("byte %d: %v", e.Offset, err)
	}
	e, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	what = cmp.Or(e.Field[strings.LastIndexByte(e.Field, '.')+1:], what)
	if number, ok := strings.CutPrefix(e.Value, "number "); ok {
		return malformed("%s: %s is too large", what, cut(number))
	}
	return malformed("%s: want %s", what, cmp.Or(wanted[e.Type.Kind()], "an object"))
}

// wanted says what is decoded into a kind of values.
var wanted = map[reflect.Kind]string{reflect.String: "a string", reflect.Bool: "a boolean", reflect.Float64: "a number", reflect.Slice: "a list"}

// most returns the largest number of elements of a list, or of bytes of a text, with a tag:
//
//	most   a key of what follows; a text without it may have maxMention
//	each   what an element of a list is called in errors, if not as the list
func (s *Server) most(tag reflect.StructTag) int {
	switch tag.Get("most") {
	case "batch":
		return s.MaxBatch
	case "namespaces":
		return s.MaxNamespaces
	case "properties":
		return s.MaxProperties
	case "fields":
		return pack.MaxFields
	case "context":
		return maxContext
	case "token":
		return maxToken
	}
	return maxMention
}

// fits fails if a list or a text in v, which what names in errors, is longer than its tag allows.
func (s *Server) fits(v reflect.Value, what string, tag reflect.StructTag) error {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return s.fits(v.Elem(), what, tag)
		}
	case reflect.String:
		return checkLength(v.String(), what, s.most(tag))
	case reflect.Struct:
		for f, value := range v.Fields() {
			if err := s.fits(value, f.Tag.Get("json"), f.Tag); err != nil {
				return err
			}
		}
	case reflect.Slice:
		if most := s.most(tag); v.Len() > most {
			return tooMany(what, most)
		}
		for i := range v.Len() {
			if err := s.fits(v.Index(i), cmp.Or(tag.Get("each"), what), ""); err != nil {
				return err
			}
		}
	}
	return nil
}

func tooMany(what string, max int) error {
	return failf(http.StatusRequestEntityTooLarge, "too many %s: a request may have %d", what, max)
}

func checkLength(text, what string, max int) error {
	if len(text) > max {
		return failf(http.StatusBadRequest, "a %s of %d bytes: it may have %d", what, len(text), max)
	}
	return nil
}
