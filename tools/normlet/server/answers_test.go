package server

import (
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/tools/normlet/answer"
	"github.com/normlet/normlet/tools/normlet/gilda"
)

func TestLookup(t *testing.T) {
	s := testServer(t, Options{})
	if a := get[answer.Answer](t, s, "/lookup?q=FOX-P2"); len(a.Matches) != 1 {
		t.Errorf("near names that nobody asked for: %+v", a)
	}
	a := get[answer.Answer](t, s, "/lookup?q=FOX-P2&k=2&near=true")
	if a.Mention != "FOX-P2" || a.NIL || len(a.Matches) != 2 || a.Matches[0].ID != "NCBIGene:93986" || a.Matches[0].Stage != "normalized" {
		t.Errorf("%+v", a)
	}
	if a := get[answer.Answer](t, s, "/lookup?q=FAKE1"); len(a.Ambiguous) != 2 {
		t.Errorf("FAKE1 is not ambiguous: %+v", a)
	}
	if a := get[answer.Answer](t, s, "/lookup?q=FOXP2&namespace=MESH&namespace=X"); a.Matches[0].ID == "NCBIGene:93986" {
		t.Errorf("another namespace than asked for: %+v", a)
	}
	if a := get[answer.Answer](t, s, "/lookup?q=%3F&min_p=0.5"); !a.NIL || a.Matches == nil {
		t.Errorf("? is %+v", a)
	}
	if a := get[answer.Answer](t, s, "/lookup?q=FOXP2&min_p=1"); !a.NIL {
		t.Errorf("min_p is not heeded: %+v", a)
	}
	if a := get[answer.Answer](t, s, "/lookup?q=Haemophilus+influenzae+Rd-KW20"); a.Matches[0].Broader != "Rd-KW20" || *a.Matches[0].Exactly >= 0.7*a.Matches[0].P {
		t.Errorf("a strain is not told from its species: %+v", a)
	}
	exactly := post[[]answer.Answer](t, s, "/lookup", asJSON, `{"mentions":["Haemophilus influenzae Rd-KW20"],"exactly":true}`)[0]
	if a := get[answer.Answer](t, s, "/lookup?q=Haemophilus+influenzae+Rd-KW20&exactly=true"); !a.NIL || !exactly.NIL {
		t.Errorf("exactly is not heeded: %+v, %+v", a, exactly)
	}
	latin := post[[]answer.Answer](t, s, "/lookup", asJSON, `{"mentions":["FOXP2"],"show":"la"}`)[0].Matches[0].Name
	if a := get[answer.Answer](t, s, "/lookup?q=FOXP2&show=la-VA"); a.Matches[0].Name != "forkhead box P2" || latin != a.Matches[0].Name {
		t.Errorf("show is not heeded: %+v, %s", a, latin)
	}
	weaker := get[answer.Answer](t, s, "/lookup?q=FAKE1&k=45&near=true")
	strong := post[[]answer.Answer](t, s, "/lookup", asJSON, `{"mentions":["FAKE1"],"k":45,"near":true,"min_p":0.1}`)[0]
	if len(strong.Matches) != 2 || len(weaker.Matches) < 3 || weaker.Matches[2].P >= 0.1 || strong.NIL || len(strong.Ambiguous) != 2 {
		t.Errorf("of %+v min_p 0.1 leaves %+v", weaker, strong)
	}
	if a := get[answer.Answer](t, s, "/lookup?q=FOXP2&min_p=1"); len(a.Matches) != 0 {
		t.Errorf("less than min_p: %+v", a)
	}
	for k, want := range map[string]int{"1": 1, "45": 45} {
		if a := get[answer.Answer](t, s, "/lookup?q=FOXP2&k="+k); len(a.Matches) > want || len(a.Matches) == 0 {
			t.Errorf("k %s gives %d", k, len(a.Matches))
		}
	}
	many := post[[]answer.Answer](t, s, "/lookup", asJSON+"; charset=utf-8", `{"mentions":["S6K",{"mention":"FOX-P2","context":"speech"}],"k":1,"namespaces":["NCBIGene"]}`)
	if len(many) != 2 || many[0].Matches[0].ID != "NCBIGene:6198" || len(many[1].Matches) != 1 || many[1].Matches[0].Name != "FOXP2" {
		t.Errorf("%+v", many)
	}
	if none := post[[]answer.Answer](t, s, "/lookup", asJSON, `{"mentions":[]}`); none == nil {
		t.Error("no mentions: null, want []")
	}
}

func TestGround(t *testing.T) {
	s := testServer(t, Options{})
	list := post[[]gilda.Match](t, s, "/ground", asJSON, `{"text":"FOX-P2","context":"speech","organisms":["9606"],"unknown":1}`)
	m := list[0]
	m.Score, m.Match.Distance = 0, 0
	want := gilda.Match{
		Term: gilda.Term{NormText: "foxp2", Text: "FOXP2", DB: "EGID", ID: "93986", EntryName: "FOXP2", Status: "name", Source: "NCBIGene"},
		URL:  "https://identifiers.org/ncbigene:93986",
		Match: gilda.Detail{Query: "FOX-P2", Ref: "FOXP2", DashMismatches: []string{"query"}, CapCombos: [][]string{},
			Stage: "normalized", Similarity: 1},
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("got  %+v\nwant %+v", m, want)
	}
	if list := post[[]gilda.Match](t, s, "/ground", asJSON, `{"text":"FAKE1"}`); len(list) < 2 || !list[1].Match.Exact {
		t.Errorf("FAKE1 means two: %+v", list)
	}
	if list := post[[]gilda.Match](t, s, "/ground", asJSON, `{"text":"H. influenzae","namespaces":["MESH"]}`); list[0].Term.Status != "synonym" || list[0].Term.DB != "MESH" || list[0].Match.Exact != true {
		t.Errorf("%+v", list)
	}
	if list := post[[]gilda.Match](t, s, "/ground", asJSON, `{"text":"own söhne <b>bold</b> & Söhne"}`); len(list) > 0 && list[0].Term.DB == "own 7" {
		t.Errorf("an id that is no CURIE was split: %+v", list[0])
	}
	lists := post[[][]gilda.Match](t, s, "/ground_multi", asJSON, `[{"text":"?!"},{"text":"S6K"}]`)
	if len(lists) != 2 || lists[0] == nil || len(lists[0]) != 0 || lists[1][0].Term.ID != "6198" {
		t.Errorf("%+v", lists)
	}
}

func TestNames(t *testing.T) {
	s := testServer(t, Options{})
	for body, want := range map[string]string{
		`{"db":"NCBIGene","id":"93986"}`:                     "FOXP2|forkhead box P2|CAGH44",
		`{"id":"NCBIGene:93986","status":"synonym"}`:         "forkhead box P2|CAGH44",
		`{"db":"NCBIGene","id":"93986","status":"name"}`:     "FOXP2",
		`{"db":"NCBIGene","id":"93986","source":"MESH"}`:     "",
		`{"db":"NCBIGene","id":"93986","source":"NCBIGene"}`: "FOXP2|forkhead box P2|CAGH44",
		`{"db":"X","id":"own 7"}`:                            "<b>bold</b> & Söhne",
		`{"db":"NO","id":"1"}`:                               "",
	} {
		got := post[[]string](t, s, "/names", asJSON, body)
		if got == nil || strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

// TestNamesAreNotEscaped checks that JSON has names as they are, and scripts as they are
// harmless.
func TestNamesAreNotEscaped(t *testing.T) {
	s := testServer(t, Options{})
	const plain, escaped = "<b>bold</b> & Söhne", `\u003cb\u003ebold\u003c/b\u003e \u0026 Söhne`
	for target, want := range map[string]string{
		"/lookup?q=bold": plain, "/suggest/entity?prefix=bbold": plain, "/flyout?id=own+7&callback=f": `\u003ch1\u003e`,
		"/suggest/entity?prefix=bbold&callback=f": escaped, "/?callback=f&" + form("queries", `{"<":{"query":"own 7"}}`): escaped,
	} {
		if w := do(s, "GET", target, "", ""); w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: status %d, want %s: %s", target, w.Code, want, w.Body)
		}
	}
	w := do(s, "POST", "/names", asJSON, `{"id":"own 7"}`)
	if w.Body.String() != `["`+plain+`"]`+"\n" {
		t.Errorf("names: %s", w.Body)
	}
}

// TestNewAnswerRounds keeps the last bits, which differ between platforms, out.
func TestNewAnswerRounds(t *testing.T) {
	a := answer.New(&core.Answer{Matches: []core.Match{{P: 0.12345678, Score: 1.0 / 3}}})
	if a.Matches[0].P != 0.123457 || a.Matches[0].Score != 0.333333 {
		t.Errorf("%+v", a.Matches[0])
	}
}

// TestTogether has questions of which some can be looked up together: the answers
// keep their order.
func TestTogether(t *testing.T) {
	s := testServer(t, Options{})
	v := s.Packs[0].view()
	var questions []question
	for i := range 150 {
		questions = append(questions, question{mention: []string{"FOXP2", "S6K", "H. influenzae"}[i%3], k: 1 + i/100})
	}
	questions[30].namespaces, questions[40].minP = []string{"NCBIGene"}, 1
	var sizes []int
	for rest := questions; len(rest) > 0; rest = rest[alike(rest):] {
		sizes = append(sizes, alike(rest))
	}
	if want := []int{30, 1, 9, 1, 59, 50}; !slices.Equal(sizes, want) {
		t.Errorf("together: %v, want %v", sizes, want)
	}
	var got []core.Answer
	err := s.answer(httptest.NewRequest("POST", "/lookup", nil), v, questions, func(i int, a *core.Answer) error {
		if i != len(got) {
			t.Errorf("answer %d comes after %d others", i, len(got))
		}
		got = append(got, *a)
		return nil
	})
	if err != nil || len(got) != len(questions) {
		t.Fatalf("%d answers, %v", len(got), err)
	}
	for i, q := range questions {
		if want, _ := v.LookupWith(q.mention, q.options()); !reflect.DeepEqual(got[i], want) {
			t.Errorf("%d: %+v, want %+v", i, got[i], want)
		}
	}
	wordy := slices.Repeat([]question{{mention: strings.Repeat("x", 4096), context: strings.Repeat("y", 28<<10)}}, 5)
	if n := alike(wordy); n != 2 {
		t.Errorf("%d questions of 32 KiB together, want 2", n)
	}
	if wordy[1].context += "y"; alike(wordy) != 1 {
		t.Errorf("%d questions together that have a byte more, want 1", alike(wordy))
	}
	long := slices.Repeat(questions[:1], 3*maxTogether)
	if n := alike(long); n != maxTogether {
		t.Errorf("%d together, want %d at most", n, maxTogether)
	}
}
