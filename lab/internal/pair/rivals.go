package pair

import "github.com/normlet/normlet/internal/core/names"

// rivals tells which pairs of names an encoder may learn as names of different things. Two names
// of one entity are no rivals, nor are names of the same spelling: a terminology that calls two
// genes p53 is ambiguous, not wrong. Nor is a name a rival of another whose entity also has its
// spelling: p53 of a second gene is no negative of TP53, which is called p53 as well.
//
// It is immutable and safe for concurrent use.
type rivals struct {
	entity, form []int32               // of each name; forms are numbered by first appearance
	common       []bool                // of each form: several entities have it
	known        map[[2]int32]struct{} // entity and form, for the common forms
}

// newRivals returns the rivals among names, given the entity of each.
func newRivals(entity []int32, texts []string) *rivals {
	r := &rivals{entity: entity, form: make([]int32, len(entity)), known: map[[2]int32]struct{}{}}
	number := map[string]int32{}
	var first []int32 // entity of each form
	for i, e := range entity {
		text := names.Key(texts[i])
		f, ok := number[text]
		if !ok {
			f = int32(len(first))
			number[text] = f
			first, r.common = append(first, e), append(r.common, false)
		}
		r.form[i] = f
		r.common[f] = r.common[f] || first[f] != e
	}
	for i, f := range r.form {
		if r.common[f] {
			r.known[[2]int32{entity[i], f}] = struct{}{}
		}
	}
	return r
}

// are reports whether names a and b are rivals.
func (r *rivals) are(a, b int) bool {
	return r.entity[a] != r.entity[b] && r.form[a] != r.form[b] &&
		!r.has(r.entity[a], r.form[b]) && !r.has(r.entity[b], r.form[a])
}

// has reports whether an entity has a name of a form that belongs to another one.
func (r *rivals) has(entity, form int32) bool {
	if !r.common[form] {
		return false
	}
	_, ok := r.known[[2]int32{entity, form}]
	return ok
}
