package sentence

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxDim bounds the numbers of a word vector, so that a damaged file fails early.
const maxDim = 1 << 14

// Vectors are those of words, of Dim elements each.
type Vectors struct {
	Dim  int
	Word map[string][]float32
}

// ReadWords reads the vectors of wanted words from {"dimensions": D, ..., "vectors": {word:
// [numbers], ...}}, as a stream; name is that of the file, for errors.
func ReadWords(r io.Reader, name string, want func(word string) bool) (*Vectors, error) {
	v := &Vectors{Word: map[string][]float32{}}
	d := json.NewDecoder(r)
	found := false
	err := object(d, func(key string) error {
		switch key {
		case "dimensions":
			if err := d.Decode(&v.Dim); err != nil || v.Dim < 1 || v.Dim > maxDim {
				return fmt.Errorf("dimensions %d, want 1 to %d (%v)", v.Dim, maxDim, err)
			}
			return nil
		case "vectors":
			found = true
			if v.Dim == 0 {
				return errors.New("vectors come before dimensions")
			}
			return object(d, func(word string) error { return v.word(d, word, want(word)) })
		}
		return skip(d)
	})
	if err == nil && !found {
		err = errors.New(`there is no member "vectors"`)
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, fmt.Errorf("%s: word vectors, byte %d: %w", name, d.InputOffset(), err)
	}
	return v, nil
}

func object(d *json.Decoder, value func(key string) error) error {
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.Join(errors.New("want an object"), err)
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		if err := value(t.(string)); err != nil { // keys are strings, or Token fails
			return err
		}
	}
	_, err := d.Token()
	return err
}

// skip reads a value without keeping all of it at once.
func skip(d *json.Decoder) error {
	for depth := 0; ; {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// word reads the vector of a word. Numbers behind the first Dim are not used.
func (v *Vectors) word(d *json.Decoder, word string, keep bool) error {
	if !keep {
		var raw json.RawMessage
		return d.Decode(&raw)
	}
	var x []float32
	if err := d.Decode(&x); err != nil {
		return fmt.Errorf("%q: %w", word, err)
	}
	if len(x) < v.Dim {
		return fmt.Errorf("%q has %d numbers, want %d", word, len(x), v.Dim)
	}
	v.Word[word] = x[:v.Dim:v.Dim]
	return nil
}
