package assemble

import (
	"context"
	"errors"
	"hash/fnv"
	"iter"
	"math"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core/names"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// A list that does not fit into memory becomes a pack set (package core/set): each member has
// the entities of a range of ids. Memory is that of one member and of what all share:
//
//	rows, sorted on disk by entity
//	  ├─ a sample of the entities ──> encoder, binarizer, synonyms, ranker, calibration
//	  ├─ the names of all ──────────> how common words are, 2^18 slots; rewrites
//	  └─ part by part ──────────────> members, which take all these
//
// Names are as the list has them: none is derived or lent, for which all names would have to
// be known at once. Weights are those of the list, or the root of an entity's number of names.

// sampleNames is about how many names the sample has: a ranker and a binarizer learn no more
// of longer lists. A shorter list is its own sample.
const sampleNames = 200_000

// SetReport says what RunSet made.
type SetReport struct {
	Members, Entities, Names int
	Sampled                  int // names that ranker and binarizer were fitted on
	Estimated                bool
}

// RunSet makes the members of a set of rows, of about so many names each, and hands each on as
// soon as it is made. They lack their SetOrder, which only all members together give: RunSet
// returns what pack.Order takes, the names of each. r has no terminology, nor anything else
// that is about single entities; its encoder is not trained.
func RunSet(ctx context.Context, r Recipe, rows *data.Sorted, memberNames int, progress Progress, member func(*pack.Contents) error) ([]*pack.Contents, *SetReport, error) {
	s := &setBuild{recipe: r, rows: rows, progress: progress}
	s.recipe.Verbatim = true
	for _, step := range []func(context.Context) error{s.survey, s.fit, s.countWords} {
		if err := step(ctx); err != nil {
			return nil, nil, err
		}
	}
	var list []*pack.Contents
	err := rows.Parts(ctx, memberNames, func(t *data.Terminology) error {
		s.progress("members", s.report.Names, rows.Rows)
		c, err := s.member(ctx, t)
		if err != nil {
			return err
		}
		list = append(list, &pack.Contents{Names: c.Names})
		s.report.Members, s.report.Entities, s.report.Names = len(list), s.report.Entities+c.IDs.Len(), s.report.Names+c.Names.Len()
		return member(c)
	})
	return list, &s.report, err
}

// setBuild makes a set.
type setBuild struct {
	recipe   Recipe
	rows     *data.Sorted
	progress Progress
	report   SetReport

	sample   *assembly // what the members share, but for words
	optional map[uint32]uint8
	top      float64 // largest weight
	words    []byte
	rewrites []byte
}

// survey finds the largest weight, checks the rows of each entity, and takes the sample.
func (s *setBuild) survey(ctx context.Context) error {
	part := &data.Terminology{}
	share := sampleNames / float64(s.rows.Rows)
	done, weighted, most := 0, false, 0
	err := s.rows.Parts(ctx, 1<<14, func(t *data.Terminology) error {
		for i := range t.Entities {
			e := &t.Entities[i]
			weighted = weighted || e.Weight > 0
			s.top, most = max(s.top, e.Weight), max(most, len(e.Names))
			if share >= 1 || fraction(s.recipe.Seed, e.ID) < share {
				part.Entities = append(part.Entities, *e)
			}
		}
		done += t.NumNames()
		s.progress("survey", done, s.rows.Rows)
		return nil
	})
	if s.report.Estimated = !weighted; !weighted {
		s.top = estimate(most)
	}
	s.weigh(part)
	s.sample = s.assembly(part)
	s.report.Sampled = part.NumNames()
	if err == nil && s.report.Sampled == 0 {
		err = errors.New("build: no entity was sampled: the list has too few entities for a set, build it as one pack")
	}
	return err
}

// fraction returns a number in [0,1) that depends on an id and a seed.
func fraction(seed uint64, id string) float64 {
	h := fnv.New64a()
	h.Write([]byte(id)) // never fails
	x := (h.Sum64() ^ seed) * 0x9e3779b97f4a7c15
	x = (x ^ x>>32) * 0xd6e8feb86659fd93
	return float64(x>>11) / (1 << 53)
}

// weigh estimates weights of a list without any.
func (s *setBuild) weigh(t *data.Terminology) {
	if !s.report.Estimated {
		return
	}
	for i := range t.Entities {
		t.Entities[i].Weight = estimate(len(t.Entities[i].Names))
	}
}

// estimate is Popularity without what other names show.
func estimate(names int) float64 { return math.Sqrt(1+float64(names)) - 1 }

func (s *setBuild) assembly(t *data.Terminology) *assembly {
	a := &assembly{Recipe: s.recipe, progress: s.progress, terminology: t, pack: &pack.Contents{}, top: s.top}
	a.Terminology, a.report.Weights.Estimated = t, s.report.Estimated
	return a
}

// fit makes of the sample what the members share.
func (s *setBuild) fit(ctx context.Context) error {
	a := s.sample
	if a.Bits == 0 && a.Head == nil {
		a.Bits = bitsFor(s.rows.Rows, a.Method)
	}
	for _, step := range []func(context.Context) error{
		func(context.Context) error { return a.check() }, a.chooseEncoder, a.fillTables, a.encodeAndCount, a.fitRanker,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	s.optional = optionalWords(a.terminology.Entities)
	head, err := binarize.ParseHead(a.pack.Head)
	s.recipe.Head, s.recipe.Bits, s.recipe.Method = head, a.pack.Bits, a.Method
	c := a.pack
	a.pack = &pack.Contents{Encoder: c.Encoder, Calibration: c.Calibration, Synonyms: c.Synonyms} // the rest goes
	a.terminology, a.Terminology, a.prior = nil, nil, nil
	return err
}

// countWords counts the words of all names.
func (s *setBuild) countWords(ctx context.Context) error {
	var err error
	all := iter.Seq2[int, []byte](func(yield func(int, []byte) bool) {
		row := 0
		err = s.rows.Names(ctx, func(name []byte) {
			if yield(row, name); row%(1<<16) == 0 {
				s.progress("words", row, s.rows.Rows)
			}
			row++
		})
	})
	s.words = names.CountWords(all, s.rows.Rows, s.optional)
	if err != nil {
		return err
	}
	known, err := names.ParseFrequencies(s.words, s.rows.Rows)
	s.rewrites = rewritesFor(known)
	return err
}

// member makes a member of its entities.
func (s *setBuild) member(ctx context.Context, t *data.Terminology) (*pack.Contents, error) {
	s.weigh(t)
	a := s.assembly(t)
	a.progress = func(string, int, int) {} // the bar shows members
	a.encoder = s.sample.encoder
	for _, step := range []func(context.Context) error{a.fillTables, a.encode, a.digestTerminology, a.describe} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	c := a.pack
	c.Calibration, c.Synonyms, c.Words, c.Rewrites = s.sample.pack.Calibration, s.sample.pack.Synonyms, s.words, s.rewrites
	return c, nil
}
