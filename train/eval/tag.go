package eval

import (
	"cmp"
	"slices"
	"strings"
)

// Tag judges what finds and names entities in texts of which all entities are marked. A found span is right (strict)
// if it begins and ends where a marked one of its type does; it overlaps if it has a character in common with one. It is
// named if it is right and means the marked entities, no more and no less; where the pack has none of those, the right
// answer is none. A document's entities are those that the pack has, each once.
const Tag = "tag"

// Marked is a span that somebody marked or a program found.
type Marked struct {
	Start, End int // bytes of the text
	Type       string
	Entities   []string // that it names and the pack has; any key that is the same for the same entity
}

// TagScore counts spans, or the entities of documents.
type TagScore struct {
	Gold, Found                 int // spans
	Strict, Named               int // right ones
	OverlapGold, OverlapFound   int // marked spans that a found one overlaps; found ones that a marked one does
	Entities, Answered, Correct int // of documents: marked, found, both
}

// Add judges the spans of a document, all of one type.
func (s *TagScore) Add(gold, found []Marked) {
	gold, found = distinctSpans(gold), distinctSpans(found)
	s.Gold += len(gold)
	s.Found += len(found)
	for _, f := range found {
		i, ok := slices.BinarySearchFunc(gold, f, compareSpans)
		if ok {
			s.Strict++
			if slices.Equal(sorted(f.Entities), sorted(gold[i].Entities)) {
				s.Named++
			}
		}
	}
	s.OverlapFound += overlapping(found, gold)
	s.OverlapGold += overlapping(gold, found)
	a, b := entitiesOf(gold), entitiesOf(found)
	s.Entities += len(a)
	s.Answered += len(b)
	for _, e := range b {
		if _, ok := slices.BinarySearch(a, e); ok {
			s.Correct++
		}
	}
}

// Precision is the share of found spans that are marked.
func (s *TagScore) Precision() float64 { return ratio2(s.Strict, s.Found) }

// Recall is the share of marked spans that were found.
func (s *TagScore) Recall() float64 { return ratio2(s.Strict, s.Gold) }

// StrictF1 is the harmonic mean of precision and recall, as all F1 are; 0 without anything right.
func (s *TagScore) StrictF1() float64 { return f1(s.Precision(), s.Recall()) }

// NamedF1 is that of spans with their entities.
func (s *TagScore) NamedF1() float64 { return f1(ratio2(s.Named, s.Found), ratio2(s.Named, s.Gold)) }

// DocumentF1 is that of the entities of documents.
func (s *TagScore) DocumentF1() float64 {
	return f1(ratio2(s.Correct, s.Answered), ratio2(s.Correct, s.Entities))
}

// OverlapF1 is that of spans that overlap.
func (s *TagScore) OverlapF1() float64 {
	return f1(ratio2(s.OverlapFound, s.Found), ratio2(s.OverlapGold, s.Gold))
}

func ratio2(a, b int) float64 { return ratio(float64(a), float64(b)) }

func f1(precision, recall float64) float64 { return ratio(2*precision*recall, precision+recall) }

func compareSpans(a, b Marked) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

func distinctSpans(list []Marked) []Marked {
	list = slices.Clone(list)
	slices.SortStableFunc(list, compareSpans)
	return slices.CompactFunc(list, func(a, b Marked) bool { return compareSpans(a, b) == 0 })
}

// overlapping counts the spans of a that one of b overlaps. Both are in order.
func overlapping(a, b []Marked) (n int) {
	furthest, k := 0, 0 // end of those of b that begin before the end of one of a
	ends := slices.Clone(b)
	for _, x := range a {
		for k < len(ends) && ends[k].Start < x.End {
			furthest = max(furthest, ends[k].End)
			k++
		}
		if furthest > x.Start {
			n++
		}
	}
	return n
}

func entitiesOf(list []Marked) (out []string) {
	for i := range list {
		out = append(out, list[i].Entities...)
	}
	return sorted(out)
}

func sorted(list []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

// Keys returns the ids that the pack has, without their prefixes, for Marked.
func (r *Resolver) Keys(ids []string) (out []string) {
	for _, id := range ids {
		if len(r.Entities([]string{id})) > 0 {
			out = append(out, id[strings.IndexByte(id, ':')+1:])
		}
	}
	return out
}
