// Package assemble makes a pack from a terminology. Run follows a Recipe.
//
//	terminology ── weights, abbreviations, mentions, derived names ──> tables of rows and entities
//	            └─ encoder ──> vectors ── binarizer ──> codes
//	tables, codes ──> words, synonyms, self-checks, facts ──> ranker ──> topics
//
// Each step has its own file. The same recipe always makes the same bytes.
package assemble

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/lexicon"
	"github.com/normlet/normlet/train/rank"
	"github.com/normlet/normlet/train/tag"
)

// Recipe says how to make a pack. It needs a terminology, and an encoder: Encoder, that of Base, or a trained one. Other zero
// fields mean the defaults in their comments.
type Recipe struct {
	Terminology   *data.Terminology // the entities and their names
	Mentions      []data.Query      // mentions that people wrote, with their ids: they become names, and examples for the ranker
	calibrateOnly bool              // only the calibration learns from Mentions
	Verbatim      bool              // leaves out names that are derived from others
	Lexicon       lexicon.Lexicon   // names to lend to lists of any field; default lexicon.Default, for lists of its field
	LexiconOf     string            // source of Lexicon, for the metadata

	// Base is another pack, usually the default one. A terminology without weights borrows them from Base, for the entities
	// that both have.
	Base     *pack.Contents
	Lender   *pack.Contents             // pack whose weights to borrow; default Base
	Weights  map[string]float64         // weights of entities, by id, which replace those of the terminology
	Texts    iter.Seq2[string, error]   // unlabelled texts, in which names add to the weights
	Defining []iter.Seq2[string, error] // texts that define abbreviations of names, which become names
	Encoder  *encoder.Weights           // default: that of Base
	Train    Training                   // whether to train the encoder on the terminology and the mentions

	Bits   int            // bits of a code, a multiple of 64; default: as suits the names, 128 with a Method
	Method string         // method of the binarizer, one of fit.Methods; default: as suits the bits
	Head   *binarize.Head // a finished binarizer, which replaces Bits and Method

	Labelled *tag.Labelled // documents from which to learn a tagger; default: the tagger of train/tag for the types that it finds
	Types    tag.Stated    // types of namespaces; default: found by their names

	Details     *Details       // details of entities; default none
	LanguagesOf *pack.Contents // pack that lends its tables of other languages; default none

	Relations []data.Relation // beside those of the terminology, for company and parents
	Company   []string        // namespaces of the entities that get those that they are written about with, or AllNamespaces; default none
	Parents   []string        // namespaces of the entities that get their parents, or AllNamespaces; default none
	Samples   int             // number of made-up mentions that the ranker is fitted on: see rank.Config
	Seed      uint64
	Meta      []pack.Pair // facts about the terminology: name, source, version, date, license

	outOfDomain bool // than Base: see isOutOfDomain
}

// AllNamespaces stands for every namespace.
const AllNamespaces = "all"

// Training says when an encoder is trained.
type Training int

const (
	Never  Training = iota
	Always          // even if there is another encoder
	Better          // if training is quick; the pack then gets the encoder that finds more names of the terminology
)

// Details adds details of entities to those of the terminology.
type Details struct {
	Definitions map[string]string // of entities, by id
	Former      map[string]string // retired or alternative id -> the id of its entity
	References  []string          // if set, keeps only cross-references with these prefixes, and no definitions
}

// Report describes the pack that Run made.
type Report struct {
	Entities, Names int
	Weights         Weights     // sources of the weights
	Defined         *Defined    // nil without Recipe.Defining
	Labelled        *Labelled   // nil without Recipe.Mentions
	Encoders        *Encoders   // nil unless Recipe.Train is Better
	NonePreferred   []string    // namespaces that prefer none of an entity's names
	Derived         int         // number of names that are derived from others
	Lent            []*Lent     // what each namespace borrows from the lexicon; nil with Recipe.Verbatim
	Types           []tag.Found // types of namespaces; none if a tagger is learned
	Same            int         // number of entities that are the same thing as another one in the pack
	Rank            *rank.Report
}

// Progress is a function that Run calls with the stage of its work, and with how much of the stage is done.
type Progress func(stage string, done, total int)

// Run makes the contents of a pack. progress may be nil. If the mentions of the recipe do not help, they do not become names; if
// they can be trusted, the calibration still learns from them.
func Run(ctx context.Context, r Recipe, progress Progress) (*pack.Contents, *Report, error) {
	c, rep, err := build(ctx, r, progress)
	if err != nil {
		return nil, nil, err
	}
	if l := rep.Labelled; l == nil || l.Trial == nil || l.Trial.Helps() {
		return c, rep, nil
	}
	if r.calibrateOnly = true; !rep.Labelled.Trial.Trusted() {
		r.Mentions = nil
	}
	c, without, err := build(ctx, r, progress)
	if err == nil {
		without.Labelled = rep.Labelled // with the trial of the pack that has them
	}
	return c, without, err
}

// list is the terminology of a pack with all that rows and codes are made of.
type list struct {
	*data.Terminology                        // with weights, mentions and the names that follow from others
	defined           *Defined               // nil without texts
	labelled          *Labelled              // nil without mentions
	lent              map[string][]data.Name // of entities, by id
	lexicon           lexicon.Lexicon        // of the program, if lists borrow from it; else nil
	patients          *patients              // nil for lists of other things
	equal             map[string]int         // by id: how many of an entity's first names are preferred alike; see kind
	encoder           *encoder.Weights
	own               bool      // the encoder was trained on the list
	encoders          *Encoders // nil if they were not compared
}

// build makes the contents with the mentions, whether or not they help.
func build(ctx context.Context, r Recipe, progress Progress) (*pack.Contents, *Report, error) {
	if progress == nil {
		progress = func(string, int, int) {}
	}
	var twins []data.Entity
	r.Terminology, twins = withoutTwins(r.Terminology)
	if err := r.complete(); err != nil {
		return nil, nil, fmt.Errorf("build: %w", err)
	}
	lines, err := fields(r.Terminology)
	if err != nil {
		return nil, nil, fmt.Errorf("build: %w", err)
	}
	rep := &Report{}
	l, err := gather(ctx, &r, rep, progress)
	if err != nil {
		return nil, nil, err
	}
	c, prior := tables(l, rep.Weights.Estimated)
	c.Fields = lines
	rep.Entities, rep.Names = c.IDs.Len(), c.Names.Len()
	// These steps are independent, and none of them keeps all processors busy.
	counted, summed := make(chan error, 1), make(chan error, 1)
	terminology := sha256.New()
	go func() { counted <- countWords(c, l) }()
	go func() {
		summed <- errors.Join(data.WriteTSV(terminology, l.Terminology), data.WriteTSV(terminology, &data.Terminology{Entities: twins}))
	}()
	h, err := encode(ctx, c, &r, l, progress)
	if err = errors.Join(err, <-counted, <-summed); err == nil {
		describe(c, &r, l, rep, h.Method, prior, terminology)
		types := tag.FindTypes(c, r.Base, r.Types)
		c.Translations, err = translations(r.Terminology, r.LanguagesOf)
		c.Knowledge = knowledgeFor(c, &r, types, rep.Lent, len(twins) > 0)
		if r.Labelled == nil && !r.Verbatim {
			rep.Types = types
		}
	}
	if err == nil {
		rep.Rank, err = fitRanker(c, &r, l, prior, progress)
	}
	if err == nil {
		addCompany(c, &r, progress)
		err = addTagger(ctx, c, &r, rep, progress)
	}
	if err == nil {
		c.Same, rep.Same = same(c.IDs, r.Terminology)
		c.Also = also(r.Terminology)
		c.Parents = parents(c, &r)
		c.Details, err = detailsOf(c.IDs, &r)
	}
	if err == nil {
		c, err = withTwins(c, twins, prior.top)
	}
	return c, rep, errors.Join(err, ctx.Err())
}

// gather weighs the terminology, adds abbreviations and mentions, chooses the encoder, and adds derived names last, because
// they do not show how much people write about an entity.
func gather(ctx context.Context, r *Recipe, rep *Report, progress Progress) (l *list, err error) {
	l = &list{}
	if !r.Verbatim {
		l.equal, rep.NonePreferred = equalNames(r.Terminology.Entities)
	}
	r.Terminology = WithShown(r.Terminology, l.equal)
	if l.Terminology, rep.Weights, err = weigh(ctx, r, progress); err != nil {
		return nil, err
	}
	if len(r.Defining) > 0 {
		if l.Terminology, l.defined, err = withAbbreviations(ctx, l.Terminology, chained(r.Defining), progress); err != nil {
			return nil, err
		}
		rep.Defined = l.defined
	}
	if len(r.Mentions) > 0 {
		t, labelled := withMentions(l.Terminology, r.Mentions, !r.calibrateOnly)
		if rep.Labelled = labelled; labelled.Mentions > labelled.Unknown {
			l.Terminology, l.labelled = t, labelled
		}
	}
	err = chooseEncoder(ctx, r, l, progress)
	if rep.Encoders = l.encoders; err != nil || r.Verbatim {
		return l, err
	}
	l.Terminology, rep.Derived = derived(l.Terminology)
	from, anyField := r.Lexicon, r.Lexicon != nil
	if !anyField {
		if from, err = lexicon.Default(); err != nil {
			return nil, err
		}
		l.lexicon = from
	}
	l.lent, rep.Lent = lend(r.Terminology.Entities, l.Entities, from, anyField)
	return l, nil
}

// complete fills in defaults. It refuses recipes that cannot work before the long steps begin.
func (r *Recipe) complete() error {
	if r.Head != nil {
		r.Bits, r.Method = r.Head.Bits, r.Head.Method
	}
	if r.Terminology == nil || r.Terminology.NumNames() == 0 {
		return errors.New("the terminology has no names")
	}
	for i := range r.Terminology.Entities {
		if e := &r.Terminology.Entities[i]; len(e.Names) == 0 {
			return fmt.Errorf("entity %s has no name", e.ID)
		}
	}
	if err := r.Types.Check(namespacesIn(r.Terminology.Entities)); err != nil {
		return err
	}
	r.outOfDomain = r.isOutOfDomain()
	if r.Bits == 0 {
		r.Bits = bitsFor(r.Terminology.NumNames(), r.Method, r.outOfDomain)
	}
	if r.Method != "" && !slices.Contains(fit.Methods(), r.Method) {
		return fmt.Errorf("unknown method %q; want one of %s", r.Method, strings.Join(fit.Methods(), ", "))
	}
	return checkCompany(r)
}

// countWords adds what the names show of words: how rare and how optional they are, which tell no entities apart, which can stand for which, which
// rewrites lead to them, and whether patients use them.
func countWords(c *pack.Contents, l *list) error {
	if l.lexicon != nil {
		l.patients = newPatients(c.Names, l.lexicon)
	}
	rows, p := c.Names.Len(), cmp.Or(l.patients, &patients{})
	optional, tells := optionalWords(l.Entities)
	for _, w := range p.fillers {
		optional[names.HashWord(w)] = fillerLoss
	}
	c.Words = names.CountWords(c.Names.Range(0, rows), rows, optional)
	c.Telling = names.AppendTelling(nil, tells)
	c.Synonyms = names.AppendSynonyms(nil, synonymsOf(l.Entities, p.synonyms))
	known, err := names.ParseFrequencies(c.Words, rows)
	c.Rewrites = rewritesFor(known, slices.Concat(p.rewrites, formsFor(c.Names))...)
	return err
}
