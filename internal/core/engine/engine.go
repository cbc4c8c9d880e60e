package engine

import (
	"sync"
	"sync/atomic"

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

// Engine has the tables of a pack. What core asks of them directly is exported.
type Engine struct {
	Pack        *pack.Contents // what is in memory, for those who entered: see LoadedContents
	Calibration *score.Calibration
	Entities    *entity.Index
	Filters     *index.Filters
	Organisms   *organism.Set // nil if the pack tells none apart
	Fields      *field.Set    // nil if the pack has none
	CacheBytes  int64         // that a cache of answers or candidates may take

	// For experiments, to be set before the first look-up:

	Off   names.RuleSet // linguistic rules that are switched off
	Clock *score.Clock  // measures the parts of look-ups that are made one after the other, unless it is nil

	wait         func()                  // for the names of the pack; nobody reads one before
	encoder      func() *encoder.Encoder // read by the first call if the pack leaves it for later
	head         *binarize.Head
	codes        *search.BySize
	complete     func() *pack.Contents // the pack with what others have instead; nil if it has all
	rows         *index.Rows
	kin          func() *kin // nil if the pack has no parents
	lexicon      names.Lexicon
	translations *translation.Tables // what words of other languages mean
	company      *topic.Company      // nil when the pack has none
	byWord       func() *index.Words // made when a mention needs it first
	antibodies   func() []bool       // which namespaces have them
	work         sync.Pool           // *Work
	scratches    sync.Pool           // *scratch
	contrasts    sync.Pool           // *score.Contrast
	gate         gate                // of Pack and codes
}

// cacheParts is how many caches share Limits.CacheBytes: an annotate.Annotator has one for each of up to eight groups of
// namespaces.
const cacheParts = 8

var of func(normalizer any) *Engine

// Register sets what Of calls. Only package core does, which alone knows where its Normalizer has the engine.
func Register(f func(normalizer any) *Engine) { of = f }

// Of returns the engine of a core.Normalizer, for those who train, measure and inspect packs. Its names are there.
func Of(normalizer any) *Engine {
	e := of(normalizer)
	e.wait()
	return e
}

// Vector appends the encoder's unit vector of text to dst.
func (e *Engine) Vector(dst []float32, text string) []float32 { return e.encoder().Encode(dst, text) }

// Code returns the code of text, in dst if it is large enough.
func (e *Engine) Code(dst []uint64, text string) []uint64 {
	return e.head.Encode(dst, e.encoder().Encode(nil, text))
}

// Contents returns the tables of the pack, which must not be changed. The first call makes those that LoadedContents may
// lack. After Close they may lack the codes.
func (e *Engine) Contents() *pack.Contents {
	c := e.LoadedContents()
	if e.complete != nil {
		return e.complete()
	}
	return c
}

// LoadedContents returns those tables of Contents that are in memory already. It may lack the codes, the tables of contexts
// and the tagger.
func (e *Engine) LoadedContents() *pack.Contents {
	e.wait()
	e.gate.mu.RLock()
	defer e.gate.mu.RUnlock()
	e.gate.lent.Store(true)
	return e.Pack
}

// DropCopies leaves the codes to the index, unless they are a part of the file, those of words to
// their table, and groups to the index of entities, so that they are in memory once. Nobody else has the tables yet.
func (e *Engine) DropCopies(inPlace bool) {
	c := e.Pack
	if !inPlace {
		c.Codes = nil
	}
	c.Same = nil
	e.complete = sync.OnceValue(func() *pack.Contents {
		loaded := e.LoadedContents()
		all := *loaded.WithTagger() // without a mapping that ended
		all.Encoder = loaded.WithEncoder().Encoder
		if e.company != nil {
			all.Company = e.company.Pairs()
		}
		if !inPlace {
			all.Codes = e.codes.Codes()
		}
		all.Same = e.Entities.Same(all.IDs.Len())
		return &all
	})
}

// appendCode appends the code of a row to dst.
func (e *Engine) appendCode(dst []uint64, row int32) []uint64 {
	if e.complete != nil {
		return e.codes.AppendCode(dst, row)
	}
	return append(dst, e.Pack.Code(int(row))...)
}

// Kernel names the scan in use, for reports.
func (e *Engine) Kernel() string { return e.codes.Kernel() }

// Lexicon returns what the pack knows of words.
func (e *Engine) Lexicon() *names.Lexicon { return &e.lexicon }

// gate keeps a mapping alive while look-ups read it. Entering and leaving costs some ten nanoseconds.
type gate struct {
	mu     sync.RWMutex // held for reading by every look-up
	closed bool
	lent   atomic.Bool  // the tables were handed out
	unmap  func() error // nil when nothing is mapped
}

// Enter reports whether the tables may be read; the caller then has to call Leave. Whoever may be called after Close enters,
// once: entering again would wait for a Close that waits for the first.
func (e *Engine) Enter() bool {
	e.wait()
	e.gate.mu.RLock()
	if e.gate.closed {
		e.gate.mu.RUnlock()
		return false
	}
	return true
}

// Leave ends what Enter began.
func (e *Engine) Leave() { e.gate.mu.RUnlock() }

// KeepMapped leaves it to Close to end the mapping in which tables lie. indexed is called once the codes are copied.
func (e *Engine) KeepMapped(unmap func() error, indexed func()) {
	e.gate.unmap, e.codes.Indexed = unmap, indexed
}

// Close waits for those who entered and lets nobody enter. It ends a mapping, unless tables were handed out: somebody may
// still read them.
func (e *Engine) Close() error {
	e.wait()
	g := &e.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil
	}
	g.closed = true
	if g.unmap == nil || g.lent.Load() {
		return nil
	}
	rest := *e.Pack
	rest.Codes, rest.Details = nil, nil // what lies in the mapping
	e.Pack = &rest
	return g.unmap()
}
