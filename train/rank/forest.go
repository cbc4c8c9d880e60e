package rank

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/normlet/normlet/internal/core/score"
)

// ForestHead is how forest.bin begins, before what score.ParseForest reads.
const ForestHead = "normlet forest\n"

//go:embed forest.bin
var forestFile string

// otherFile is an earlier fit, without English words near names among what lists lack.
//
//go:embed forest-other.bin
var otherFile string

// defaultForest is what lab/fit fitted on labelled mentions of all kinds but consumer. It doubts English words near a
// name, as lists of biomedicine call for. otherForest does not: lists of other fields consist of such words, as those of
// occupations do.
var (
	defaultForest = sync.OnceValue(func() score.Forest { return parseForest("forest.bin", forestFile) })
	otherForest   = sync.OnceValue(func() score.Forest { return parseForest("forest-other.bin", otherFile) })
)

func parseForest(name, content string) score.Forest {
	f, err := score.ParseForest([]byte(strings.TrimPrefix(content, ForestHead)))
	if err != nil {
		panic(name + ", which lab/fit writes: " + err.Error())
	}
	return f
}
