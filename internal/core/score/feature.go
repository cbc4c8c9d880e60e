package score

import (
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// Feature numbers the parts of a row's score. The values are part of the pack
// format.
type Feature int

// The features of a row for a mention. All lie in [0,1] but Cosine and Title, in [-1,1].
const (
	Cosine     Feature = iota // float query x bits: cosine of the projected mention and the row's code
	Exact                     // 1 when the name is the mention, sameButCase when it is but for capitals that mean nothing
	Normalized                // 1 when the letters and digits are the same, otherSigns when signs or primes are not, looselySame when all are the same but for a plural s or British spelling
	Trigram                   // Jaccard similarity of the character trigrams of the compact forms
	Digits                    // 1 when the runs of digits are the same, in order
	MentionIn                 // share of the mention's words, by weight, that the name has too
	NameIn                    // share of the name's words, by weight, that the mention has too
	NotPrimary                // 1 unless the name is the primary one
	Alias                     // 1 when the name is an alias or only related
	Prior                     // log(1+weight) of the entity over the largest of the pack
	Acronym                   // (1+Prior)/2 when the mention is the initials of the name's words, less when it is other letters of it
	Begins                    // up to 1 when the name goes on where the mention, of rare words, ends, less the more is written about others that do
	Commonness                // share of the labelled mentions of this name that mean the entity, for a row of the mention's form
	Short                     // 1 less an eighth for each letter or digit of the mention, at least 0; the same for all rows
	Title                     // Normalized of a primary name, -Normalized of an alias that is another entity's official or former name
	Code                      // share of the mention's numbers, by weight, that the name has too, behind the same letters
	Grams                     // cosine of the trigrams of both, the rarer ones weighing more (TF-IDF); 0 if its weight is
	NumFeatures
)

// features is the registry: adding a feature is a constant above and an entry here.
//
// weight is where a fit starts and what its ridge pulls to. table computes a feature
// from the tables of the pack, for every candidate; named computes it from the name,
// for the namedRows best, and may read what features before it have. One of the two
// may be nil, and then leaves the feature as it is.
var features = [NumFeatures]struct {
	name   string
	weight float32
	table  func(q *Query, r *Row) float32
	named  func(c *comparison) float32
}{
	Cosine:     {"cosine", 12, func(_ *Query, r *Row) float32 { return bounded(r.Cosine, maxCosine) }, nil},
	Exact:      {"exact", 1.5, nil, (*comparison).exact},
	Normalized: {"normalized", 5, nil, (*comparison).normalized},
	Trigram:    {"trigram", 2, nil, func(c *comparison) float32 { return c.trigram }},
	Digits:     {"digits", 1, nil, (*comparison).digits},
	MentionIn:  {"mention_in", 3, nil, (*comparison).mentionIn},
	NameIn:     {"name_in", 3, nil, (*comparison).nameIn},
	NotPrimary: {"not_primary", -0.5, func(_ *Query, r *Row) float32 { return bit(r.Kind > pack.KindPrimary) }, nil},
	Alias:      {"alias", -0.5, func(_ *Query, r *Row) float32 { return bit(r.Kind > pack.KindExact) }, nil},
	Prior:      {"prior", 5, func(_ *Query, r *Row) float32 { return float32(r.Prior) / 255 }, nil},
	Acronym:    {"acronym", 6, func(_ *Query, r *Row) float32 { return AcronymOf(r.Alignment, r.Prior) }, (*comparison).acronym},
	Begins:     {"begins", 6, nil, func(c *comparison) float32 { return c.begins }},
	Commonness: {"commonness", 6, nil, (*comparison).commonness},
	Short:      {"short", -7, func(q *Query, _ *Row) float32 { return max(0, 1-float32(float32(len(q.Compact))/shortLetters)) }, nil},
	Title:      {"title", 1, nil, func(c *comparison) float32 { return c.f[Normalized] * (1 - c.f[NotPrimary]) }},
	Code:       {"code", 1, nil, (*comparison).code},
	Grams:      {"grams", 0, nil, (*comparison).grams}, // lists of other fields alone have a weight
}

// byTable and byName are the features that are computed so.
var byTable, byName = func() (tables, names []Feature) {
	for f := range NumFeatures {
		if features[f].table != nil {
			tables = append(tables, f)
		}
		if features[f].named != nil {
			names = append(names, f)
		}
	}
	return tables, names
}()

func (f Feature) String() string { return features[f].name }

// DefaultRanker is where a fit starts.
func DefaultRanker() Ranker {
	r := Ranker{NIL: 8.5}
	for f := range features {
		r.Weights[f] = features[f].weight
	}
	return r
}

// Row has the entries of a row in the tables of a pack.
type Row struct {
	Kind      pack.Kind
	Prior     uint8   // of its entity
	Cosine    float32 // of the mention's vector and the row's code
	Alignment float32 // how well the mention abbreviates the name, as retrieval found it
}

// TableFeatures fills in the features of candidates that need no name. Rows must
// be in their order.
func (q *Query) TableFeatures(cs []Candidate, rows []Row) {
	for _, f := range byTable {
		table := features[f].table
		for i := range cs {
			cs[i].Features[f] = table(q, &rows[i])
		}
	}
}

// AcronymOf is the feature Acronym of a name that the mention abbreviates this well.
func AcronymOf(alignment float32, prior uint8) float32 {
	return float32(alignment * (1 + float32(prior)/255) / 2)
}

// NameReader compares names of rows with mentions.
type NameReader struct {
	// Commonness returns the share of the labelled mentions of a compact form that mean an
	// entity.
	Commonness func(compact []byte, entity int32) float32
	Grams      func() *GramWeights // nil where the feature has no weight

	text names.Text
	comparison
}

// comparison is a query and the name of a row.
type comparison struct {
	r    *NameReader
	q    *Query
	name string
	f    *[NumFeatures]float32
	of   int32 // entity

	same    bool // the compact forms are
	also    bool // the name is the mention in other letters or figures
	trigram float32
	begins  float32
}

// NameFeatures fills in the features of a candidate that need its name.
func (n *NameReader) NameFeatures(q *Query, c *Candidate, name string) {
	n.text.Off = q.Off
	n.text.Read(name)
	q.lexicon.Weigh(&n.text)
	x := &n.comparison
	*x = comparison{r: n, q: q, name: name, f: &c.Features, of: c.Entity}
	x.same, x.also = string(n.text.Compact) == string(q.Compact), q.isAlso(n.text.Compact)
	x.trigram, x.begins = 1, q.begins(&n.text)
	if !x.also {
		x.trigram = q.trigram(&n.text)
	}
	for _, f := range byName {
		c.Features[f] = features[f].named(x)
	}
	if c.Features[Exact] > 0 && c.Stage == StageNormalized {
		c.Stage = StageExact
	}
}

func (c *comparison) exact() float32 {
	switch {
	case c.name == c.q.Mention:
		return 1
	case names.SameButCase(c.name, c.q.Mention) && !c.q.Off.Has(names.AnyCase):
		return sameButCase
	}
	return 0
}

func (c *comparison) normalized() float32 {
	same := bit(c.same || c.also)
	if c.same && !names.SameSigns(c.r.text.Form, c.q.Form) {
		same = otherSigns
	}
	if same == 0 && c.trigram > looseAbove {
		same = looselySame * bit(c.q.lexicon.Rewrites.IsLoose(c.q.loose, c.r.text.Compact, c.q.Off))
	}
	if c.q.Rewriting == Approximate {
		same *= looselySame
	}
	return same
}

// digits is 1 unless the digits of the mention and of the name contradict each other; digits that the mention leaves
// out do not.
func (c *comparison) digits() float32 {
	return bit(c.also || names.SameDigits(c.q.Words, c.r.text.Words) || c.begins > 0 && names.StartsWithDigits(c.r.text.Words, c.q.Words))
}

func (c *comparison) mentionIn() float32 {
	if c.also {
		return 1
	}
	return c.q.mentionIn(&c.r.text)
}

func (c *comparison) nameIn() float32 {
	if c.also {
		return 1
	}
	return c.q.nameIn(&c.r.text)
}

func (c *comparison) code() float32 {
	if c.same || c.also {
		return c.q.codes(&c.q.Text)
	}
	return c.q.codes(&c.r.text)
}

func (c *comparison) acronym() float32 {
	if c.q.Abbreviation.Whole == 0 {
		return c.f[Acronym]
	}
	return c.q.Abbreviates(&c.r.text) * (1 + c.f[Prior]) / 2
}

func (c *comparison) commonness() float32 {
	if !c.same {
		return 0
	}
	return c.r.Commonness(c.r.text.Compact, c.of)
}

func bit(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
