package mobile

import (
	"cmp"
	"strings"

	"github.com/normlet/normlet/core"
)

// Options are the options of a look-up. Unchanged, they ask for five matches.
type Options struct {
	// K is how many matches are wanted; 0 means 5, more than 128 means 128.
	K int
	// Namespaces are the namespaces of the entities that are wanted, joined by commas; empty for all. A Text has its own.
	Namespaces string
	// Prefer are namespaces or prefixes of ids, joined by commas: of the ids of one thing, that of the first of these.
	Prefer string
	// Organisms are those whose genes are meant, the likeliest first, joined by commas: NCBI Taxonomy ids or words, as
	// "10090,mouse". If empty, the mention and Context decide.
	Organisms string
	// Context is the text around the mention, such as its sentence; a Text has its own.
	Context string
	// MinProbability makes an answer IsNIL if its best match is less probable.
	MinProbability float64
	// Near adds similar names to the matches of a mention that is a name, which takes several times as long. They are
	// sought in any case where no name decides.
	Near bool
	// Exactly leaves out the matches that are Broader than the mention.
	Exactly bool
	// Language is that of the mention, such as es, in a pack with a table of its words. If empty, the words decide.
	Language string
	// Show is the language of the names of matches, such as es or pt-BR: the pack's names in it, or else primary ones.
	Show string
}

// core returns the options in the types of core.
func (o *Options) core() (core.Options, error) {
	o = cmp.Or(o, &Options{})
	if o.K < 0 {
		return core.Options{}, failuref(KindArgument, "k is %d; it has to be at least 1", o.K)
	}
	if !(o.MinProbability >= 0 && o.MinProbability <= 1) {
		return core.Options{}, failuref(KindArgument, "the least probability is %v; it has to be from 0 to 1", o.MinProbability)
	}
	return core.Options{
		K: min(cmp.Or(o.K, core.DefaultK), core.MaxK), Namespaces: split(o.Namespaces), Prefer: split(o.Prefer), Organisms: split(o.Organisms), Context: o.Context,
		MinP: o.MinProbability, Near: o.Near, Exactly: o.Exactly, Language: o.Language, Show: o.Show,
	}, nil
}

// split returns the names of a text joined by commas.
func split(names string) []string {
	if names == "" {
		return nil
	}
	return strings.Split(names, ",")
}

// checkK refuses what no Options would hold: their K of 0 stands for none given.
func checkK(k int) error {
	if k < 1 {
		return failuref(KindArgument, "k is %d; it has to be at least 1", k)
	}
	return nil
}
