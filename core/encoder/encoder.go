package encoder

import (
	"sync"

	"github.com/normlet/normlet/internal/core/names"
)

// Encoder maps texts to unit vectors. It is safe for concurrent use.
type Encoder struct {
	w     *Weights
	net   *ngram
	forms sync.Pool // *[]byte
}

// New returns an encoder with weights w, which must not change afterwards.
func New(w *Weights) (*Encoder, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	return &Encoder{w: w, net: newNgram(w)}, nil
}

// Dim returns the length of the vectors.
func (e *Encoder) Dim() int { return e.w.Dim }

// Encode appends the unit vector of text, Dim float32, to dst. Every text has
// one, the empty text too.
func (e *Encoder) Encode(dst []float32, text string) []float32 {
	form, _ := e.forms.Get().(*[]byte)
	if form == nil {
		form = new([]byte)
	}
	*form = names.AppendForm((*form)[:0], text)
	dst = e.net.encode(dst, *form)
	e.forms.Put(form)
	return dst
}

// EncodeForm is Encode for a text whose text form is known.
func (e *Encoder) EncodeForm(dst []float32, form []byte) []float32 { return e.net.encode(dst, form) }
