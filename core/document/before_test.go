package document

import (
	"testing"

	"github.com/normlet/normlet/core"
)

// TestNamed takes an abbreviation for the name that stands right before it, unless that may be a part of what it
// stands for or something else is likelier.
func TestNamed(t *testing.T) {
	names := dictionary(map[string]entryOf{
		"kala-azar": {0.85, core.StageExact}, "vitamin C": {0.9, core.StageExact}, "acid": {0.9, core.StageExact},
		"disease": {0.9, core.StageExact}, "nephropathy": {0.3, core.StageExact}, "KRAS": {0.95, core.StageExact},
		"eczema": {0.8, core.StageWord}, "VL": {0.7, core.StageExact}, "PH": {0.9, core.StageExact},
	})
	look := func(queries []core.Query, o core.Options) ([]core.Answer, error) {
		out, err := names(queries, o)
		for i, q := range queries {
			if q.Mention == "NX" { // a name of several, as of the nephropathy
				out[i] = core.Answer{Mention: "NX", Matches: []core.Match{{ID: "NX", P: 0.7, Stage: core.StageExact}, {ID: "nephropathy", P: 0.2, Stage: core.StageExact}}}
			}
		}
		return out, err
	}
	for _, tt := range []struct{ text, mention, want string }{
		{"kala-azar (VL) in the east", "VL", "kala-azar"},
		{"cases of kala-azar [VL]", "VL", "kala-azar"},
		{"severe kala-azar (VL)", "VL", "kala-azar"},
		{"of vitamin C (AA)", "AA", "vitamin C"},
		{"kala-azar (VL) in the east", "AA", "NIL"},
		{"kala-azar, VL", "VL", "VL"},
		{"of vitamin C (PH)", "PH", "PH"},            // is nearly as likely by itself
		{"of ursodeoxycholic acid (VL)", "VL", "VL"}, // the end of a name
		{"for the disease (VL)", "VL", "VL"},
		{"of KRAS (G12D)", "G12D", "NIL"},
		{"in eczema (AD)", "AD", "NIL"}, // no name
		{"diabetic xanthous nephropathy (NX)", "NX", "nephropathy"},
	} {
		got, err := New(look, Options{}).Text(tt.text, []string{tt.mention})
		if err != nil {
			t.Fatal(err)
		}
		if best(got[0]) != tt.want || got[0].Mention != tt.mention {
			t.Errorf("%s in %q: %s, want %s", tt.mention, tt.text, best(got[0]), tt.want)
		}
	}
}
