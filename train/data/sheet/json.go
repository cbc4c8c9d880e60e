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
	allowance *allowance
	lines     *lineCounter
}

func newObjects(r io.Reader) (*objects, error) {
	counter := &lineCounter{r: r}
	g := &allowance{r: counter, left: limit.Of().Value}
	o := &objects{json.NewDecoder(g), g, counter}
	if first, err := o.dec.Token(); err != nil || first != json.Delim('[') {
		return nil, errors.New("no array of objects, which begins with [{")
	}
	return o, nil
}

func (o *objects) next() (Row, error) {
	o.allowance.left = limit.Of().Value
	if !o.dec.More() {
		return o.end()
	}
	var object json.RawMessage
	err := o.dec.Decode(&object)
	line := o.lines.at(o.dec.InputOffset() - int64(len(object))) // after an error near enough
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
	return Row{Line: o.lines.at(o.dec.InputOffset())}, err
}

// noEOF makes an error of an end inside the array, which is no end of the table.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file ends within the array; is it complete?")
	}
	return err
}

// lineCounter knows the lines of offsets.
type lineCounter struct {
	r      io.Reader
	read   int64
	ends   []int64 // of lines, not passed yet
	passed int
}

func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			l.ends = append(l.ends, l.read+int64(i))
		}
	}
	l.read += int64(n)
	return n, err
}

// at returns the line of an offset, which is not before the last one asked for.
func (l *lineCounter) at(offset int64) int {
	i := 0
	for i < len(l.ends) && l.ends[i] < offset {
		i++
	}
	l.ends = l.ends[i:]
	l.passed += i
	return l.passed + 1
}
