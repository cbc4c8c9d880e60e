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
)

// New makes an Engine of the tables of a pack, which pack.Parse or a builder has made. It checks that the parts fit together
// and computes the codes of section SELF again, and the codes of some rows unless the pack is trusted. It does not check
// the order of rows, as Parse and Append do.
func New(c *pack.Contents, m *pack.Meter, trusted bool) (*Engine, error) {
	e := &Engine{Pack: c, CacheBytes: m.CacheBytes / cacheParts, rows: index.NewRows(c.Names)}
	if err := takeTables(c, m); err != nil {
		return nil, err
	}
	encoderLoaded := make(chan error, 1)
	go func() { encoderLoaded <- e.loadEncoder(m) }()
	err := e.loadTables()
	if err = cmp.Or(<-encoderLoaded, err); err != nil {
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
	e.kin = sync.OnceValue(func() *kin { return newKin(c) })
	e.antibodies = sync.OnceValue(e.findAntibodies)
	e.byWord = sync.OnceValue(func() *index.Words { return index.NewWords(c, &e.lexicon) })
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

// loadEncoder reads the encoder and the binarizer, and refuses what could give
// anything but numbers, takes too long or gives other codes on this platform.
func (e *Engine) loadEncoder(m *pack.Meter) error {
	c := e.Pack
	weights, err := encoder.ParseWeights(c.Encoder)
	if err != nil {
		return pack.Damage("ENCW", err)
	}
	if e.encoder, err = encoder.New(weights); err != nil {
		return pack.Damage("ENCW", err)
	}
	if e.head, err = binarize.ParseHead(c.Head); err != nil {
		return pack.Damage("HEAD", err)
	}
	if e.head.Dim != e.encoder.Dim() || e.head.Bits != c.Bits {
		return pack.Damage("HEAD", fmt.Errorf("it maps %d dimensions to %d bits, encoder and codes have %d and %d",
			e.head.Dim, e.head.Bits, e.encoder.Dim(), c.Bits))
	}
	if err := e.head.CheckFinite(); err != nil {
		return pack.Damage("HEAD", err)
	}
	if err := e.checkWork(m); err != nil {
		return err
	}
	return e.selfCheck()
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
