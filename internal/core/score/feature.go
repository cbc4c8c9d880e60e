package score

import (
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
)

// Feature is the number of a part of a row's score. The numbers are part of the pack format.
type Feature int

// The features of a row for a mention. Cosine and Title are in [-1,1], all others in [0,1].
const (
	Cosine     Feature = iota // cosine of the mention's projected vector, in floats, and the row's code, in bits
	Exact                     // 1 if the name equals the mention, sameButCase if they differ in capitals without a meaning
	Normalized                // 1 if letters and digits are equal, otherSigns if signs or primes differ, looselySame if loose forms are equal
	Trigram                   // Jaccard similarity of the character trigrams of the compact forms
	Digits                    // 1 if the runs of digits are the same, in order
	MentionIn                 // share of the mention's words, by weight, that the name also has
	NameIn                    // share of the name's words, by weight, that the mention also has
	NotPrimary                // 1 unless the name is the primary one
	Alias                     // 1 if the name is an alias or only related
	Prior                     // log(1+weight) of the entity, divided by the largest of the pack
	Acronym                   // (1+Prior)/2 if the mention is the initials of the name's words, less for other letters of them
	Begins                    // up to 1 if the name begins with the mention: see Query.begins and ShareBegins
	Commonness                // share of the labelled mentions of this name that mean the entity; 0 unless compact forms are equal
	Short                     // 1 minus an eighth for each letter or digit of the mention, at least 0; the same for all rows
	Title                     // Normalized of a primary name, -Normalized of an alias that DemoteForeignAliases finds
	Code                      // share of the mention's numbers, by weight, that the name also has, after the same letters
	Grams                     // cosine of the trigrams of both, weighted by rarity (TF-IDF); 0 if its weight is 0
	Elsewhere                 // share of the mention's words, by weight, that only other names of the entity have: see ShareWords
	NumFeatures
)

// features is the registry: a new feature needs a constant above and an entry here.
//
// weight is the weight that a fit starts from and that its ridge pulls to. named computes a feature from the name, for the
// namedRows best candidates, and may read the features before it; nil leaves it as it is. TableFeatures computes those of
// every candidate.
var features = [NumFeatures]struct {
	name   string
	weight float32
	named  func(c *comparison) float32
}{
	Cosine:     {"cosine", 12, nil},
	Exact:      {"exact", 1.5, (*comparison).exact},
	Normalized: {"normalized", 5, (*comparison).normalized},
	Trigram:    {"trigram", 2, func(c *comparison) float32 { return c.trigram }},
	Digits:     {"digits", 1, (*comparison).digits},
	MentionIn:  {"mention_in", 3, (*comparison).mentionIn},
	NameIn:     {"name_in", 3, (*comparison).nameIn},
	NotPrimary: {"not_primary", -0.5, nil},
	Alias:      {"alias", -0.5, nil},
	Prior:      {"prior", 5, nil},
	Acronym:    {"acronym", 6, (*comparison).acronym},
	Begins:     {"begins", 6, func(c *comparison) float32 { return c.begins }},
	Commonness: {"commonness", 6, (*comparison).commonness},
	Short:      {"short", -7, nil},
	Title:      {"title", 1, func(c *comparison) float32 { return c.f[Normalized] * (1 - c.f[NotPrimary]) }},
	Code:       {"code", 1, (*comparison).code},
	Grams:      {"grams", 0, (*comparison).grams}, // only lists of other fields give it a weight
	Elsewhere:  {"elsewhere", 3, nil},             // ShareWords computes it, of several names
}

// byName has the features that have a function.
var byName = func() (names []Feature) {
	for f := range NumFeatures {
		if features[f].named != nil {
			names = append(names, f)
		}
	}
	return names
}()

func (f Feature) String() string { return features[f].name }

// DefaultRanker returns the Ranker that a fit starts from.
func DefaultRanker() Ranker {
	r := Ranker{NIL: 8.5}
	for f := range features {
		r.Weights[f] = features[f].weight
	}
	return r
}

// Row has the entries of a row in the tables of a pack, and what retrieval computed for it.
type Row struct {
	Kind      pack.Kind
	Prior     uint8   // of the entity, in 1/255
	Cosine    float32 // of the mention's vector and the row's code
	Alignment float32 // how well the mention abbreviates the name, as retrieval found it
}

// TableFeatures fills in the features of candidates that need no name. rows[i] belongs to cs[i].
func (q *Query) TableFeatures(cs []Candidate, rows []Row) {
	short := max(0, 1-float32(float32(len(q.Compact))/shortLetters))
	for i := range cs {
		f, r := &cs[i].Features, &rows[i]
		f[Cosine] = bounded(r.Cosine, maxCosine)
		f[NotPrimary], f[Alias] = bit(r.Kind > pack.KindPrimary), bit(r.Kind > pack.KindExact)
		f[Prior], f[Acronym], f[Short] = float32(r.Prior)/255, AcronymOf(r.Alignment, r.Prior), short
	}
}

// AcronymOf returns the feature Acronym of a name that the mention abbreviates as well as alignment says.
func AcronymOf(alignment float32, prior uint8) float32 {
	return float32(alignment * (1 + float32(prior)/255) / 2)
}

// NameReader compares names of rows with mentions.
type NameReader struct {
	// Commonness returns the share of the labelled mentions of a compact form that mean an entity.
	Commonness func(compact []byte, entity int32) float32
	Grams      func() *GramWeights // nil if the feature has no weight

	text names.Text
	has  []float32 // of each word of the mention, how well a name has it, for one name after the other

	entities []int32 // of ShareWords: of each name
	before   []int   // and which name before is of the same one

	comparison
}

// comparison is a query and the name of a row.
type comparison struct {
	r    *NameReader
	q    *Query
	name string
	f    *[NumFeatures]float32
	of   int32 // entity

	same    bool // the compact forms are equal
	also    bool // the name equals the mention in other letters or figures
	trigram float32
	begins  float32
}

// Begin forgets the names that were compared: see ShareWords.
func (n *NameReader) Begin() { n.has = n.has[:0] }

// NameFeatures fills in the features of a candidate that need its name.
func (n *NameReader) NameFeatures(q *Query, c *Candidate, name string) {
	n.text.Off, n.text.Listed = q.Off, true
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

// digits returns 1 if the runs of digits are the same. The name may have more if it continues where the mention ends.
func (c *comparison) digits() float32 {
	return bit(c.also || names.SameDigits(c.q.Words, c.r.text.Words) || c.begins > 0 && names.StartsWithDigits(c.r.text.Words, c.q.Words))
}

func (c *comparison) mentionIn() float32 {
	text, before := &c.r.text, len(c.r.has)
	if c.also {
		text = &c.q.Text
	}
	c.r.has = c.q.appendHas(c.r.has, text)
	return c.q.share(c.r.has[before:])
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
