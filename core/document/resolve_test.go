package document

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/mention"
)

// entry is what the dictionary of a test knows of a text.
type entry struct {
	p     float64
	stage core.Stage
}

// dictionary answers with the text itself as id.
func dictionary(entries map[string]entry) func(core.Query) (core.Answer, error) {
	return func(q core.Query) (core.Answer, error) {
		text := q.Mention
		if text == "error" {
			return core.Answer{}, errors.New("no look-up")
		}
		e, ok := entries[text]
		if !ok {
			return core.Answer{Mention: text, NIL: true, PNIL: 1}, nil
		}
		return core.Answer{Mention: text, Matches: []core.Match{{ID: text, P: e.p, Stage: e.stage}}}, nil
	}
}

func TestResolve(t *testing.T) {
	r := &Resolver{Composites: true, Lookup: dictionary(map[string]entry{
		"AT":                        {0.4, core.StageExact},
		"ataxia telangiectasia":     {0.9, core.StageExact},
		"CAT":                       {0.9, core.StageExact},
		"PS":                        {0.98, core.StageNormalized},
		"protein S":                 {0.97, core.StageExact},
		"NOR":                       {0.9, core.StageExact},
		"ASTH":                      {0.8, core.StageExact},
		"BC":                        {0.8, core.StageHamming},
		"northern":                  {0.8, core.StageHamming},
		"breast cancer":             {0.9, core.StageExact},
		"ovarian cancer":            {0.7, core.StageHamming},
		"breast and ovarian cancer": {0.2, core.StageHamming},
		"hand and mouth disease":    {0.3, core.StageNormalized},
		"hand disease":              {0.9, core.StageExact},
		"mouth disease":             {0.9, core.StageExact},
		"asthma":                    {0.9, core.StageExact},
		"allergic rhinitis":         {0.9, core.StageExact},
		"lung and other cancer":     {0.5, core.StageHamming},
		"lung cancer":               {0.9, core.StageExact},
		"other cancer":              {0.4, core.StageHamming},
	})}
	defs := []mention.Definition{{Short: "AT", Long: "ataxia telangiectasia"}, {Short: "CAT", Long: "unknown long form"},
		{Short: "PS", Long: "protein S"}, {Short: "NOR", Long: "northern"},
		{Short: "ASTH", Long: "asthma", Loose: true}, {Short: "BC", Long: "breast cancer", Loose: true}}
	for _, tt := range []struct {
		text, want string
		expanded   bool
	}{
		{"AT", "ataxia telangiectasia", true},
		{"CAT", "CAT", false},     // the long form is NIL
		{"PS", "protein S", true}, // a name, though less likely
		{"NOR", "NOR", false},     // near one, and less likely
		{"ASTH", "ASTH", false},   // a name, and the long form is loose
		{"BC", "breast cancer", true},
		{"breast and ovarian cancer", "breast cancer|ovarian cancer", false},
		{"hand and mouth disease", "hand and mouth disease", false}, // a name
		{"asthma and allergic rhinitis", "asthma|allergic rhinitis", false},
		{"lung and other cancer", "lung and other cancer", false}, // likelier as a whole
		{"nothing and none", "NIL", false},
	} {
		res, err := r.Resolve(core.Query{Mention: tt.text}, defs)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, a := range res.Answers {
			if a.NIL {
				got = append(got, "NIL")
				continue
			}
			got = append(got, a.Matches[0].ID)
		}
		if s := strings.Join(got, "|"); s != tt.want || res.Expanded != tt.expanded {
			t.Errorf("%s: %s, %v; want %s, %v", tt.text, s, res.Expanded, tt.want, tt.expanded)
		}
	}
	r.Composites = false
	if res, _ := r.Resolve(core.Query{Mention: "breast and ovarian cancer"}, nil); len(res.Answers) != 1 {
		t.Errorf("taken apart without being asked: %v", res.Answers)
	}
}

func TestResolveErrors(t *testing.T) {
	r := &Resolver{Composites: true, Lookup: dictionary(nil)}
	empty := &Resolver{Composites: true, Lookup: func(core.Query) (core.Answer, error) { return core.Answer{}, nil }}
	if res, err := empty.Resolve(core.Query{Mention: "breast and ovarian cancer"}, nil); err != nil || len(res.Answers) != 1 {
		t.Errorf("of answers without matches: %+v, %v", res, err)
	}
	for _, text := range []string{"error", "x and error"} {
		if _, err := r.Resolve(core.Query{Mention: text}, nil); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
	if _, err := r.Resolve(core.Query{Mention: "E"}, []mention.Definition{{Short: "E", Long: "error"}}); err == nil {
		t.Error("no error from the long form")
	}
}

func ExampleResolver_Resolve() {
	names := map[string]entry{"BRCA1": {0.9, core.StageExact}, "BRCA2": {0.9, core.StageExact}}
	r := &Resolver{Lookup: dictionary(names), Composites: true}
	res, _ := r.Resolve(core.Query{Mention: "BRCA1/2"}, nil)
	for _, a := range res.Answers {
		fmt.Println(a.Matches[0].ID)
	}
	// Output:
	// BRCA1
	// BRCA2
}

// TestResolveMany compares it with Resolve.
func TestResolveMany(t *testing.T) {
	look := dictionary(map[string]entry{
		"AT":                    {0.4, core.StageExact},
		"ataxia telangiectasia": {0.9, core.StageExact},
		"breast cancer":         {0.9, core.StageExact},
		"ovarian cancer":        {0.7, core.StageHamming},
	})
	r := &Resolver{Composites: true, Lookup: look, Many: func(queries []core.Query) (out []core.Answer, err error) {
		for _, q := range queries {
			a, err := look(q)
			if err != nil {
				return nil, err
			}
			out = append(out, a)
		}
		return out, nil
	}}
	queries := []core.Query{{Mention: "AT"}, {Mention: "AT"}, {Mention: "breast and ovarian cancer"}, {Mention: "unknown"}}
	defs := [][]mention.Definition{{{Short: "AT", Long: "ataxia telangiectasia"}}, nil, nil, nil}
	got, err := r.ResolveMany(queries, defs)
	if err != nil {
		t.Fatal(err)
	}
	for i, q := range queries {
		want, err := r.Resolve(q, defs[i])
		if err != nil || !reflect.DeepEqual(got[i], want) {
			t.Errorf("%q: %+v, want %+v, %v", q.Mention, got[i], want, err)
		}
	}
	if _, err := r.ResolveMany([]core.Query{{Mention: "AT"}, {Mention: "error"}}, defs[:2]); err == nil {
		t.Error("no error of the look-up")
	}
}
