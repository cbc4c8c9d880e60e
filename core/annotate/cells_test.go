package annotate_test

import (
	"testing"

	"github.com/normlet/normlet/core/annotate"
)

// TestCellLines reads names of cell lines before words for cells, whatever else has these names.
func TestCellLines(t *testing.T) {
	for _, tt := range []struct{ text, line, id string }{
		{"Invasion of RPE cells was slow.", "", ""},
		{"We plated AGS cells overnight.", "AGS", "CVCL_0139"},
		{"RKO human colon cancer cells were starved.", "RKO", "CVCL_0504"},
		{"H1 embryonic stem cells were thawed.", "H1", "CVCL_9771"},
		{"M1 macrophages and B-1 cells were counted.", "", ""},
		{"NK cells killed them.", "", ""},
		{"Giant cell tumor (GCT) cells grew.", "", ""},
		{"Lysates of (4T1) cells, but of no others", "", ""},
	} {
		spans, err := withTables().Annotate(tt.text, annotate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var line, id string
		for _, s := range spans {
			if s.Type != "CellLine" {
				continue
			}
			line, id = tt.text[s.Start:s.End], s.IDs()[0]
		}
		if line != tt.line || id != tt.id {
			t.Errorf("%q: %q, %s, want %q, %s", tt.text, line, id, tt.line, tt.id)
		}
	}
}

// TestCutNumbers leaves the beginnings of numbers to these.
func TestCutNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"Cells secreted IL-2 3.5 ng/ml of it.": "IL-2",
		"Serum BNP 1,240 was high.":            "BNP",
		"Levels of IL 2, and of others":        "IL 2",
	} {
		spans, err := withTables().Annotate(text, annotate.Options{Types: []string{"Gene"}})
		if err != nil {
			t.Fatal(err)
		}
		if len(spans) != 1 || text[spans[0].Start:spans[0].End] != want {
			t.Errorf("%q: %v, want %q", text, spans, want)
		}
	}
}
