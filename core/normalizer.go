package core

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/profiles"
)

// Normalizer answers mentions from one pack. It is safe for concurrent use.
type Normalizer struct {
	pack     *pack.Contents
	encoder  *encoder.Encoder
	head     *binarize.Head
	near     *near
	ranker   Ranker
	synonyms synonyms
	words    words
	context  *profiles.Table // nil when the pack has none

	calibration *Calibration
	filters     *filters
	byWord      func() *byWord // made when a mention needs it first
	pool        sync.Pool      // *scratch
	guard       guard          // of pack and near
}

// New makes a Normalizer of the tables of a pack, checking that its parts fit
// together and that its self-check passes.
func New(c *pack.Contents) (*Normalizer, error) {
	n := &Normalizer{pack: c}
	weights, err := encoder.ParseWeights(c.Encoder)
	if err != nil {
		return nil, corrupt("ENCW", err)
	}
	if n.encoder, err = encoder.New(weights); err != nil {
		return nil, corrupt("ENCW", err)
	}
	if n.head, err = binarize.ParseHead(c.Head); err != nil {
		return nil, corrupt("HEAD", err)
	}
	if n.head.Dim != n.encoder.Dim() || n.head.Bits != c.Bits {
		return nil, corrupt("HEAD", fmt.Errorf("it maps %d dimensions to %d bits, encoder and codes have %d and %d",
			n.head.Dim, n.head.Bits, n.encoder.Dim(), c.Bits))
	}
	if n.calibration, err = ParseCalibration(c.Calibration); err != nil {
		return nil, err
	}
	n.ranker = n.calibration.Ranker
	if n.words, err = newWords(c); err != nil {
		return nil, corrupt("WORD", err)
	}
	if n.synonyms, err = newSynonyms(c); err != nil {
		return nil, corrupt("SYNO", err)
	}
	if n.context, err = newContext(c); err != nil {
		return nil, corrupt("CTXT", err)
	}
	if n.near, err = newNear(c, minRows); err != nil {
		return nil, corrupt("CODE", err)
	}
	n.filters = newFilters(c, n.near)
	n.byWord = sync.OnceValue(func() *byWord { return newByWord(c, n.words) })
	n.pool.New = func() any { return newScratch(n) }
	if err := n.selfCheck(); err != nil {
		return nil, err
	}
	if err := n.rowCheck(); err != nil {
		return nil, err
	}
	if err := checkDigests(c); err != nil {
		return nil, err
	}
	return n, nil
}

func corrupt(section string, err error) error {
	return &pack.CorruptError{Section: section, Reason: err.Error()}
}

// selfCheck encodes the texts that the pack brings with their codes: a platform
// that computes other bits would answer wrongly without a sign.
func (n *Normalizer) selfCheck() error {
	for _, s := range n.pack.Self {
		code := n.Code(nil, s.Text)
		for i, w := range code {
			if w != s.Code[i] {
				return corrupt("SELF", fmt.Errorf("the code of %q comes out as %x, the pack says %x: encoder and codes do not belong together", s.Text, code, s.Code))
			}
		}
	}
	return nil
}

// checkedRows is how many rows rowCheck encodes, a millisecond's work for all.
const checkedRows = 16

// rowCheck encodes names all over the pack: codes that belong to other names, or
// to the same in another order, would answer wrongly without a sign. The whole
// terminology is checked by normlet verify.
func (n *Normalizer) rowCheck() error {
	c := n.pack
	rows := c.Names.Len()
	for i := range min(checkedRows, rows) {
		row := (2*i + 1) * rows / (2 * min(checkedRows, rows))
		if name := c.Names.At(row); !slices.Equal(n.Code(nil, name), c.Code(row)) {
			return corrupt("CODE", fmt.Errorf("row %d is not the code of its name %q: codes and names do not belong together", row, name))
		}
	}
	return nil
}

// Vector appends the encoder's unit vector of text to dst.
func (n *Normalizer) Vector(dst []float32, text string) []float32 { return n.encoder.Encode(dst, text) }

// Code returns the code of text, in dst if it is large enough.
func (n *Normalizer) Code(dst []uint64, text string) []uint64 {
	return n.head.Encode(dst, n.encoder.Encode(nil, text))
}

// ErrNamespace is wrapped by the error for a namespace that the pack has not.
var ErrNamespace = errors.New("no such namespace in this pack")

// Contents returns the tables of the pack, which must not be changed. After Close
// they may lack the codes.
func (n *Normalizer) Contents() *pack.Contents {
	n.guard.mu.RLock()
	defer n.guard.mu.RUnlock()
	n.guard.lent.Store(true)
	return n.pack
}

// Calibration returns the pack's, which must not be changed.
func (n *Normalizer) Calibration() *Calibration { return n.calibration }

// Ranker returns the pack's ranker.
func (n *Normalizer) Ranker() Ranker { return n.ranker }

// Kernel names the scan in use, for reports.
func (n *Normalizer) Kernel() string { return n.near.index.Kernel() }
