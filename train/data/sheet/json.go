package sheet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/normlet/normlet/train/data/limit"
)

// objects reads an array of JSON objects.
type objects struct {
	dec       *json.Decoder
	allowance *limit.Reader
	lines     *LineCounter
}

func newObjects(r io.Reader) (*objects, error) {
	counter := &LineCounter{R: r}
	g := &limit.Reader{R: counter, Left: limit.Of().Value, Err: errTooLong}
	o := &objects{json.NewDecoder(g), g, counter}
	if first, err := o.dec.Token(); err != nil || first != json.Delim('[') {
		return nil, errors.New("no array of objects, which begins with [{")
	}
	return o, nil
}

func (o *objects) next() (Row, error) {
	o.allowance.Left = limit.Of().Value
	if !o.dec.More() {
		return o.end()
	}
	var object json.RawMessage
	err := o.dec.Decode(&object)
	line := o.lines.At(o.dec.InputOffset() - int64(len(object))) // after an error near enough
	switch {
	case errors.Is(err, errTooLong):
		return Row{Line: line}, tooLong("the object is")
	case err != nil:
		return Row{Line: line}, fmt.Errorf("no JSON: %w", noEOF(err))
	}
	return Row{Line: line, Object: bytes.Clone(object)}, nil
}

// end returns io.EOF after the whole array.
func (o *objects) end() (Row, error) {
	_, err := o.dec.Token()
	if err == nil {
		_, more := o.dec.Token()
		if err = more; more == nil {
			err = errors.New("more after the end of the array")
		}
	} else {
		err = noEOF(err)
	}
	return Row{Line: o.lines.At(o.dec.InputOffset())}, err
}

// noEOF makes an error of an end inside the array, which is no end of the table.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file ends within the array; is it complete?")
	}
	return err
}
