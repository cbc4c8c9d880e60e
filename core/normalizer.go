package core

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/entity"
	"github.com/normlet/normlet/internal/core/field"
	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/organism"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/core/topic"
)

// Normalizer answers mentions from one pack. It is safe for concurrent use.
type Normalizer struct {
	pack        *pack.Contents
	encoder     *encoder.Encoder
	head        *binarize.Head
	codes       *search.BySize
	complete    func() *pack.Contents // pack with what others have instead; nil if it has all
	rows        *index.Rows
	lexicon     names.Lexicon
	calibration *score.Calibration
	topics      func() *topic.Topics // nil when the pack has none
	off         names.RuleSet

	filters   *index.Filters
	organisms *organism.Set
	fields    *field.Set
	entities  *entity.Index
	byWord    func() *index.Words // made when a mention needs it first
	lookups   sync.Pool           // *lookup
	scratches sync.Pool           // *scratch
	contrasts sync.Pool           // *score.Contrast
	gate      gate                // of pack and codes
	cost      pack.Cost

	cacheBytes int64 // Limits.CacheBytes
}

// New makes a Normalizer of the tables of a pack, which pack.Parse or a builder has made. It checks that the parts
// fit together and computes the codes of section SELF again. It does not check the order of rows: Parse and Append do.
func New(c *pack.Contents) (*Normalizer, error) { return NewWith(c, OpenOptions{}) }

// NewWith is New with Limits and Without of o.
func NewWith(c *pack.Contents, o OpenOptions) (*Normalizer, error) {
	return newMeasured(c, pack.NewMeter(o.Limits, c.SectionBytes()), o)
}

// newMeasured is New with the meter of the pack.
func newMeasured(c *pack.Contents, m *pack.Meter, o OpenOptions) (*Normalizer, error) {
	n := &Normalizer{pack: c, rows: index.NewRows(c.Names), off: o.Without, cacheBytes: m.CacheBytes}
	if err := takeTables(c, m); err != nil {
		return nil, err
	}
	encoderLoaded := make(chan error, 1)
	go func() { encoderLoaded <- n.loadEncoder(m) }()
	err := n.loadTables()
	if err = cmp.Or(<-encoderLoaded, err); err != nil {
		return nil, err
	}
	if c.CodesLater() {
		n.codes = search.BySizeLater(c.LaterCodes, c.Bits, c.Names.Len(), c.Names.Size)
	} else if n.codes, err = search.NewBySize(c.Codes, c.Bits, c.Names.Len(), c.Names.Size); err != nil {
		return nil, pack.Damage("CODE", err)
	}
	if n.entities, err = entity.New(c, m); err != nil {
		return nil, err
	}
	n.filters, n.organisms, n.fields = index.NewFilters(c, n.codes), organism.New(c), field.New(c)
	n.byWord = sync.OnceValue(func() *index.Words { return index.NewWords(c, &n.lexicon) })
	n.lookups.New = func() any { return n.newLookup() }
	n.contrasts.New = func() any { return &score.Contrast{Lexicon: &n.lexicon, Senses: n.calibration} }
	reader := score.NameReader{Commonness: n.commonness}
	if n.calibration.Ranker.Weights[score.Grams] != 0 {
		reader.Grams = sync.OnceValue(func() *score.GramWeights { return score.WeighGrams(c.Names) })
	}
	n.scratches.New = func() any { return &scratch{features: features{reader: reader}} }
	if !o.Trusted {
		if err := cmp.Or(n.rowCheck(), c.CheckDigests()); err != nil {
			return nil, err
		}
	}
	if n.cost = m.Cost(); o.CheckCodes {
		err = n.CheckCodes(context.Background(), nil)
	}
	return n, err
}

// loadEncoder reads the encoder and the binarizer, and refuses what could give
// anything but numbers, takes too long or gives other codes on this platform.
func (n *Normalizer) loadEncoder(m *pack.Meter) error {
	c := n.pack
	weights, err := encoder.ParseWeights(c.Encoder)
	if err != nil {
		return pack.Damage("ENCW", err)
	}
	if n.encoder, err = encoder.New(weights); err != nil {
		return pack.Damage("ENCW", err)
	}
	if n.head, err = binarize.ParseHead(c.Head); err != nil {
		return pack.Damage("HEAD", err)
	}
	if n.head.Dim != n.encoder.Dim() || n.head.Bits != c.Bits {
		return pack.Damage("HEAD", fmt.Errorf("it maps %d dimensions to %d bits, encoder and codes have %d and %d",
			n.head.Dim, n.head.Bits, n.encoder.Dim(), c.Bits))
	}
	if err := n.head.CheckFinite(); err != nil {
		return pack.Damage("HEAD", err)
	}
	if err := n.checkWork(m); err != nil {
		return err
	}
	return n.selfCheck()
}

// loadTables reads what else is kept as it is stored.
func (n *Normalizer) loadTables() (err error) {
	c := n.pack
	if n.calibration, err = score.ParseCalibration(c.Calibration); err != nil {
		return err
	}
	var section string
	if n.lexicon, section, err = names.ParseLexicon(c.Words, c.Synonyms, c.Rewrites, c.Names.Len()); err != nil {
		return pack.Damage(section, err)
	}
	return n.loadTopics()
}

// loadTopics reads what contexts need, or leaves it to the first look-up that has one, of a trusted pack.
func (n *Normalizer) loadTopics() error {
	c := n.pack
	if len(c.Context) == 0 && !c.TopicsLater() {
		return nil
	}
	read := sync.OnceValues(func() (*topic.Topics, error) {
		all := c.WithTopics()
		return topic.Read(all.Context, all.ProfileBits, all.Profiles)
	})
	n.topics = func() *topic.Topics { t, _ := read(); return t }
	if c.TopicsLater() {
		return nil // what was trusted is sound
	}
	if _, err := read(); err != nil {
		return pack.Damage("CTXT", err)
	}
	return nil
}

// Vector appends the encoder's unit vector of text to dst.
func (n *Normalizer) Vector(dst []float32, text string) []float32 { return n.encoder.Encode(dst, text) }

// Code returns the code of text, in dst if it is large enough.
func (n *Normalizer) Code(dst []uint64, text string) []uint64 {
	return n.head.Encode(dst, n.encoder.Encode(nil, text))
}

// Contents returns the tables of the pack, which must not be changed. The first call
// makes those that Resident may lack. After Close they may lack the codes.
func (n *Normalizer) Contents() *pack.Contents {
	c := n.Resident()
	n.gate.lent.Store(true)
	if n.complete != nil {
		return n.complete()
	}
	return c
}

// Resident returns those tables of Contents that are in memory already. It may lack the codes, the tables of contexts and
// the tagger.
func (n *Normalizer) Resident() *pack.Contents {
	n.gate.mu.RLock()
	defer n.gate.mu.RUnlock()
	n.gate.lent.Store(true)
	return n.pack
}

// dropCopies leaves the codes to the index, unless they are a part of the file, those of words to
// their table, and groups to the index of entities, so that they are in memory once. Nobody else has the tables yet.
func (n *Normalizer) dropCopies(inPlace bool) {
	c := n.pack
	if !inPlace {
		c.Codes = nil
	}
	c.Context, c.Same = nil, nil
	n.complete = sync.OnceValue(func() *pack.Contents {
		all := *n.Resident().WithTagger() // without a mapping that ended
		if n.topics != nil {
			t := n.topics()
			all = *all.WithContext(t.AppendBinary(nil), t.Bits, t.Profiles)
		}
		if !inPlace {
			all.Codes = n.codes.Codes()
		}
		all.Same = n.entities.Same(all.IDs.Len())
		return &all
	})
}

// appendCode appends the code of a row to dst.
func (n *Normalizer) appendCode(dst []uint64, row int32) []uint64 {
	if n.complete != nil {
		return n.codes.AppendCode(dst, row)
	}
	return append(dst, n.pack.Code(int(row))...)
}

// Calibration returns the pack's ranker and scalings, which must not be changed.
func (n *Normalizer) Calibration() *score.Calibration { return n.calibration }

// Cost returns what opening the pack took, as Limits count it.
func (n *Normalizer) Cost() pack.Cost { return n.cost }

// Kernel names the scan in use, for reports.
func (n *Normalizer) Kernel() string { return n.codes.Kernel() }

// Info describes an open pack.
type Info = pack.Info

// Info describes the pack. Unlike Contents it shares no tables, so Close can end
// a mapping.
func (n *Normalizer) Info() Info {
	n.gate.mu.RLock()
	defer n.gate.mu.RUnlock()
	return n.pack.Info()
}
