package assemble

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/data"
)

// TestAlso writes lines by id, and leaves out what is near, has blanks or does not fit.
func TestAlso(t *testing.T) {
	long := strings.Repeat("x", pack.MaxAlso-len("A:2\tX:3 \n"))
	got := string(also(&data.Terminology{Joins: []data.Join{
		{ID: "A:2", Other: "X:3"}, {ID: "A:10", Other: "X:2"}, {ID: "A:1", Other: "X:1"}, {ID: "A:1", Other: "Y:1"}, {ID: "A:3", Other: "X:4", Near: true},
		{ID: "A:1", Other: "Z 1"}, {ID: "A:2", Other: "y" + long}, {ID: "A:2", Other: long[1:]},
	}}))
	if want := "A:1\tX:1 Y:1\nA:10\tX:2\nA:2\tX:3 " + long[1:] + "\n"; got != want {
		t.Errorf("%.100q, want %.100q", got, want)
	}
}
