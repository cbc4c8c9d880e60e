package core

import "github.com/normlet/normlet/internal/core/entity"

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
	// Fields are what else is known of what is meant, NAME=VALUE with tabs between: brand=Sony. In a pack with such fields
	// entities of this brand are likelier, those of another less; a rare value in common says more than a common one. Near
	// names are sought, then.
	Fields string
	MinP   float64 // an answer whose best match has a lower P is NIL
	// Coverage says how many of the mentions asked together the pack has. It comes from EstimateCoverage or FixedCoverage of
	// the same Normalizer. Without it, the share is that of the texts that P was fitted on.
	Coverage *Coverage
	// Near adds near names to the further matches of a mention that is a name of the pack, which takes several times as
	// long. Without it they are sought only where no name decides the answer; the best match and its P hardly change.
	Near bool
	// Context is the text around the mention, such as its sentence. It decides between entities that the mention alone
	// leaves close: by other names of theirs that stand in it and, in a pack with profiles of its entities, by its words.
	Context string

	named bool // a name always decides, so that the candidates do not depend on the text: see LookupCache
}

// DefaultK and MaxK bound Options.K.
const (
	DefaultK = 5
	MaxK     = 128
)

func (o *Options) wish() *entity.Wish {
	return &entity.Wish{Prefer: o.Prefer, Namespaces: o.Namespaces}
}

// Coverage says how much of what is asked together, a column or texts, the pack has, as the mentions themselves show.
// Options.Coverage takes it into account: what is only near a name is likelier in a column of genes than in one of remarks.
// It can be sent to other machines that have the same pack, as bytes or within JSON.
type Coverage struct {
	In []NamespaceShare // how many mentions are in the pack, by namespace, the largest share first

	shifts    []float64 // of the log odds that the pack has what is meant: for each of its namespaces, each kind of evidence
	organisms []float64 // how many mentions mean genes of each of the pack's organisms
}

// NamespaceShare is the share of all mentions that mean an entity of a namespace.
type NamespaceShare struct {
	Namespace string  `json:"namespace"`
	Share     float64 `json:"share"`
}
