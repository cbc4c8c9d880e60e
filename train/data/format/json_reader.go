package format

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/normlet/normlet/train/data/limit"
)

// jsonReader goes through the tokens of a JSON text, and decodes one value of a list at a time.
type jsonReader struct {
	*input
	meter *meter
	dec   *json.Decoder
}

func newJSONReader(in *input) *jsonReader {
	m := newJSONMeter(in.r)
	return &jsonReader{input: in, meter: m, dec: json.NewDecoder(m)}
}

// decode reads a value; one of other types than expected is a bad entry, of which it returns false.
func (r *jsonReader) decode(v any) (ok bool, err error) {
	err = r.dec.Decode(v)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return false, r.bad("%s is %s, want %s", wrong.Field, wrong.Value, wrong.Type)
	}
	return err == nil, err
}

// object calls f with every key of the object that comes next; f reads its value.
func (r *jsonReader) object(f func(key string) error) error {
	return r.inside('{', func() error {
		key, err := r.dec.Token()
		if err != nil {
			return err
		}
		return f(key.(string)) // which the decoder has made sure of
	})
}

// array calls f for every element of the array that comes next, to read it.
func (r *jsonReader) array(f func() error) error { return r.inside('[', f) }

func (r *jsonReader) inside(open json.Delim, f func() error) error {
	t, err := r.dec.Token()
	if err != nil {
		return err
	}
	if t != open {
		return &Error{r.meter.pass(r.dec.InputOffset()), "not " + r.title + ": another kind of value where " + open.String() + " is expected"}
	}
	for r.dec.More() {
		r.meter.pass(r.dec.InputOffset())
		if err := f(); err != nil {
			return err
		}
	}
	_, err = r.dec.Token()
	return err
}

// skip reads over the value that comes next.
func (r *jsonReader) skip() error {
	for depth := 0; ; {
		t, err := r.dec.Token()
		if err != nil {
			return err
		}
		r.meter.pass(r.dec.InputOffset())
		switch t {
		case json.Delim('{'), json.Delim('['):
			if depth++; depth > limit.Of().Depth {
				return tooDeep(r.meter.At(0), "JSON values")
			}
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// wrap gives errors of the decoder their line.
func (r *jsonReader) wrap(err error) error {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return &Error{r.meter.pass(syntax.Offset), "no JSON: " + syntax.Error()}
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return &Error{r.meter.pass(r.meter.Bytes), "the file ends within a JSON value; is it complete?"}
	}
	return err
}
