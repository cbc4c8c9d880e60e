package core

import "github.com/normlet/normlet/internal/core/entity"

// Query is a mention and the text around it.
type Query struct {
	Mention   string
	Context   string // replaces Options.Context; may be empty
	Namespace string // allows only entities of this namespace; "": those of Options.Namespaces
	Fields    string // replaces Options.Fields unless empty; fields that the pack lacks have no effect
	Organisms string // replaces Options.Organisms unless empty: separated by commas, semicolons or bars; unknown ones do not count
}

// Options changes a look-up. The zero value asks for five matches.
type Options struct {
	K          int      // number of matches, at most MaxK; 0: DefaultK
	Namespaces []string // allows only entities of these namespaces, or kinds such as gene: see Normalizer.Namespaces; none: all
	// Prefer has namespaces or prefixes of ids, the preferred one first. A thing that several lists or namespaces have is one
	// match with the sum of their P. Its ID is that of the preferred list, or of the likeliest entity if none is preferred;
	// Same has the other ids. Its Stage is that of the likeliest entity.
	Prefer []string
	// Organisms are those whose genes the mention may mean, the likeliest first: NCBI Taxonomy ids or words, such as 10090 and
	// mouse. If there are none, the mention and Context decide; if these say nothing, human genes are the likeliest. Genes of
	// other organisms become less likely but stay in the answer. To exclude them, set Namespaces, as in NCBIGene/10090.
	Organisms []string
	// Fields says what else the caller knows about the entity: NAME=VALUE, separated by tabs, such as brand=Sony. In a pack
	// with such a field, entities with the same value become likelier, and those with another value less likely. A rare value
	// has more weight than a common one. With Fields, near names are always sought. NAME!=VALUE excludes
	// entities that have another value.
	Fields string
	MinP   float64 // makes an answer NIL if its best match has a lower P
	// Exactly leaves out the matches that are Broader than what the mention says. Their P is that of NIL, and so is the answer
	// whose best match is one.
	Exactly bool
	// Coverage says how many of the mentions that are asked together the pack has. It comes from EstimateCoverage or
	// FixedCoverage of the same Normalizer. Without it, P assumes the share of the texts that it was fitted on.
	Coverage *Coverage
	// Near adds near names to the further matches of a mention that is a name of the pack, which takes several times as
	// long. Without it, near names are sought only if no name decides the answer. The best match and its P hardly change.
	Near bool
	// Context is the text around the mention, such as its sentence. It decides between entities that the mention alone
	// leaves close: by their other names in the text and, in a pack with company, by what else it names.
	Context string
	// Language is that of the mention, as BCP 47 has it, such as es. If it is empty, the mention decides. It counts in packs
	// with tables of other languages.
	Language string
	// Show is the language of the names of matches, a BCP 47 tag such as es or pt-BR: see Normalizer.Show.
	Show string

	named bool // lets a name always decide, so that the candidates do not depend on the text: see LookupCache
}

// DefaultK and MaxK are the default and the largest value of Options.K.
const (
	DefaultK = 5
	MaxK     = 128
)

func (o *Options) wish() *entity.Wish {
	return &entity.Wish{Prefer: o.Prefer, Namespaces: o.Namespaces}
}

// Coverage says how many of the mentions that are asked together, such as those of a column, the pack has. Probabilities depend
// on it (Options.Coverage): a mention that only resembles a name is likelier to mean it in a column of genes than in one of
// remarks. A Coverage can be sent to other machines with the same pack, as bytes or within JSON.
type Coverage struct {
	In []NamespaceShare // share of the mentions that each namespace has, the largest first

	shifts    []float64 // increase of the log odds that the pack has the entity, for each namespace and kind of evidence
	organisms []float64 // number of mentions that mean genes of each organism
}

// NamespaceShare is the share of all mentions that mean an entity of one namespace.
type NamespaceShare struct {
	Namespace string  `json:"namespace"`
	Share     float64 `json:"share"`
}
