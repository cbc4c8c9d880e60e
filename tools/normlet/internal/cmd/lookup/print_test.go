package lookup

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
)

// TestTableNotes checks the line that follows a table: a tie, NIL that is undecided, and neither.
func TestTableNotes(t *testing.T) {
	two := []core.Match{{ID: "A:1", P: 0.48}, {ID: "A:2", P: 0.04}}
	for _, tt := range []struct {
		a    core.Answer
		want string
	}{
		{core.Answer{Matches: two, Ambiguous: []string{"A:1", "A:2"}}, "ambiguous: A:1, A:2\n"},
		{core.Answer{Matches: two, NIL: true, PNIL: 0.48}, "undecided: NIL and A:1 are as likely\n"},
		{core.Answer{Matches: two, NIL: true, PNIL: 0.99}, ""},
		{core.Answer{Matches: two}, ""},
	} {
		var out strings.Builder
		if err := writeTable(&out, &tt.a); err != nil {
			t.Fatal(err)
		}
		_, notes, _ := strings.Cut(out.String(), "A:2")
		if _, notes, _ = strings.Cut(notes, "\n"); notes != tt.want {
			t.Errorf("%+v: %q, want %q", tt.a, notes, tt.want)
		}
	}
}
