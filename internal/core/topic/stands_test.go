package topic

import (
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
)

// TestStands requires of a name that it stands in a text as far as its words do, rare ones more than common ones, in any
// order and number, and its words in the mention itself to count for nothing.
func TestStands(t *testing.T) {
	list := []string{"androgen receptor", "adenosine receptor", "estrogen receptor", "insulin receptor"}
	table := names.CountWords(func(yield func(int, []byte) bool) {
		for i, n := range list {
			if !yield(i, []byte(n)) {
				return
			}
		}
	}, len(list), nil)
	f, err := names.ParseFrequencies(table, len(list))
	if err != nil {
		t.Fatal(err)
	}
	var s Surroundings
	stands := func(context, mention, name string) float32 {
		s.Read(Around(context, mention), mention)
		return s.Stands(name, &f)
	}
	const text = "AR, of the androgen receptors, binds NR3C4."
	whole, part := stands(text, "AR", "androgen receptor"), stands(text, "AR", "adenosine receptor")
	if !(whole == 1 && part > 0 && part < 0.3) {
		t.Errorf("%v of a name that stands there, %v of one with a common word", whole, part)
	}
	if got := stands(text, "AR", "NR3C4"); got != 1 {
		t.Errorf("%v of a symbol that stands there", got)
	}
	for _, none := range [][3]string{{"", "AR", "androgen receptor"}, {text, "AR", "AR"}, {text, "AR", ""}, {text, "androgen receptor", "receptor"}, {text, "AR", "7"}} {
		if got := stands(none[0], none[1], none[2]); got != 0 {
			t.Errorf("%q: %v", none, got)
		}
	}
	words := slices.Clone(s.words)
	if s.Read(text, "AR"); !slices.Equal(words, s.words) {
		t.Error("a second reading has other words")
	}
}
