package eval

import (
	"testing"

	"github.com/normlet/normlet/train/data"
)

// TestOpenWorld requires mentions without gold ids to count, and those that the pack lacks to be right as NIL alone.
func TestOpenWorld(t *testing.T) {
	n := normalizer(t, random())
	queries := []data.Query{
		{Mention: rows[0].name, Gold: []string{ids[rows[0].entity]}}, {Mention: rows[0].name, Gold: []string{ids[(int(rows[0].entity)+1)%len(ids)]}},
		{Mention: rows[0].name}, {Mention: "qqq zzz 77", Gold: []string{"-"}},
	}
	r, err := Run(t.Context(), n, queries, nil, Options{Protocol: OpenWorld}, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := r.Open
	if has := o.Has; has.Right != 1 || has.Wrong != 1 || has.NIL != 0 || r.Queries != 4 {
		t.Errorf("of %d queries %+v", r.Queries, o)
	}
	if lacks := o.Lacks; lacks.Right != 0 || lacks.Wrong+lacks.NIL != 2 || len(o.At) != 3 {
		t.Errorf("%+v", o)
	}
	for _, a := range o.At {
		if a.Answered < 0 || a.Answered > 1 || a.Precision < 0 || a.Precision > 1 {
			t.Errorf("%+v", a)
		}
	}
	if plain, err := Run(t.Context(), n, queries[:1], nil, Options{}, nil); err != nil || plain.Open != nil {
		t.Errorf("without the protocol: %+v, %v", plain, err)
	}
}
