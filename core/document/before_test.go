package document

import (
	"strings"
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
		{"VL (kala-azar), deadly", "VL", "kala-azar"},
		{"kala-azar (hereafter VL)", "VL", "kala-azar"},
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

// TestPairs gives a long form and its abbreviation one answer, and each of two definitions its own places.
func TestPairs(t *testing.T) {
	names := dictionary(map[string]entryOf{
		"TDP": {0.7, core.StageExact}, "TDP-1": {0.7, core.StageExact}, "transferase of d": {0.3, core.StageHamming},
		"nephropathy": {0.9, core.StageExact}, "CIN": {0.8, core.StageExact}, "eczema": {0.9, core.StageExact}, "G12D": {0.9, core.StageExact}, "KRAS": {0.9, core.StageExact},
		"atopic dermatitis": {0.9, core.StageExact}, "Alzheimer disease": {0.9, core.StageExact}, "AD": {0.9, core.StageExact},
		"OPG": {0.5, core.StageExact}, "ATPase D": {0.7, core.StageExact}, "ADA": {0.8, core.StageExact}, "deaminase": {0.9, core.StageExact},
	})
	look := func(queries []core.Query, o core.Options) ([]core.Answer, error) {
		out, err := names(queries, o)
		for i, q := range queries {
			if q.Mention == "alpha deaminase" || q.Mention == "lack of deaminase" { // perhaps what ADA is, too
				out[i] = core.Answer{Mention: q.Mention, NIL: true, PNIL: 0.8, Matches: []core.Match{{ID: "other", P: 0.1}, {ID: "ADA", P: 0.05}}}
			}
			if q.Mention == "osteoprotegerin" || q.Mention == "optic glioma" { // which the list lacks
				out[i] = core.Answer{Mention: q.Mention, NIL: true, PNIL: 0.8, Matches: []core.Match{{ID: "near", P: 0.1}}}
			}
			if q.Mention == "optic glioma" {
				out[i].Matches[0].Namespace = "disease"
			}
		}
		return out, err
	}
	for _, tt := range []struct {
		text     string
		mentions []string
		want     string
	}{
		{"the toxic dipeptide (TDP)", []string{"toxic dipeptide", "TDP"}, "NIL NIL"},         // has none of what TDP is
		{"toxic dipeptide 1 (TDP-1)", []string{"toxic dipeptide 1", "TDP-1"}, "TDP-1 TDP-1"}, // numbers are no chance
		{"alpha deaminase (ADA)", []string{"alpha deaminase", "ADA"}, "ADA ADA"},
		{"osteoprotegerin (OPG)", []string{"osteoprotegerin", "OPG"}, "OPG OPG"},
		{"optic glioma (OPG)", []string{"optic glioma", "OPG"}, "NIL NIL"}, // of another kind
		{"lack of deaminase (DA)", []string{"lack of deaminase", "DA"}, "NIL deaminase"},
		{"contrast-induced nephropathy (CIN), and CIN", []string{"nephropathy", "CIN", "CIN"}, "nephropathy nephropathy nephropathy"},
		{"CIN (nephropathy)", []string{"CIN", "nephropathy"}, "nephropathy nephropathy"},
		{"KRAS (G12D)", []string{"KRAS", "G12D"}, "KRAS G12D"},
		{"AD in eczema: atopic dermatitis (AD). AD; Alzheimer disease (AD). AD", []string{"AD", "atopic dermatitis", "AD", "AD", "Alzheimer disease", "AD", "AD"},
			"atopic dermatitis atopic dermatitis atopic dermatitis atopic dermatitis Alzheimer disease Alzheimer disease Alzheimer disease"},
	} {
		results, err := New(look, Options{Scope: Abbreviations}).Text(tt.text, tt.mentions)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range results {
			got = append(got, best(r))
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, s, tt.want)
		}
	}
}
