package encoder

// Encoder maps texts to unit vectors. It is safe for concurrent use.
type Encoder struct {
	w   *Weights
	net network
}

// network is one kind of forward pass, safe for concurrent use.
type network interface {
	// encode appends the unit vector of text to dst.
	encode(dst []float32, text string) []float32
}

// New returns an encoder with weights w, which must not change afterwards.
func New(w *Weights) (*Encoder, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	if w.BiLSTM != nil {
		return &Encoder{w: w, net: newBiLSTM(w)}, nil
	}
	return &Encoder{w: w, net: newNgram(w)}, nil
}

// Dim returns the length of the vectors.
func (e *Encoder) Dim() int { return e.w.Dim }

// Weights returns the encoder's weights, which must not be changed.
func (e *Encoder) Weights() *Weights { return e.w }

// Encode appends the unit vector of text, Dim float32, to dst. Every text has
// one, the empty text too.
func (e *Encoder) Encode(dst []float32, text string) []float32 { return e.net.encode(dst, text) }
