package lookup

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/internal/tabular"
)

// TestTableNotes checks the line that follows a table: a tie, NIL that is undecided, a part that the best lacks, and none of these.
func TestTableNotes(t *testing.T) {
	two := []core.Match{{ID: "A:1", P: 0.48}, {ID: "A:2", P: 0.04}}
	broader := []core.Match{{ID: "A:1", P: 0.48, Broader: "H37Rv"}, {ID: "A:2", P: 0.04}}
	for _, tt := range []struct {
		a    core.Answer
		want string
	}{
		{core.Answer{Matches: two, Ambiguous: []string{"A:1", "A:2"}}, "ambiguous: A:1, A:2\n"},
		{core.Answer{Matches: two, NIL: true, PNIL: 0.48}, "undecided: NIL and A:1 are as likely\n"},
		{core.Answer{Matches: two, NIL: true, PNIL: 0.99}, ""},
		{core.Answer{Matches: two, NIL: true, PNIL: 0.99, Organism: "7955"}, "organism: the pack lacks the gene of NCBITaxon:7955\n"},
		{core.Answer{Matches: two}, ""},
		{core.Answer{Matches: broader, Ambiguous: []string{"A:1", "A:2"}}, "broader: A:1 lacks H37Rv\nambiguous: A:1, A:2\n"},
		{core.Answer{Matches: broader, NIL: true, PNIL: 0.99}, ""},
	} {
		var out strings.Builder
		if err := writeTable(&out, &tt.a, tabular.Look{}); err != nil {
			t.Fatal(err)
		}
		_, notes, _ := strings.Cut(out.String(), "A:2")
		if _, notes, _ = strings.Cut(notes, "\n"); notes != tt.want {
			t.Errorf("%+v: %q, want %q", tt.a, notes, tt.want)
		}
	}
}
