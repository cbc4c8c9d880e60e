package index_test

import (
	"fmt"
	"log"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/index"
	"github.com/normlet/normlet/internal/core/names"
)

// The names that have a rare word, which a mention may share with a name that is otherwise spelled differently.
func ExampleNewWords() {
	c, err := pack.Parse(assets.Default())
	if err != nil {
		log.Fatal(err)
	}
	lexicon, _, err := names.ParseLexicon(names.Sections{Words: c.Words, Synonyms: c.Synonyms, Telling: c.Telling, Rewrites: c.Rewrites, Knowledge: c.Knowledge}, c.Names.Len())
	if err != nil {
		log.Fatal(err)
	}
	words := index.NewWords(c, &lexicon)
	for _, posting := range words.Rare.Of(names.Hash("oligophrenin")) {
		fmt.Println(c.Names.At(int(uint32(posting))))
	}
	// Output:
	// Oligophrenin-1
	// oligophrenin 1
}
