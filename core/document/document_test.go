package document

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
)

// one makes a Lookup of a function for one query. Like core's, it returns at most K matches.
func one(look func(core.Query) (core.Answer, error)) Lookup {
	return func(queries []core.Query, o core.Options) (out []core.Answer, err error) {
		for _, q := range queries {
			a, err := look(q)
			if err != nil {
				return nil, err
			}
			a.Matches = a.Matches[:min(len(a.Matches), o.K)]
			out = append(out, a)
		}
		return out, nil
	}
}

// entryOf is what the dictionary of a test knows of a text.
type entryOf struct {
	p     float64
	stage core.Stage
}

// dictionary answers with the text itself as id.
func dictionary(entries map[string]entryOf) Lookup {
	return one(func(q core.Query) (core.Answer, error) {
		if q.Mention == "error" {
			return core.Answer{}, errors.New("no look-up")
		}
		e, ok := entries[q.Mention]
		if !ok {
			return core.Answer{Mention: q.Mention, NIL: true, PNIL: 1}, nil
		}
		return core.Answer{Mention: q.Mention, Matches: []core.Match{{ID: q.Mention, P: e.p, Stage: e.stage}}, PNIL: 1 - e.p}, nil
	})
}

// best returns the first ids of a result, joined by "|".
func best(r Result) string {
	var out []string
	for _, a := range r.Answers {
		id := "NIL"
		if !a.NIL && len(a.Matches) > 0 {
			id = a.Matches[0].ID
		}
		out = append(out, id)
	}
	return strings.Join(out, "|")
}

func TestChoices(t *testing.T) {
	look := dictionary(map[string]entryOf{
		"AT":                        {0.4, core.StageExact},
		"ataxia telangiectasia":     {0.9, core.StageExact},
		"CAT":                       {0.9, core.StageExact},
		"PS":                        {0.98, core.StageNormalized},
		"protein S":                 {0.97, core.StageExact},
		"NOR":                       {0.9, core.StageExact},
		"ASTH":                      {0.8, core.StageExact},
		"PILO":                      {0.8, core.StageHamming},
		"pilocarpine":               {0.9, core.StageExact},
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
	})
	const text = "ataxia telangiectasia (AT), cats and tails (CAT), protein S (PS), northern (NOR)"
	for _, tt := range []struct {
		text, mention, near, want string
		expanded                  bool
	}{
		{text, "AT", "", "ataxia telangiectasia", true},
		{"", "AT", "", "AT", false},
		{"", "AT", "ataxia telangiectasia", "ataxia telangiectasia", true},
		{text, "CAT", "", "NIL", true},                   // as the long form, of which the list has nothing alike
		{text, "PS", "", "protein S", true},              // a name, though less likely
		{text, "NOR", "", "northern", true},              // less likely, and nothing alike
		{text, "ASTH", "asthma", "ASTH", false},          // a name, and the explanation is loose
		{"", "PILO", "pilocarpine", "pilocarpine", true}, // no name
		{"", "breast and ovarian cancer", "", "breast cancer|ovarian cancer", false},
		{"", "hand and mouth disease", "", "hand and mouth disease", false}, // a name
		{"", "asthma and allergic rhinitis", "", "asthma|allergic rhinitis", false},
		{"", "lung and other cancer", "", "lung and other cancer", false}, // likelier as a whole
		{"", "nothing and none", "", "NIL", false},
		{text, " ", "", "", false},
	} {
		for _, scope := range []Scope{Abbreviations, Single} {
			mentions := []string{tt.mention, tt.near}
			got, err := New(look, Options{Scope: scope, Composites: true}).Text(tt.text, mentions)
			if err != nil {
				t.Fatal(err)
			}
			want, expanded := tt.want, tt.expanded
			if scope == Single && tt.near != "" {
				want, expanded = tt.mention, false
			}
			if best(got[0]) != want || got[0].Expanded != expanded || got[0].Mention != tt.mention {
				t.Errorf("scope %d, %q beside %q: %+v; want %s, %v", scope, tt.mention, tt.near, got[0], want, expanded)
			}
		}
	}
	if res, _ := New(look, Options{}).Text("", []string{"breast and ovarian cancer"}); len(res[0].Answers) != 1 {
		t.Errorf("taken apart without being asked: %v", res)
	}
}

func TestErrors(t *testing.T) {
	r := New(dictionary(nil), Options{Composites: true})
	for _, c := range []struct{ text, mention string }{{"", "error"}, {"", "x and error"}, {"E (error)", "E"}, {"every right or real (error)", "e"}, {"error ros (ER)", "error"}} {
		_, err := r.Text(c.text, []string{"x", c.mention})
		if want := strings.Contains(c.mention, "error"); (err != nil) != want {
			t.Errorf("%q: error %v", c.mention, err)
		}
	}
	for results, err := range r.Resolve(slices.Values([]Place{{Mentions: []string{"error"}}, {Mentions: []string{"x"}}})) {
		if err == nil || results != nil {
			t.Errorf("%v, %v", results, err)
		}
	}
	long := one(func(q core.Query) (core.Answer, error) {
		if q.Mention == "ataxia telangiectasia" {
			return core.Answer{}, errors.New("no look-up")
		}
		return core.Answer{}, nil
	})
	if _, err := New(long, Options{}).Text("ataxia telangiectasia (AT)", []string{"AT"}); err == nil {
		t.Error("no error from the long form")
	}
	if got, err := r.Text("a text", nil); err != nil || len(got) != 0 {
		t.Errorf("no mention: %v, %v", got, err)
	}
}

// TestAsked stops within a place that has more mentions than are read.
func TestAsked(t *testing.T) {
	place := Place{Mentions: make([]string, MaxAsked-1)}
	for n, want := range []int{0, MaxAsked - 1, MaxAsked, MaxAsked} {
		if got := Asked(slices.Values(slices.Repeat([]Place{place}, n))); len(got) != want {
			t.Errorf("%d mentions of %d places, want %d", len(got), n, want)
		}
	}
}

// TestAskedOnce: equal queries of a batch are looked up once, in at most three calls.
func TestAskedOnce(t *testing.T) {
	var asked []string
	calls := 0
	look := func(queries []core.Query, o core.Options) ([]core.Answer, error) {
		calls++
		for _, q := range queries {
			asked = append(asked, q.Mention+"/"+q.Context)
		}
		return make([]core.Answer, len(queries)), nil
	}
	places := []Place{{Text: "x", Mentions: []string{"a", "b and c"}}, {Text: "x", Mentions: []string{"a"}}, {Text: "y", Mentions: []string{"a", " ", "b"}}}
	for _, err := range New(look, Options{Composites: true}).Resolve(slices.Values(places)) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := "a/x b and c/x a/y b/y b/x c/x"; strings.Join(asked, " ") != want || calls != 2 {
		t.Errorf("%d calls: %q, want %s", calls, asked, want)
	}
}

// atlas answers with what it knows of a mention.
func atlas(q core.Query) (core.Answer, error) {
	switch q.Mention {
	case "overactive bladder", "tricuspid regurgitation":
		return answer(q.Mention, q.Mention, 0.9), nil
	case "bladder trouble":
		return answer(q.Mention, "bladder stone", 0.4, "overactive bladder", 0.3), nil
	}
	return answer(q.Mention), nil
}

func TestText(t *testing.T) {
	mentions := []string{"overactive bladder", "OAB", " ", "bladder trouble", "TR", "unknown"}
	got, err := New(one(atlas), Options{}).Text("tricuspid regurgitation (TR) and overactive bladder", mentions)
	if err != nil || len(got) != len(mentions) {
		t.Fatalf("%d results, %v", len(got), err)
	}
	for i, want := range []string{"overactive bladder", "overactive bladder", "", "overactive bladder", "tricuspid regurgitation", "NIL"} {
		if best(got[i]) != want || got[i].Expanded != (i == 1 || i == 4) {
			t.Errorf("%q: %+v; want %s", mentions[i], got[i], want)
		}
	}
	if got, _ := New(one(atlas), Options{Lookup: core.Options{MinP: 0.85}}).Text("", mentions); !got[3].Answers[0].NIL || got[0].Answers[0].NIL {
		t.Errorf("with a least P %+v", got)
	}
}

// TestShown: the number of matches that are shown changes nothing else.
func TestShown(t *testing.T) {
	many := one(func(q core.Query) (core.Answer, error) {
		var matches []any
		for i, p := 0, 0.2; i < 100; i++ {
			matches = append(matches, fmt.Sprint(q.Mention[:1], i), p)
			p *= 0.8
		}
		if q.Mention == "sure" {
			matches = []any{"e70", 0.9} // as e has below depth
		}
		return answer(q.Mention, matches...), nil
	})
	mentions := []string{"easy", "sure", "hard"}
	all, err := New(many, Options{Lookup: core.Options{K: 100}}).Text("", mentions)
	if err != nil || len(all[0].Answers[0].Matches) != 100 || best(all[0]) == "" {
		t.Fatalf("%v, %v", all, err)
	}
	if at := index(all[0].Answers[0].Matches, "e70"); at < 0 || all[0].Answers[0].Matches[at].Stage != core.StageNeighbour {
		t.Errorf("e70 is at %d of %+v", at, all[0].Answers[0].Matches)
	}
	for _, k := range []int{1, 5, 10, depth - 1, depth} {
		got, err := New(many, Options{Lookup: core.Options{K: k}}).Text("", mentions)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			a, full := got[i].Answers[0], all[i].Answers[0]
			if !reflect.DeepEqual(a.Matches, full.Matches[:len(a.Matches)]) || len(a.Matches) != min(k, len(full.Matches)) || a.PNIL != full.PNIL || a.NIL != full.NIL {
				t.Errorf("%d of %s: %+v, PNIL %v; of more %+v, PNIL %v", k, mentions[i], a.Matches, a.PNIL, full.Matches[:len(a.Matches)], full.PNIL)
			}
		}
	}
}

func TestAnswer(t *testing.T) {
	match := func(ids string) (out []core.Match) {
		for id := range strings.FieldsSeq(ids) {
			out = append(out, core.Match{ID: id})
		}
		return out
	}
	for _, tt := range []struct {
		result Result
		want   string
		isNIL  bool
	}{
		{Result{}, "", true},
		{Result{Answers: []core.Answer{{Mention: "long", Matches: match("A B")}}}, "A B", false},
		{Result{Answers: []core.Answer{{Matches: match("A B C")}, {Matches: match("D A")}}}, "A D B", false},
		{Result{Answers: []core.Answer{{NIL: true, Matches: match("A")}, {Matches: match("D")}}}, "A", false},
		{Result{Answers: []core.Answer{{NIL: true, Matches: match("A")}, {NIL: true}}}, "A", true},
	} {
		tt.result.Mention = "m"
		a := tt.result.Answer()
		var got []string
		for _, m := range a.Matches {
			got = append(got, m.ID)
		}
		if strings.Join(got, " ") != tt.want || a.NIL != tt.isNIL || a.Mention != "m" {
			t.Errorf("%+v: %+v, want %s", tt.result, a, tt.want)
		}
	}
	if a := new(Result).Answer(); a.PNIL != 1 || !math.IsInf(a.NILScore, 1) {
		t.Errorf("of nothing %+v", a)
	}
}

// TestPack looks up in a real pack.
func TestPack(t *testing.T) {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	r := New(n.LookupMany, Options{Lookup: core.Options{Namespaces: []string{"NCBIGene"}, MinP: 0.1}})
	got, err := r.Text("the forkhead box P2 (FBP) gene", []string{"FBP", "forkhead"})
	if err != nil || got[0].Answers[0].Matches[0].Name != "FOXP2" || len(got[1].Answers[0].Matches) != core.DefaultK {
		t.Errorf("%+v, %v", got, err)
	}
	for _, scope := range []Scope{Joint, Abbreviations, Single} {
		none, err := New(n.LookupMany, Options{Lookup: core.Options{K: -1}, Scope: scope}).Text("", []string{"FOXP2", "FBP"})
		if err != nil || len(none[0].Answers[0].Matches) != 0 {
			t.Errorf("scope %d, less than no matches: %+v, %v", scope, none, err)
		}
	}
	places := []Place{
		{Mentions: []string{"apoptosis"}, Namespace: "GO"}, {Mentions: []string{"FOXP2"}}, {Mentions: []string{"FOXP2"}, Namespace: "GO"},
		{Mentions: []string{"programmed death"}, Namespace: "NCBIGene"},
	}
	i := 0
	for results, err := range New(n.LookupMany, Options{}).Resolve(slices.Values(places)) {
		if err != nil {
			t.Fatal(err)
		}
		matches := results[0].Answers[0].Matches
		if want := cmp.Or(places[i].Namespace, "NCBIGene"); len(matches) == 0 || slices.ContainsFunc(matches, func(m core.Match) bool { return places[i].Namespace != "" && m.Namespace != want }) {
			t.Errorf("%q in %q: %+v", places[i].Mentions, places[i].Namespace, matches)
		}
		i++
	}
	if i != len(places) {
		t.Errorf("%d results of %d places", i, len(places))
	}
	if _, err := New(n.LookupMany, Options{Lookup: core.Options{Namespaces: []string{"mars"}}}).Text("", []string{"x"}); !errors.Is(err, core.ErrNamespace) {
		t.Errorf("an unknown namespace: %v", err)
	}
}
