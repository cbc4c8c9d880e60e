package build

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/inputs"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/lexicon"
)

// noNames as --lend lends none.
const noNames = "none"

// readLexicon reads the terminology of --lend.
func readLexicon(std *cli.IO, o *options) error {
	if o.lend == "" {
		return nil
	}
	if o.recipe.Lexicon = (lexicon.Lexicon{}); o.lend == noNames {
		return nil
	}
	t, _, err := inputs.Read(std, []string{o.lend}, data.ReadOptions{SkipBad: o.read.SkipBad})
	if err != nil {
		return err
	}
	if o.recipe.Lexicon = lexicon.Of([]*data.Terminology{t}); len(o.recipe.Lexicon) == 0 {
		return fmt.Errorf("%s: no names to lend: no entity has two different names of one to three words of letters", o.lend)
	}
	o.recipe.LexiconOf = filepath.Base(o.lend)
	return nil
}

// describeLent says what namespaces with entities that the lexicon knows borrow, and why.
func describeLent(std *cli.IO, file string, all []*assemble.Lent) {
	from, borrowers := cmp.Or(file, "MeSH, the Disease Ontology and ChEBI"), 0
	for _, l := range all {
		if borrowers += l.Borrowers; l.Borrowers == 0 {
			continue
		}
		lent, why := fmt.Sprint(l.Names), ""
		if l.OtherField {
			lent, why = "none", ", too few for a list of their field"
		}
		fmt.Fprintf(std.Err, "%snames: %s lent from %s: %d of the %d names (%.1f %%) are there%s\n",
			strings.TrimPrefix(l.Namespace+": ", ": "), lent, from, l.Known, l.Of, 100*float64(l.Known)/float64(l.Of), why)
	}
	if borrowers == 0 && file != "" && file != noNames {
		fmt.Fprintf(std.Err, "--lend changes nothing: %s has no entity with the one name of one of the list\n", file)
	}
}
