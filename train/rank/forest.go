package rank

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/normlet/normlet/internal/core/score"
)

// ForestHead is the beginning of forest.bin. The rest is the binary form of score.Forests.
const ForestHead = "normlet forest\n"

//go:embed forest.bin
var forestFile string

// defaultForests returns the forests that lab/fit fitted on labelled mentions of all kinds but consumer.
var defaultForests = sync.OnceValue(func() score.Forests {
	f, err := score.ParseForests([]byte(strings.TrimPrefix(forestFile, ForestHead)))
	if err != nil {
		panic("forest.bin, which lab/fit writes: " + err.Error())
	}
	return f
})
