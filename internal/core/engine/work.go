package engine

import (
	"slices"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/organism"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/core/search"
	"github.com/normlet/normlet/internal/core/topic"
)

// Request says how to look a mention up. The zero value looks among all rows.
type Request struct {
	Filter *search.RowFilter // rows that count; nil: all
	Stated bool              // the caller named the namespaces
	Near   bool              // near rows are sought even where names decide the answer
	Named  bool              // a name always decides, so that the candidates do not depend on the text

	Language       string    // that mentions are written in, as BCP 47 has it; none: the list's, or one of those that the pack translates
	Context        string    // the text around the mention
	Organisms      []string  // whose genes are meant, the likeliest first
	OrganismCounts []float64 // how many of the mentions asked together mean genes of each of Organisms.Taxa; nil: unknown
	Fields         string    // as package field has them
	said           organism.Said
	Shifts         []float64 // of the log odds: at n*score.NumStrata+s for namespace n and the evidence s; nil: none
}

// Work is the working memory of one look-up, in the order of the cascade.
type Work struct {
	form  []byte // text form of the mention as it was asked
	query score.Query
	size  int // of form: see search.SizeOf

	vector, proj []float32
	code         []uint64
	bits         *binarize.Query

	hits    []hit // as the tables have them: forms, abbreviations, parts and words
	forms   int   // number of hits found by their normalized form; they stand first
	first   int   // row of the query's normalized form, or where it would be
	Decided bool  // names decided although near rows might have; core then seeks near rows for a NIL answer. False with Request.Named
	near    search.Nearest
	offered []offer
	reading index.Reader // of rows by their letters and digits
	text    names.Text   // of a row
	part    []byte       // compact form of a part of the mention

	*scratch
	clock *score.Clock // nil unless somebody asks
}

// scratch is working memory in which nothing waits while near rows are sought. Look-ups that
// are searched for together share it, so that it stays in the cache.
type scratch struct {
	candidates []score.Candidate
	features
	folding score.Folding
	around  organism.Text     // around the mention, for organisms
	read    []score.Candidate // of readings
	batch   [batchSize]search.Nearest

	surroundings topic.Surroundings // of the mention
	texts        topic.Readings
}

// hit is a row that a step of retrieval found.
type hit struct {
	row       int32
	stage     score.Stage
	alignment float32 // how well the mention abbreviates the name
}

// offer is a row that the mention abbreviates, while the best are sought.
type offer struct {
	row       int32
	alignment float32
	order     float32 // the feature Acronym, less for another name than the primary one
}

// features is the working memory of featurize.
type features struct {
	rows   []score.Row // of the candidates
	codes  []uint64
	named  []int32 // rows whose names are read
	names  pack.Batch
	reader score.NameReader
}

// containsRow reports whether row is among the hits, which are few.
func containsRow(hits []hit, row int32) bool {
	return slices.ContainsFunc(hits, func(h hit) bool { return h.row == row })
}

func (e *Engine) newWork() *Work {
	w := &Work{bits: binarize.NewQuery(make([]float32, e.head.Bits))}
	w.query.Off, w.text.Off = e.Off, e.Off
	return w
}

// Begin returns working memory, which goes back by End.
func (e *Engine) Begin() *Work {
	w := e.work.Get().(*Work)
	w.scratch, w.clock = e.scratches.Get().(*scratch), e.Clock
	return w
}

// End takes working memory back.
func (e *Engine) End(w *Work) {
	w.clock.End()
	e.scratches.Put(w.scratch)
	w.scratch, w.clock = nil, nil
	e.work.Put(w)
}
