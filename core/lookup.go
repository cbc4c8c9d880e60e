package core

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/search"
	"github.com/normlet/normlet/internal/f32"
)

// candidateRows is how many nearest rows are rescored.
const candidateRows = 160

// namedRows is how many of them, the best by what the tables alone say, are
// compared with the mention as strings, which costs more than all else; the
// others stay in the running without what their names would add. One entity with
// many names can fill many places: with 128 Hits@10 of genes and diseases is up to
// 0.001 lower, with 192 and 80 it is no better.
const namedRows = 64

// Candidate is a row in the running, for reports and for fitting a Ranker.
type Candidate struct {
	Row, Entity int32
	Distance    int32
	Stage       Stage
	Features    [NumFeatures]float32
	Score       float32
}

// scratch is the working memory of one look-up.
type scratch struct {
	profile    profile
	row        text
	name       []byte
	rows       []int32 // of the candidates
	names      pack.Batch
	vector     []float32
	proj       []float32
	code       []uint64
	query      *binarize.Query
	hits       []search.Hit   // found by tables, then near
	same       int            // hits of the mention's form, which come first
	reworded   bool           // they are of what the mention says in other words
	found      int            // hits by tables
	shortened  []shortenedRow // that the mention abbreviates: hits after same
	loose      [2][]byte      // forms of mention and row
	part       []byte         // compact form of a part of the mention
	size       int            // of the mention, see near
	candidates []Candidate
	codes      []uint64 // of the candidates
	folder     folder
	context    []float32 // of the words around the mention
}

func newScratch(n *Normalizer) *scratch {
	return &scratch{
		proj: make([]float32, n.head.Bits), code: make([]uint64, n.head.Words()),
		query: binarize.NewQuery(make([]float32, n.head.Bits)),
	}
}

// Lookup maps a mention to its k most likely entities, in any namespace. Every
// text has a defined answer: without letters, digits or marks it is NIL. So is
// every text after Close. Of a long text the first encoder.MaxTextBytes count. What a
// look-up takes is bounded by the scan of all codes and some 5,000 rows of any name.
func (n *Normalizer) Lookup(mention string, k int) Answer {
	a, _ := n.LookupWith(mention, Options{K: k}) // fails only on namespaces and after Close
	return a
}

// LookupWith is Lookup with options. Its errors are ErrNamespace, wrapped, for a
// namespace that the pack has not, and ErrClosed.
func (n *Normalizer) LookupWith(mention string, o Options) (Answer, error) {
	if !n.guard.enter() {
		return Answer{Mention: mention, NIL: true, PNIL: 1, NILScore: math.Inf(1)}, ErrClosed
	}
	defer n.guard.leave()
	filter, err := n.filters.of(o.Namespaces)
	if err != nil {
		return Answer{}, err
	}
	s := n.pool.Get().(*scratch)
	defer n.pool.Put(s)
	n.gather(s, mention, filter, o.SkipNear)
	return n.conclude(s, mention, o), nil
}

// conclude answers from the candidates.
func (n *Normalizer) conclude(s *scratch, mention string, o Options) Answer {
	cs := s.fold(&n.ranker)
	n.rerank(s, cs, mention, o.Context)
	return n.answer(mention, cs, min(max(cmp.Or(o.K, DefaultK), 0), MaxK), o.MinP)
}

// Candidates returns every row in the running for mention, without scores, in no
// particular but fixed order, and none after Close. It is what a Ranker is fitted
// on.
func (n *Normalizer) Candidates(mention string) []Candidate {
	if !n.guard.enter() {
		return nil
	}
	defer n.guard.leave()
	s := n.pool.Get().(*scratch)
	defer n.pool.Put(s)
	n.gather(s, mention, nil, false)
	return slices.Clone(s.candidates)
}

// Nearest appends the k rows whose codes are nearest to the mention's, of all
// sizes, by distance and then, in a large pack, by the size of the name: the third
// stage alone. After Close it appends none.
func (n *Normalizer) Nearest(dst []search.Hit, mention string, k int) []search.Hit {
	if !n.guard.enter() {
		return dst
	}
	defer n.guard.leave()
	found := len(dst)
	dst, _ = n.near.index.AppendNearest(dst, n.Code(nil, mention), k, nil)
	n.near.toRows(dst[found:])
	return dst
}

// gather fills s.candidates with the rows of all stages and their features.
func (n *Normalizer) gather(s *scratch, mention string, filter *rowFilter, skipNear bool) {
	if !n.prepare(s, mention, filter) {
		return
	}
	if !s.answered(skipNear) {
		s.hits = n.near.append(s.hits, s.code, s.size, candidateRows, filter)
	}
	n.examine(s, mention)
}

// answered reports whether no near rows are wanted: see Options.SkipNear.
func (s *scratch) answered(skipNear bool) bool { return skipNear && s.same > 0 && !s.reworded }

// prepare encodes a mention and fills s.hits with the rows that tables find. It
// returns false, without candidates, for a mention in which there is nothing.
func (n *Normalizer) prepare(s *scratch, mention string, filter *rowFilter) bool {
	s.candidates, s.hits, s.shortened, s.reworded = s.candidates[:0], s.hits[:0], s.shortened[:0], false
	n.read(s, mention)
	if len(s.profile.form) == 0 {
		return false
	}
	s.size = sizeOf(len(s.profile.form))
	n.addSame(s, filter)
	if len(s.hits) == 0 {
		mention = n.reword(s, mention, filter)
	}
	s.vector = n.encoder.Encode(s.vector[:0], mention)
	s.proj = n.head.Project(s.proj[:0], s.vector)
	s.code = binarize.Signs(s.code[:0], s.proj)
	s.same = len(s.hits)
	n.measure(s, 0)
	if s.profile.whole != 0 {
		s.profile.vocabulary = n.byWord()
	}
	n.addAcronyms(s, filter)
	n.addClipped(s, filter)
	n.addShortened(s)
	if s.same == 0 {
		n.addWithin(s, filter)
		n.addRare(s, filter)
	}
	s.found = len(s.hits)
	return true
}

// read prepares a mention for comparisons.
func (n *Normalizer) read(s *scratch, mention string) {
	s.profile.set(mention)
	n.words.weigh(&s.profile.text)
	n.synonyms.add(&s.profile)
}

// examine makes candidates of s.hits, now with the near ones, and fills in their
// features.
func (n *Normalizer) examine(s *scratch, mention string) {
	same, found := s.same, s.found
	for i, h := range s.hits {
		if i >= found && containsRow(s.hits[:found], h.Row) {
			continue // found already
		}
		c := Candidate{Row: h.Row, Distance: h.Distance, Stage: StageHamming}
		switch {
		case i >= same+len(s.shortened):
		case i >= same:
			c.Features[Acronym] = s.shortened[i-same].acronym
		case !s.reworded:
			c.Stage = StageNormalized
		}
		s.candidates = append(s.candidates, c)
	}
	n.tableFeatures(s)
	evenCosine(s.candidates[same:same+len(s.shortened)], n.calibration.Trust)
	n.nameFeatures(s, mention, s.candidates[:n.arrange(s, same, found)])
}

// arrange brings the candidates into the order in which they deserve a closer
// look: those before index same, which have the mention's form, those that it may
// abbreviate, the best of those before found, which share a rare word with it, and
// the others. It returns how many to compare with the mention as strings.
func (n *Normalizer) arrange(s *scratch, same, found int) int {
	rare := same + len(s.shortened)
	n.bestFirst(s, s.candidates[rare:found])
	found = min(found, rare+namedFew)
	n.bestFirst(s, s.candidates[found:])
	return min(found+namedRows, len(s.candidates))
}

// bestFirst sorts candidates by falling score of what the tables say.
func (n *Normalizer) bestFirst(s *scratch, cs []Candidate) {
	f := &s.folder
	f.keys = f.keys[:0]
	for i := range cs {
		f.keys = append(f.keys, scoreKey(n.ranker.Score(&cs[i].Features), i))
	}
	copy(cs, f.sorted(cs))
}

// mostCosine is above what rounding makes of any cosine.
const mostCosine = 2

// tableFeatures fills in the entities of the candidates, and the features that
// need no name. Its tables are read in no order: one short loop for each lets
// the reads of many rows be in flight together.
func (n *Normalizer) tableFeatures(s *scratch) {
	p := n.pack
	s.query.Reset(s.proj)
	scale := 1 / f32.Sqrt(max(f32.Dot(s.proj, s.proj)*float32(len(s.proj)), 1e-30))
	for i := range s.candidates {
		c := &s.candidates[i]
		c.Entity = int32(p.RowEntity[c.Row])
	}
	short := shortness(s.profile.compact)
	for i := range s.candidates {
		c := &s.candidates[i]
		c.Features[Short] = short
		c.Features[Prior] = float32(p.Prior[c.Entity]) / 255
	}
	for i := range s.candidates {
		c := &s.candidates[i]
		kind := p.RowKind[c.Row]
		c.Features[NotPrimary], c.Features[Alias] = bit(kind > 0), bit(kind > 1)
	}
	s.codes = s.codes[:0]
	for i := range s.candidates {
		s.codes = append(s.codes, p.Code(int(s.candidates[i].Row))...)
	}
	for i, words := 0, len(s.code); i < len(s.candidates); i++ {
		cosine := float32(s.query.Score(s.codes[i*words:(i+1)*words]) * scale)
		s.candidates[i].Features[Cosine] = bounded(cosine, mostCosine)
	}
}

// nameFeatures fills in the features of the names of cs.
func (n *Normalizer) nameFeatures(s *scratch, mention string, cs []Candidate) {
	s.rows = s.rows[:0]
	for i := range cs {
		s.rows = append(s.rows, cs[i].Row)
	}
	s.names.Read(n.pack.Names, s.rows)
	s.loose[0] = appendLoose(s.loose[0][:0], s.profile.compact)
	for i := range cs {
		c := &cs[i]
		f := &c.Features
		name := unsafeString(s.names.At(i))
		s.row.set(name)
		n.words.weigh(&s.row)
		f[Exact] = bit(sameSpelling(name, mention))
		f[Normalized] = bit(string(s.row.compact) == string(s.profile.compact))
		f[Attested] = n.attested(c, s.row.compact, f[Normalized])
		s.profile.compare(f, &s.row)
		if s.profile.isAlso(s.row.compact) {
			f[Normalized], f[Trigram], f[Digits], f[MentionIn], f[NameIn] = 1, 1, 1, 1, 1 // the same in other letters
		}
		if f[Normalized] == 0 && f[Trigram] > looseTrigram {
			s.loose[1] = appendLoose(s.loose[1][:0], s.row.compact)
			f[Normalized] = looselySame * bit(string(s.loose[1]) == string(s.loose[0]))
		}
		if s.reworded {
			f[Normalized] *= looselySame
		}
		f[Title] = f[Normalized] * (1 - f[NotPrimary])
		if f[Exact] == 1 && c.Stage == StageNormalized {
			c.Stage = StageExact
		}
	}
	shareBegins(cs)
}

// anyCase is the length from which capitals make no difference.
const anyCase = 6

// sameSpelling reports whether two names are equal, or would be at the start of a
// sentence or in a heading: "heparin" is "Heparin", while "no" is not "NO".
func sameSpelling(a, b string) bool {
	if a == b {
		return true
	}
	if len(a) >= anyCase && strings.EqualFold(a, b) {
		return true
	}
	if len(a) != len(b) || len(a) < 2 || a[1:] != b[1:] || a[0]|0x20 != b[0]|0x20 {
		return false
	}
	return isLower(a[0]|0x20) && isLower(a[1])
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

// measure fills in the distances of the hits from index from on.
func (n *Normalizer) measure(s *scratch, from int) {
	for i := from; i < len(s.hits); i++ {
		s.hits[i].Distance = n.distance(s.code, int(s.hits[i].Row))
	}
}

// distance returns the Hamming distance between code and the code of row.
func (n *Normalizer) distance(code []uint64, row int) int32 {
	d := 0
	for i, w := range n.pack.Codes[row*len(code) : (row+1)*len(code)] {
		d += bits.OnesCount64(w ^ code[i])
	}
	return int32(d)
}

// attested is the feature Attested of a row.
func (n *Normalizer) attested(c *Candidate, compact []byte, normalized float32) float32 {
	if normalized == 0 || len(n.calibration.Attested) == 0 {
		return 0
	}
	key := AttestedKey(string(compact), n.pack.IDs.At(int(c.Entity)))
	return float32(n.calibration.attestation(key)) / 255
}

// answer turns folded candidates into the best k matches.
func (n *Normalizer) answer(mention string, cs []Candidate, k int, minP float64) Answer {
	a := Answer{Mention: mention, NIL: true, PNIL: 1, NILScore: math.Inf(1)}
	if len(cs) == 0 {
		return a
	}
	p, pNIL := Probabilities(cs, n.ranker.NIL)
	a.NILScore = float64(n.ranker.NIL) - float64(cs[0].Score)
	best := n.match(&cs[0])
	a.PNIL = n.calibration.Apply(best.Namespace, cs[0].Evidence(), p, pNIL)
	a.NIL = a.PNIL > p[0] || p[0] < minP
	for i, c := range cs[:min(k, len(cs))] {
		m := best
		if i > 0 {
			m = n.match(&c)
		}
		m.P, m.Margin = p[i], p[i]
		if i+1 < len(p) {
			m.Margin -= p[i+1]
		}
		a.Matches = append(a.Matches, m)
	}
	if !a.NIL {
		a.Ambiguous = n.ambiguous(cs, p)
	}
	return a
}

// match fills in the words of a candidate.
func (n *Normalizer) match(c *Candidate) Match {
	p := n.pack
	m := Match{
		ID: p.IDs.At(int(c.Entity)), Namespace: p.Namespaces[p.EntityNamespace[c.Entity]],
		Matched: p.Names.At(int(c.Row)), Kind: p.RowKind[c.Row].String(),
		Stage: c.Stage, Distance: int(c.Distance), Score: 1,
	}
	if m.Name = m.Matched; p.PrimaryRow[c.Entity] != uint32(c.Row) {
		m.Name = p.Names.At(int(p.PrimaryRow[c.Entity]))
	}
	if c.Features[Normalized] < 1 {
		m.Score = float64(max(0, c.Features[Cosine])+c.Features[Trigram]) / 2
	}
	return m
}
