package document

import (
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
)

// halves separates at semicolons, and at commas and slashes less surely.
func halves(cell string) (out [][]string) {
	for text := range strings.SplitSeq(cell, "; ") {
		segment := []string{text}
		if parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '/' }); len(parts) > 1 {
			segment = append(segment, parts...)
		}
		out = append(out, segment)
	}
	return out
}

// TestCellLists takes cells apart where the whole is no name, in the order written, and leaves names with separators whole.
func TestCellLists(t *testing.T) {
	exact := func(p float64) entryOf { return entryOf{p, core.StageExact} }
	terms := dictionary(map[string]entryOf{
		"TP53": exact(.9), "MDM2": exact(.9), "IL-6": exact(.8), "TNF": exact(.9), "NaCl": exact(.9), "KCl": exact(.9), "PD-1": {.9, core.StageMember},
		"carcinoma, renal cell": exact(.9), "carcinoma": exact(.9), "AT; BT": exact(.9), "Gal": exact(.5), "GalNAc": exact(.5),
		"TP53; MDM2": {.6, core.StagePart}, "Gal/GalNAc": {.7, core.StagePart}, "T cell": {.9, core.StagePart}, "CD4": exact(.9),
	})
	for cell, want := range map[string]string{
		"TP53; MDM2":            "TP53|MDM2",
		"MDM2; TP53; TNF":       "MDM2|TP53|TNF",
		"TP53,MDM2,TNF":         "TP53|MDM2|TNF",
		"IL-6/TNF; TP53":        "IL-6|TNF|TP53",
		"TP53,PD-1":             "TP53|PD-1",
		"TP53; what":            "TP53|",
		"TP53; TP53":            "TP53|TP53",
		"TP53,TP53":             "TP53",
		"TP53 and MDM2":         "TP53|MDM2",
		"carcinoma, renal cell": "carcinoma, renal cell",
		"AT; BT":                "AT; BT",
		"carcinoma,what":        "",
		"what; this":            "",
		"Gal/GalNAc":            "Gal/GalNAc", // surer than its parts
	} {
		r := New(terms, Options{Scope: Single, Composites: true, Split: halves})
		results, err := r.Text("", []string{cell})
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, a := range results[0].Answers {
			id := ""
			if likelihood(&a) > 0 {
				id = a.Matches[0].ID
			}
			ids = append(ids, id)
		}
		if got := strings.Join(ids, "|"); got != want {
			t.Errorf("%.40q: %q, want %q", cell, got, want)
		}
	}
	results, err := New(terms, Options{Scope: Single, Split: halves}).Text("", []string{"TP53; MDM2"})
	if err != nil || len(results[0].Answers) != 1 || strings.Join(results[0].Answers[0].Ambiguous, "|") != "TP53; MDM2|TP53|MDM2" {
		t.Errorf("%v, %v: a single answer is not tied with those of the parts", results, err)
	}
}

// TestEach restricts each mention of a place to its namespace.
func TestEach(t *testing.T) {
	var asked []string
	r := New(one(func(q core.Query) (core.Answer, error) {
		asked = append(asked, q.Mention+" in "+q.Namespace)
		return core.Answer{NIL: true}, nil
	}), Options{Scope: Single})
	for _, err := range r.Resolve(func(yield func(Place) bool) {
		_ = yield(Place{Mentions: []string{"a", "b", "c"}, Each: []string{"X", ""}, Namespace: "Y"})
	}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(asked, ", "); got != "a in X, b in Y, c in Y" {
		t.Error(got)
	}
}
