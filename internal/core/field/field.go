// Package field tells entities of one name apart by other facts: two products have one name, and only one is of this
// brand.
//
// A pack keeps fields of entities, such as their brand or city (pack.Contents.Fields). A field of the mention is
// compared with the same field of an entity, and weighed as by Fellegi and Sunter (1969): it multiplies the odds of the
// entity by how many times likelier the value is for the entity that is meant than for any other. A rare value in
// common says more than a common one; the list shows how common its words are. A value that no entity has says nothing:
// the list may write it in another way. A field of the mention that is a must, brand!=Sony, instead rules out entities
// that have another value.
package field

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/internal/f64"
)

const ln2 = 0.6931471805599453 // weights of words are logarithms to base 2

const (
	must     = "!" // ends the name of a field whose other values rule an entity out
	ruledOut = 100 // against such an entity, as a logarithm of odds: none is likelier, however sure its name was
)

// Set are the fields of a pack. A nil Set has none.
type Set struct {
	pack  *pack.Contents
	words func() map[string]names.Frequencies // of values, by the name of their field
}

// New returns nil for a pack without fields.
func New(c *pack.Contents) *Set {
	if len(c.Fields) == 0 {
		return nil
	}
	return &Set{c, sync.OnceValue(func() map[string]names.Frequencies { return count(c) })}
}

// count returns how common words are in the values of each field.
func count(c *pack.Contents) map[string]names.Frequencies {
	values := map[string]int{}
	for name := range each(c) {
		values[string(name)]++
	}
	words := map[string]names.Frequencies{}
	for name, n := range values {
		of := func(yield func(int, []byte) bool) {
			i := 0
			for other, value := range each(c) {
				if string(other) == name {
					yield(i, value)
					i++
				}
			}
		}
		words[name], _ = names.ParseFrequencies(names.CountWords(of, n, nil), n) // of a table that fits
	}
	return words
}

// each yields the names and values of all fields, but those of entities that a change removed.
func each(c *pack.Contents) iter.Seq2[[]byte, []byte] {
	return func(yield func(name, value []byte) bool) {
		for line := range bytes.Lines(c.Fields) {
			id, fields, _ := bytes.Cut(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\t'})
			if _, ok := c.IDs.Find(string(id)); !ok {
				continue
			}
			for field := range bytes.SplitSeq(fields, []byte{'\t'}) {
				if name, value, _ := bytes.Cut(field, []byte{'='}); !yield(name, value) {
					return
				}
			}
		}
	}
}

// Check returns an error for one of fields, NAME=VALUE with tabs between, that the pack lacks or that is there twice.
func (s *Set) Check(fields string) error {
	seen := map[string]bool{}
	for field := range strings.SplitSeq(fields, "\t") {
		name, _, ok := strings.Cut(field, "=")
		name = strings.TrimSuffix(name, must)
		switch {
		case fields == "":
			return nil
		case !ok:
			return fmt.Errorf("field %.40q: want NAME=VALUE, as in brand=Sony", field)
		case s == nil:
			return fmt.Errorf("field %.40q: the pack has no fields; normlet build makes them of columns, as in --columns id=1,name=2,brand=3", name)
		case seen[name]:
			return fmt.Errorf("field %.40q is there twice", name)
		}
		if _, ok := s.words()[name]; !ok {
			return fmt.Errorf("field %.40q: the pack has %s", name, strings.Join(slices.Sorted(maps.Keys(s.words())), ", "))
		}
		seen[name] = true
	}
	return nil
}

// asked is a field that somebody says of a mention.
type asked struct {
	name  string
	must  bool // other values rule an entity out
	words names.Frequencies
	value names.Text
	known float32 // share of the weight of its words that the list has
}

// read returns the fields that can say something.
func (s *Set) read(fields string) (out []asked) {
	if s == nil {
		return nil
	}
	for field := range strings.SplitSeq(fields, "\t") {
		name, value, _ := strings.Cut(field, "=")
		name, isMust := strings.CutSuffix(name, must)
		words, ok := s.words()[name]
		a := asked{name: name, must: isMust, words: words}
		if a.value.Read(value); !ok || len(a.value.Words) == 0 || slices.ContainsFunc(out, func(o asked) bool { return o.name == name }) {
			continue
		}
		words.Weigh(&a.value)
		for _, w := range a.value.Words {
			if words.Known(w.Hash) {
				a.known += w.Weight / a.value.Weight
			}
		}
		if a.known > 0 || a.must {
			out = append(out, a)
		}
	}
	return out
}

// Weigh changes the probabilities p of entities, and that of none, which it returns, by how well their fields agree with
// those of the mention, as Check has them, and keeps the order of falling p. What is empty, and what an entity or the pack lacks,
// says nothing. Candidates keep what their fields say in Fields. Most of what agreement makes entities likelier by it makes
// none likelier, too: they were found by their names, which go with fields.
func (s *Set) Weigh(cs []score.Candidate, p []float64, none float64, fields string) float64 {
	said := s.read(fields)
	if len(said) == 0 {
		return none
	}
	before, after := 0.0, 0.0
	for i := range cs {
		has := s.pack.FieldsOf(s.pack.IDs.At(int(cs[i].Entity)))
		for k := range said {
			cs[i].Fields += said[k].evidence(has)
		}
		before += p[i]
		p[i] = float64(p[i] * f64.Exp(float64(cs[i].Fields)))
		after += p[i]
	}
	if after > before {
		none *= f64.Exp(score.FieldForNone * f64.Log(after/before))
	}
	sum := max(none+after, math.SmallestNonzeroFloat64)
	for i := range p {
		p[i] /= sum
	}
	score.SortByP(cs, p)
	return none / sum
}

// evidence returns the logarithm of how many times likelier the fields of an entity make it: by the best of its values of
// a field, if it has several.
func (a *asked) evidence(fields string) float32 {
	best, found := float32(-ruledOut), false
	for field := range strings.SplitSeq(fields, "\t") {
		if name, value, _ := strings.Cut(field, "="); name == a.name {
			best, found = max(best, a.compare(value)), true
		}
	}
	if !found {
		return 0
	}
	return best
}

// compare returns what a value says, from disagreement to agreement by how much of the shorter value is in common. The
// rarest word in common weighs agreement.
func (a *asked) compare(value string) float32 {
	var t names.Text
	if t.Read(value); len(t.Words) == 0 {
		return 0
	}
	a.words.Weigh(&t)
	common, rarest := float32(0), float32(1)
	same := bytes.Equal(t.Compact, a.value.Compact)
	for _, w := range t.Words {
		if same || slices.ContainsFunc(a.value.Words, func(v names.Word) bool { return v.Hash == w.Hash }) {
			common, rarest = common+w.Weight, max(rarest, w.Weight)
		}
	}
	if a.must && !same && (common == 0 || a.lacks(&a.value, &t) && a.lacks(&t, &a.value)) {
		return -ruledOut
	}
	share := min(1, common/min(t.Weight, a.value.Weight))
	agree := min(score.FieldAgrees, float32(ln2*(rarest-1)))
	return float32(share*agree) - float32(float32((1-share)*a.known)*score.FieldDiffers)
}

// lacks reports whether a value lacks a word of another that the list knows.
func (a *asked) lacks(other, value *names.Text) bool {
	return slices.ContainsFunc(other.Words, func(w names.Word) bool {
		return a.words.Known(w.Hash) && !slices.ContainsFunc(value.Words, func(v names.Word) bool { return v.Hash == w.Hash })
	})
}
