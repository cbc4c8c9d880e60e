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

// defaultForest is what lab/fit fitted on labelled mentions of all kinds but consumer.
var defaultForest = sync.OnceValue(func() score.Forest {
	f, err := score.ParseForest([]byte(strings.TrimPrefix(forestFile, ForestHead)))
	if err != nil {
		panic("forest.bin, which lab/fit writes: " + err.Error())
	}
	return f
})
