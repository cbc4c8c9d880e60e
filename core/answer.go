package core

import (
	"cmp"
	"math"
	"slices"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/entity"
	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/score"
)

// Match is one entity that a mention may mean.
type Match struct {
	ID        string   // CURIE
	Same      []string // ids of the same thing in other lists and namespaces
	Namespace string
	Taxon     string  // NCBI Taxonomy id of the organism of a gene, where the pack tells organisms apart
	Name      string  // the entity's primary name
	Matched   string  // the name that was found; for StageID the id that the pack has, which may be a former one
	Kind      string  // of Matched: primary, exact, alias, related
	Stage     Stage   // what found it first
	Distance  int     // Hamming distance between the codes of mention and Matched, in bits; 0 for StageNeighbour
	Score     float64 // similarity of mention and Matched: 1 when normalized forms agree, else below 1; 0 for StageNeighbour
	P         float64 // probability that this entity is meant, calibrated for the best match
	Margin    float64 // P minus the P of the next match, the next entity even when it is not returned
}

// Answer is what a mention maps to.
type Answer struct {
	Mention string
	Matches []Match // by falling probability
	NIL     bool    // the terminology likely holds no such entity, or Options do not want the best
	PNIL    float64 // probability that it holds none; PNIL and all entities' P sum to 1

	// NILScore is the ranker's score of NIL minus that of the best entity: above 0, an answer is NIL unless its best
	// match is right more often than not. It finds mentions without an entity better than PNIL, which also depends
	// on how clear the entity is. Infinite when there is nothing to compare.
	NILScore float64

	// Together are names of all that the mention names together, if it is no name and the pack knows what it is made of:
	// BCR and ABL1 of BCR-ABL.
	Together []string

	seen score.Seen // what it tells of how much of the mentions asked together the pack has

	// Ambiguous are the IDs of the best match and of the entities tied with it, by falling P, whether or not
	// they are returned; nil when there is no tie or the answer is NIL. score.Rival.TiedWith is the rule.
	Ambiguous []string
}

// Undecided reports whether an answer is NIL although its best match is as likely: show that match, too.
func (a *Answer) Undecided() bool {
	return a.NIL && len(a.Matches) > 0 && score.Undecided(a.Matches[0].P, a.PNIL)
}

// Query is a mention and the text around it.
type Query struct {
	Mention   string
	Context   string // instead of Options.Context; may be empty
	Namespace string // only entities of this one; "": of Options.Namespaces
	Fields    string // instead of Options.Fields; those that the pack lacks say nothing
	Organisms string // instead of Options.Organisms, with commas, semicolons or bars between; those that the pack lacks say nothing
}

// Options changes a look-up. The zero value asks for five matches.
type Options struct {
	K          int      // matches wanted: 5; at most MaxK; for 1, near names are sought where they could change it
	Namespaces []string // only entities of these; none: all
	// Prefer are namespaces or prefixes of ids, the most wanted first. What several lists or namespaces have is one
	// match, with the sum of its P: ID is that of the most wanted, or else of the likeliest, and Same has the others.
	// Its stage is that of the likeliest.
	Prefer []string
	// Organisms are those whose genes are meant, the likeliest first, by NCBI Taxonomy id or a word: 10090, mouse. If there
	// are none, the mention and Context tell which are meant; if they do not, human genes are the likeliest. Genes of other
	// organisms become less likely, but stay in the answer. To leave them out, set Namespaces, as in NCBIGene/10090.
	Organisms []string
	// Fields are what else is known of what is meant, with tabs between: brand=Sony. Entities of this brand are likelier, those
	// of another less, in a pack with such fields; near names are sought, then. Package internal/core/field has the rule.
	Fields string
	MinP   float64 // an answer whose best match has a lower P is NIL
	// Coverage says how many of the mentions asked together the pack has. It comes from EstimateCoverage or FixedCoverage of
	// the same Normalizer. Without it, the share is that of the texts that P was fitted on.
	Coverage *Coverage
	// Near adds near names to the further matches of a mention that is a name of the pack, which takes several times as
	// long. Without it they are sought only where no name decides the answer; the best match and its P hardly change.
	Near bool
	// Context is the text around the mention, such as its sentence. A pack with
	// profiles of its entities (`train/topic`) uses it to choose between
	// entities that the mention alone leaves close. It changes nothing else.
	Context string

	named bool // a name always decides, so that the candidates do not depend on the text: see LookupCache
}

// ErrNamespace is wrapped by the error for a namespace that the pack lacks.
var ErrNamespace = index.ErrNamespace

// DefaultK and MaxK bound Options.K.
const (
	DefaultK = 5
	MaxK     = 128
)

// answer turns ranked candidates into the best matches.
func (n *Normalizer) answer(cs []score.Candidate, mention string, r *engine.Request, o *Options, cache *LookupCache) Answer {
	k := min(max(cmp.Or(o.K, DefaultK), 0), MaxK)
	a := Answer{Mention: mention, NIL: true, PNIL: 1, NILScore: math.Inf(1)}
	if len(cs) == 0 {
		return a
	}
	odds := n.engine.Odds(cs, mention, r)
	a.PNIL, a.NILScore, a.seen = odds.NIL, odds.NILScore, odds.Seen
	w := o.wish()
	cs, p := n.engine.Entities.Fold(cs, odds.P, w)
	tied, best := score.Tied(cs, p, MaxK-1), p[0]
	for _, i := range tied {
		if score.Even(cs, p, i) {
			best += p[i]
		}
	}
	a.NIL = score.IsNIL(a.PNIL, best, o.Coverage == nil) || p[0] < o.MinP
	k = min(k, len(cs))
	a.Matches = slices.Grow(a.Matches, k)[:k]
	if cache != nil && len(o.Prefer) == 0 {
		cache.fill(a.Matches, cs, w)
	} else {
		n.fill(a.Matches, cs, w)
	}
	for i, c := range cs[:k] {
		m := &a.Matches[i]
		m.Stage, m.Distance, m.Score = Stage(c.Stage), int(c.Distance), 1
		if c.Features[score.Normalized] < 1 {
			m.Score = float64(max(0, c.Features[score.Cosine])+c.Features[score.Trigram]) / 2
		}
		m.P, m.Margin = p[i], p[i]
		if i+1 < len(p) {
			m.Margin -= p[i+1]
		}
	}
	if !a.NIL && len(tied) > 0 {
		for _, i := range append([]int{0}, tied...) {
			id, _ := n.engine.Entities.Named(uint32(cs[i].Entity), w)
			a.Ambiguous = append(a.Ambiguous, id)
		}
	}
	return a
}

// fill fills in the words of the first candidates, one for each match.
func (n *Normalizer) fill(ms []Match, cs []score.Candidate, w *entity.Wish) {
	p, e := n.engine.Pack, n.engine
	for i := range ms {
		m, of, row := &ms[i], cs[i].Entity, int(cs[i].Row)
		m.Namespace, m.Taxon = p.NamespaceOf(int(of)), e.Organisms.Taxon(of)
		m.Matched, m.Kind = p.Names.At(row), p.RowKind[row].String()
		m.ID, m.Same = e.Entities.Named(uint32(of), w)
		if m.Name = m.Matched; p.PrimaryRow[of] != uint32(row) {
			m.Name = p.Names.At(int(p.PrimaryRow[of]))
		}
	}
}
