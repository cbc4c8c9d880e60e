// Package zeroshot links mentions to entities by what is written about them: a name, types and a definition. One text
// encoder maps mentions and descriptions into the same space, so that an entity that no training has seen can be found as
// soon as it is described.
//
//	description  "name ; types ; definition", or a part of it
//	text -> features: words, and 3- and 4-grams of their letters, hashed -> embedding bag -> linear map -> length 1
//
// A row of the bag begins as a random direction whose length is the feature's inverse document frequency in the training
// texts, so that the untrained encoder is close to TF-IDF, from which training goes on. The loss is InfoNCE, both ways,
// between mentions and descriptions of a batch, or the proxy loss. In training a description leaves out the name half of the
// time, and never has the very name that is the mention.
//
// TrainProxies trains on labelled mentions instead, in the way of Wiatrak et al.: a mention is pulled to its entity and
// pushed away from proxies, which are the descriptions of other entities.
//
// The same entities, settings and seed give the same bits for the same number of threads.
package zeroshot

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// Entity is an entity as it is written about.
type Entity struct {
	ID         string
	Name       string
	Synonyms   []string
	Types      []string
	Definition string // may be empty
}

// Describe returns what an encoder reads of an entity: with its name and types, or the definition alone.
func (e *Entity) Describe(named bool) string {
	if !named {
		return e.Definition
	}
	var parts []string
	for _, p := range append(append([]string{e.Name}, e.Types...), e.Definition) {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, " ; ")
}

// errEmptySplit is wrapped by the errors for nothing to train on or to measure.
var errEmptySplit = errors.New("no entities in a part")

// Split holds a share of 1/parts of the entities out, by a hash of their ids.
func Split(entities []Entity, parts int) (train, held []Entity, err error) {
	for _, e := range entities {
		h := fnv.New64a()
		h.Write([]byte(e.ID))
		if x := h.Sum64(); (x^x>>29)*0xbf58476d1ce4e5b9>>33%uint64(parts) == 0 { // mixed: FNV does little to ids as short as these
			held = append(held, e)
		} else {
			train = append(train, e)
		}
	}
	if len(train) == 0 || len(held) == 0 {
		return nil, nil, fmt.Errorf("zeroshot: %w: of %d entities %d are to train on and %d held out", errEmptySplit, len(entities), len(train), len(held))
	}
	return train, held, nil
}

// Mention is a text and the entity it means, by its place in a list.
type Mention struct {
	Text   string
	Entity int
}

// Mentions returns the synonyms, or names, of defined entities: at most limit, evenly spread.
func Mentions(entities []Entity, synonyms bool, limit int) []Mention {
	var out []Mention
	for i := range entities {
		e := &entities[i]
		if e.Definition == "" {
			continue
		}
		texts := []string{e.Name}
		if synonyms {
			texts = e.Synonyms
		}
		for _, t := range texts {
			out = append(out, Mention{t, i})
		}
	}
	if len(out) <= limit {
		return out
	}
	kept := make([]Mention, limit)
	for i := range kept {
		kept[i] = out[i*len(out)/limit]
	}
	return slices.Clip(kept)
}
