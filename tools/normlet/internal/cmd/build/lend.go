package build

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/inputs"
	"github.com/normlet/normlet/tools/normlet/internal/packfile"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/lexicon"
)

func readLexicon(std *cli.IO, o *options) error {
	if o.lend == "" {
		return nil
	}
	if o.recipe.Lexicon = (lexicon.Lexicon{}); o.lend == "none" {
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
	for _, l := range all {
		if l.Borrowers == 0 && (file == "" || file == "none") {
			continue
		}
		lent, why := fmt.Sprint(l.Names), ""
		if l.OtherField {
			lent, why = "none", ", too few for a list of their field"
		}
		fmt.Fprintf(std.Err, "%snames: %s lent from %s: %d of the %d names (%.1f %%) are there%s\n",
			strings.TrimPrefix(l.Namespace+": ", ": "), lent, cmp.Or(file, "MeSH, the Disease Ontology and ChEBI"),
			l.Known, l.Of, 100*float64(l.Known)/float64(l.Of), why)
	}
}

// readLender reads the tables of other languages that a pack lends.
func readLender(std *cli.IO, o *options) error {
	if o.lendLanguage == "" {
		return nil
	}
	content, name, err := packfile.Read(std, o.lendLanguage)
	if err != nil {
		return err
	}
	o.recipe.LanguagesOf, err = pack.Parse(content)
	if err == nil && len(o.recipe.LanguagesOf.Translations) == 0 {
		err = errors.New("no tables of other languages to lend: build it with --translations")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
