package experiment

import (
	"context"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/data"
)

// Suite is a folder of terminologies and of mentions that people wrote: what accuracy is measured on.
type Suite struct {
	Read func(file string) ([]data.Query, error) // labelled mentions, or documents, by their path in the folder
	// Alternatives returns ids, without their prefixes, that mean the same as another one.
	Alternatives func() (map[string]string, error)
	Build        func(ctx context.Context, b Build) (*core.Normalizer, error)
	Terminology  func(folder string) (*data.Terminology, error) // for string matchers; they take the names of the pack for nil
	Bio          func() (*core.Normalizer, error)               // the pack of the recipe bio; nil: it is not measured
	Own          bool                                           // also encoders of their own, and training mentions
	Fields       bool                                           // also the lists of corpora.Fields that lab/fields makes
}

// Build says how the pack of a terminology is made: without labelled mentions and with the default encoder, unless it
// says otherwise.
type Build struct {
	Name, Terminology string // of the pack, and the folder of its file
	Own               bool   // with an encoder of its own
	Tried             bool   // with one if it is better, as build does by default
	Mentions          string // file of labelled mentions; "": none
}

// File returns the name of the pack's file.
func (b Build) File() string {
	for _, part := range []struct {
		of   bool
		name string
	}{{b.Own, ".own"}, {b.Tried, ".auto"}, {b.Mentions != "", ".mentions"}} {
		if part.of {
			b.Name += part.name
		}
	}
	return b.Name + ".normpack"
}

// SmallSuite returns one whose packs are all the same, and whose mentions are the first queries.
func SmallSuite(file []byte, queries []data.Query) *Suite {
	queries = queries[:min(20, len(queries))]
	open := func() (*core.Normalizer, error) { return core.OpenBytes(file, nil) }
	return &Suite{
		Read:         func(string) ([]data.Query, error) { return queries, nil },
		Alternatives: func() (map[string]string, error) { return nil, nil },
		Build:        func(context.Context, Build) (*core.Normalizer, error) { return open() },
		Bio:          open,
		Terminology:  func(string) (*data.Terminology, error) { return nil, nil },
	}
}
