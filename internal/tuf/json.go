package tuf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Object is a JSON object. The other values are []any, string, int64, bool and nil.
type Object = map[string]any

// maxDepth is how deep values may lie in one another; metadata needs eight.
const maxDepth = 16

// ParseJSON reads one value: UTF-8, no key twice, no number but integers, nothing after it. Reading takes time and
// memory in proportion to the text.
func ParseJSON(text []byte) (any, error) {
	d := jsontext.NewDecoder(bytes.NewBuffer(text))
	v, err := value(d)
	if err == nil {
		switch _, err = d.ReadToken(); {
		case errors.Is(err, io.EOF):
			return v, nil
		case err == nil:
			err = errors.New("something follows the value")
		}
	}
	at := d.InputOffset()
	s, ok := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case ok && errors.Is(s, jsontext.ErrDuplicateName):
		at, err = s.ByteOffset, fmt.Errorf("the key %q appears twice", s.JSONPointer.LastToken())
	case ok:
		at, err = s.ByteOffset, fmt.Errorf("not well-formed JSON: %w", s.Err)
	case errors.Is(err, io.EOF): // there is nothing
		err = errors.New("not well-formed JSON")
	}
	return nil, fmt.Errorf("byte %d: %w", at, err)
}

func value(d *jsontext.Decoder) (any, error) {
	if d.StackDepth() > maxDepth {
		return nil, fmt.Errorf("values lie more than %d deep", maxDepth)
	}
	t, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch t.Kind() {
	case jsontext.KindBeginObject:
		o := Object{}
		err := items(d, func() error {
			key, err := d.ReadToken()
			if err != nil {
				return err
			}
			name := key.String()
			o[name], err = value(d)
			return err
		})
		return o, err
	case jsontext.KindBeginArray:
		list := []any{}
		err := items(d, func() error {
			v, err := value(d)
			list = append(list, v)
			return err
		})
		return list, err
	case jsontext.KindString:
		return t.String(), nil
	case jsontext.KindNumber:
		text := t.String()
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || strconv.FormatInt(n, 10) != text {
			return nil, fmt.Errorf("the number %.20q is no integer of 64 bits", text)
		}
		return n, nil
	case jsontext.KindNull:
		return nil, nil
	}
	return t.Bool(), nil
}

// items reads what an object or a list has, and its end.
func items(d *jsontext.Decoder, item func() error) error {
	for d.PeekKind() != jsontext.KindEndObject && d.PeekKind() != jsontext.KindEndArray {
		if err := item(); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// Canonical appends the canonical form of a value, which is what is signed: keys in the order of their bytes, no white
// space, and in strings only the quote and the backslash escaped.
func Canonical(dst []byte, v any) []byte {
	switch v := v.(type) {
	case Object:
		dst = append(dst, '{')
		for i, k := range slices.Sorted(maps.Keys(v)) {
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
