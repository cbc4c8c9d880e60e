package core

import (
	"errors"
	"fmt"
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
	cost        pack.Cost
}

// New makes a Normalizer of the tables of a pack, as pack.Parse returns them or a
// builder is about to write them, checking that its parts fit together and that
// its self-check passes. That rows are in order, Parse and Append check.
func New(c *pack.Contents) (*Normalizer, error) {
	return newMeasured(c, pack.NewMeter(Limits{}, c.SectionBytes()))
}

// newMeasured is New with the meter of the pack.
func newMeasured(c *pack.Contents, m *pack.Meter) (*Normalizer, error) {
	n := &Normalizer{pack: c}
	hash, err := takeTables(c, m)
	if err != nil {
		return nil, err
	}
	if err := n.loadEncoder(); err != nil {
		return nil, err
	}
	if err := n.loadTables(); err != nil {
		return nil, err
	}
	if n.near, err = newNear(c, minRows, hash); err != nil {
		return nil, corrupt("CODE", err)
	}
	n.filters = newFilters(c, n.near)
	n.byWord = sync.OnceValue(func() *byWord { return newByWord(c, n.words) })
	n.pool.New = func() any { return newScratch(n) }
	for _, check := range []func() error{
		func() error { return n.checkWork(m) }, n.selfCheck, n.rowCheck, func() error { return checkDigests(c) },
	} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	n.cost = m.Cost()
	return n, nil
}

// loadEncoder reads the encoder and the binarizer, and refuses what could give
// anything but numbers.
func (n *Normalizer) loadEncoder() error {
	c := n.pack
	weights, err := encoder.ParseWeights(c.Encoder)
	if err != nil {
		return corrupt("ENCW", err)
	}
	if n.encoder, err = encoder.New(weights); err != nil {
		return corrupt("ENCW", err)
	}
	if n.head, err = binarize.ParseHead(c.Head); err != nil {
		return corrupt("HEAD", err)
	}
	if n.head.Dim != n.encoder.Dim() || n.head.Bits != c.Bits {
		return corrupt("HEAD", fmt.Errorf("it maps %d dimensions to %d bits, encoder and codes have %d and %d",
			n.head.Dim, n.head.Bits, n.encoder.Dim(), c.Bits))
	}
	if err := n.head.CheckFinite(); err != nil {
		return corrupt("HEAD", err)
	}
	return nil
}

// loadTables reads what else is kept as it is stored.
func (n *Normalizer) loadTables() (err error) {
	c := n.pack
	if n.calibration, err = ParseCalibration(c.Calibration); err != nil {
		return err
	}
	n.ranker = n.calibration.Ranker
	if n.words, err = newWords(c); err != nil {
		return corrupt("WORD", err)
	}
	if n.synonyms, err = newSynonyms(c); err != nil {
		return corrupt("SYNO", err)
	}
	if n.context, err = newContext(c); err != nil {
		return corrupt("CTXT", err)
	}
	return nil
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

// Cost returns what opening the pack took, as Limits count it.
func (n *Normalizer) Cost() pack.Cost { return n.cost }

// Kernel names the scan in use, for reports.
func (n *Normalizer) Kernel() string { return n.near.index.Kernel() }
