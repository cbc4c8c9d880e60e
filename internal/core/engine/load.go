package engine

import (
	"cmp"
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
	"github.com/normlet/normlet/internal/core/translation"
	"github.com/normlet/normlet/internal/parallel"
)

// New makes an Engine of the tables of a pack, which pack.Parse or a builder has made. It checks that the parts fit together
// and computes the codes of section SELF again, and the codes of some rows unless the pack is trusted. It does not check
// the order of rows, as Parse and Append do.
func New(c *pack.Contents, m *pack.Meter, trusted bool) (*Engine, error) {
	e := &Engine{Pack: c, CacheBytes: m.CacheBytes / cacheParts, rows: index.NewRows(c.Names)}
	if err := takeTables(c, m); err != nil {
		return nil, err
	}
	headLoaded := make(chan error, 1)
	go func() { headLoaded <- e.loadHead(m) }()
	err := e.loadTables()
	if err = cmp.Or(<-headLoaded, err); err != nil {
		return nil, err
	}
	if c.CodesLater() {
		e.codes = search.BySizeLater(c.LaterCodes, c.Bits, c.Names.Len(), c.Names.Size)
	} else if e.codes, err = search.NewBySize(c.Codes, c.Bits, c.Names.Len(), c.Names.Size); err != nil {
		return nil, pack.Damage("CODE", err)
	}
	if e.Entities, err = entity.New(c, m); err != nil {
		return nil, err
	}
	e.Filters, e.Organisms, e.Fields = index.NewFilters(c, e.codes), organism.New(c, e.lexicon.Organisms, e.Entities.Rows), field.New(c)
	e.wait = sync.OnceFunc(func() {
		if err := c.Wait(); err != nil {
			panic(err) // the caller trusted it
		}
	})
	e.kin = sync.OnceValue(func() *kin { return newKin(c) })
	e.antibodies = sync.OnceValue(e.findAntibodies)
	e.byWord = sync.OnceValue(func() (words *index.Words) {
		parallel.Parts(2, 2, func(part, _, _ int) {
			if part == 0 {
				words = index.NewWords(c, &e.lexicon)
			} else if c.CodesLater() {
				e.codes.AppendCode(nil, 0) // reads all, of which the same look-up needs some
			}
		})
		return words
	})
	e.work.New = func() any { return e.newWork() }
	e.contrasts.New = func() any { return &score.Contrast{Lexicon: &e.lexicon, Senses: e.Calibration} }
	reader := score.NameReader{Commonness: e.commonness}
	if e.Calibration.Ranker.Weights[score.Grams] != 0 {
		reader.Grams = sync.OnceValue(func() *score.GramWeights { return score.WeighGrams(c.Names) })
	}
	e.scratches.New = func() any { return &scratch{features: features{reader: reader}} }
	if !trusted {
		err = cmp.Or(e.rowCheck(), c.CheckDigests())
	}
	return e, err
}

// loadHead reads the binarizer and, unless the pack leaves it for later, the encoder. It refuses what could give
// anything but numbers, takes too long or gives other codes on this platform.
func (e *Engine) loadHead(m *pack.Meter) (err error) {
	c := e.Pack
	if e.head, err = binarize.ParseHead(c.Head); err != nil {
		return pack.Damage("HEAD", err)
	}
	if err := e.head.CheckFinite(); err != nil {
		return pack.Damage("HEAD", err)
	}
	if c.EncoderLater() {
		e.encoder = sync.OnceValue(func() *encoder.Encoder {
			enc, err := e.loadEncoder(c.WithEncoder().Encoder, m)
			if err != nil {
				panic(err) // the caller trusted it
			}
			return enc
		})
		return nil
	}
	enc, err := e.loadEncoder(c.Encoder, m)
	e.encoder = func() *encoder.Encoder { return enc }
	return err
}

// loadEncoder reads the encoder, which has to belong to the binarizer and to the codes.
func (e *Engine) loadEncoder(data []byte, m *pack.Meter) (*encoder.Encoder, error) {
	weights, err := encoder.ParseWeights(data)
	if err != nil {
		return nil, pack.Damage("ENCW", err)
	}
	enc, err := encoder.New(weights)
	if err != nil {
		return nil, pack.Damage("ENCW", err)
	}
	if e.head.Dim != enc.Dim() || e.head.Bits != e.Pack.Bits {
		return nil, pack.Damage("HEAD", fmt.Errorf("it maps %d dimensions to %d bits, encoder and codes have %d and %d",
			e.head.Dim, e.head.Bits, enc.Dim(), e.Pack.Bits))
	}
	if err := e.checkWork(enc, m); err != nil {
		return nil, err
	}
	return enc, e.selfCheck(enc)
}

// loadTables reads what else is kept as it is stored.
func (e *Engine) loadTables() (err error) {
	c := e.Pack
	if e.Calibration, err = score.ParseCalibration(c.Calibration); err != nil {
		return err
	}
	var section string
	if e.lexicon, section, err = names.ParseLexicon(names.Sections{Words: c.Words, Synonyms: c.Synonyms, Telling: c.Telling, Rewrites: c.Rewrites, Knowledge: c.Knowledge}, c.Names.Len()-c.Twins()); err != nil {
		return pack.Damage(section, err)
	}
	if e.translations, err = translation.Parse(c.Translations); err != nil {
		return pack.Damage("TRAN", err)
	}
	e.company = topic.NewCompany(c, e.rows)
	return nil
}
