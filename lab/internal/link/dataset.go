package link

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/normlet/normlet/train/data"
)

// Example is a mention in a sentence, with the entities that are right.
type Example struct {
	Mention, Sentence string
	Gold              []int32 // entities of the pack, ascending, at least one of them in the space
	Count             int     // occurrences of the same mention, sentence and gold

	left, right []uint32 // hashes of the words beside the mention, the nearest ones last and first
	middle      []uint32 // and of its own
}

// Dataset is a list of mentions, cut into three parts. All mentions of a sentence are in the same part.
type Dataset struct {
	Train, Fit, Test []Example // to train on; to choose an epoch and weights; to measure
	Report           Report
}

// Report counts the queries that a Dataset was made of.
type Report struct {
	Queries   int    `json:"queries"`
	Unknown   int    `json:"unknown"`   // the pack has none of the gold ids; left out
	Outside   int    `json:"outside"`   // no gold entity has a vector; left out
	Unsaid    int    `json:"unsaid"`    // without a sentence; kept
	Elsewhere int    `json:"elsewhere"` // the sentence does not contain the mention; kept
	Sentences int    `json:"sentences"` // distinct ones of those kept
	Repeated  int    `json:"repeated"`  // of those kept, the same as an earlier one in mention, sentence and gold
	Examples  int    `json:"examples"`  // distinct ones
	Graph     int    `json:"in_graph"`  // distinct gold entities of those kept
	Parts     [3]int `json:"parts"`     // examples in each
}

// errEmptySplit is wrapped by the error for a part of a Dataset without mentions.
var errEmptySplit = errors.New("no mentions in a part")

// Split makes a Dataset: 60 % of the sentences to train on, 20 % to fit, 20 % to measure, by a
// hash. resolve returns the entities of gold ids; inSpace tells which have a vector.
func Split(queries []data.Query, resolve func(gold []string) []int32, inSpace func(entity int32) bool) (*Dataset, error) {
	d := &Dataset{}
	r := &d.Report
	places := map[string]int{}
	var all []Example
	sentences, golds := map[string]bool{}, map[int32]bool{}
	for _, q := range queries {
		r.Queries++
		gold := slices.Compact(slices.Sorted(slices.Values(resolve(q.Gold))))
		switch {
		case len(gold) == 0:
			r.Unknown++
			continue
		case !slices.ContainsFunc(gold, inSpace):
			r.Outside++
			continue
		}
		key := fmt.Sprintf("%q %q %v", q.Mention, q.Sentence, gold)
		if at, ok := places[key]; ok {
			all[at].Count++
			r.Repeated++
			continue
		}
		places[key] = len(all)
		e := newExample(q.Mention, q.Sentence)
		e.Gold = gold
		r.note(&e)
		sentences[q.Sentence] = true
		for _, g := range gold {
			golds[g] = true
		}
		all = append(all, e)
	}
	r.Examples, r.Sentences, r.Graph = len(all), len(sentences), len(golds)
	for _, e := range all {
		part := [...]*[]Example{&d.Train, &d.Train, &d.Train, &d.Fit, &d.Test}[group(&e)%5]
		*part = append(*part, e)
	}
	for i, part := range [][]Example{d.Train, d.Fit, d.Test} {
		if r.Parts[i] = len(part); len(part) == 0 {
			return nil, fmt.Errorf("link: %w of %d examples: the one to %s is empty; give more sentences", errEmptySplit, len(all), [...]string{"train on", "fit", "measure"}[i])
		}
	}
	return d, nil
}

// note counts what is unusual about an example.
func (r *Report) note(e *Example) {
	if e.Sentence == "" {
		r.Unsaid++
	} else if _, _, ok := around(e.Mention, e.Sentence); !ok {
		r.Elsewhere++
	}
}

// group returns the number of the sentence group that an example belongs to.
func group(e *Example) uint64 {
	h := fnv.New64a()
	text := e.Sentence
	if text == "" {
		text = "\x00" + e.Mention
	}
	h.Write([]byte(strings.Join(strings.Fields(text), " ")))
	return h.Sum64() >> 8 // low bits of FNV are poor
}
