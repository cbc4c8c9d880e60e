package server

import (
	"context"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder/encodertest"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
)

func TestManifest(t *testing.T) {
	s := testServer(t, Options{Version: "v1"})
	w := do(s, "GET", "/", "", "", "Accept: application/json, text/javascript, */*; q=0.01")
	m := decoded[manifest](t, w)
	conforms(t, schema(t, "manifest"), strings.NewReader(w.Body.String()))
	if m.Suggest["entity"].URL != "http://localhost" || len(m.DefaultTypes) != 0 || m.BatchSize != 1000 {
		t.Errorf("%+v", m)
	}
	m = get[manifest](t, testServer(t, Options{PublicURL: "https://names.example/"}), "/")
	if m.Preview.URL != "https://names.example/preview?id={{id}}" {
		t.Errorf("behind another server: %+v", m)
	}
}

// TestQueries sends the kinds of queries that the specification has, by both methods.
func TestQueries(t *testing.T) {
	const batch = `{
		"q0": {"query": "FOX-P2", "limit": 2},
		"q1": {"query": "FAKE1", "type": "NCBIGene", "type_strict": "any"},
		"q2": {"query": "H. influenzae", "type": ["MESH", "NO"], "properties": [{"pid": "context", "v": ["in the lung", "of children"]}, {"pid": "age", "v": {"id": "x"}}]},
		"q3": {"query": "NCBIGene:5336"},
		"q4": {"query": "FOXP2", "type": "NO"},
		"q5": {"properties": [{"pid": "context", "v": "no name"}]},
		"q6": {"query": "completely different thing"}
	}`
	s := testServer(t, Options{})
	conforms(t, schema(t, "queries"), strings.NewReader(batch))
	byPost := do(s, "POST", "/", asForm, form("queries", batch))
	byGet := do(s, "GET", "/?"+form("queries", batch), "", "", "Accept: text/html")
	if byPost.Body.String() != byGet.Body.String() {
		t.Errorf("POST answers %s\nGET  answers %s", byPost.Body, byGet.Body)
	}
	conforms(t, schema(t, "results"), strings.NewReader(byPost.Body.String()))
	if w := do(s, "GET", "/", asForm, form("queries", batch)); strings.Contains(w.Body.String(), "q0") {
		t.Errorf("a form is read that comes with GET: %s", w.Body)
	}
	results := decoded[map[string]struct{ Result []candidate }](t, byPost)
	if len(results) != 7 {
		t.Fatalf("%d results: %+v", len(results), results)
	}
	for key, want := range map[string]struct {
		id    string
		match bool
	}{"q0": {"NCBIGene:93986", true}, "q1": {"NCBIGene:5336", false}, "q2": {"MESH:D006192", true}, "q3": {"NCBIGene:5336", true}} {
		c := results[key].Result[0]
		if key == "q1" && c.ID == "NCBIGene:6198" {
			want.id = c.ID // either
		}
		if c.ID != want.id || c.Match != want.match || len(c.Features) == 0 || c.Types[0].ID == "" {
			t.Errorf("%s: %+v, want %+v", key, c, want)
		}
	}
	if c := results["q3"].Result[0]; c.Score != 100 || c.Name != "PLCG2" || fmt.Sprint(c.Features) != "[{p 1} {id true}]" {
		t.Errorf("an entity asked for by its id: %+v", c)
	}
	if n := len(results["q0"].Result); n != 2 {
		t.Errorf("limit 2 gives %d", n)
	}
	if d := results["q2"].Result[0].Description; d != "has the name H. influenzae (alias)" {
		t.Errorf("description %q", d)
	}
	one := post[map[string]struct{ Result []candidate }](t, s, "/", asForm, form("queries", `{"a":{"query":"FOX-P2","limit":1},"b":{"query":"FOX-P2","limit":1.5}}`))
	if len(one["a"].Result) != 1 || len(one["b"].Result) != 1 {
		t.Errorf("limits of 1 and 1.5 give %d and %d", len(one["a"].Result), len(one["b"].Result))
	}
	for _, key := range []string{"q4", "q5"} {
		if len(results[key].Result) != 0 {
			t.Errorf("%s: %+v, want none", key, results[key])
		}
	}
	for key, r := range results {
		for i, c := range r.Result {
			if i > 0 && (c.Match || c.Score > r.Result[i-1].Score) {
				t.Errorf("%s: candidate %d is a match or better than the one before: %+v", key, i, r.Result)
			}
		}
	}
}

// TestQuestionContext checks that the property context reaches the look-up, and others as fields.
func TestQuestionContext(t *testing.T) {
	s := testServer(t, Options{})
	v := s.Packs[0].view()
	for value, want := range map[string]string{`"a b"`: "a b", `["a","b"]`: "a b", `{"id":1}`: "", `7`: "", `[{"id":"x"}]`: "x"} {
		body := `{"a":{"query":"x","properties":[{"pid":"age","v":"no"},{"v":` + value + `,"pid":"context"},{"pid":"more","v":"no"},{"pid":"context"},{"pid":"context","v":{}}]}}`
		var queries batch
		if err := s.decode(strings.NewReader(body), &queries, "queries", ""); err != nil {
			t.Fatal(err)
		}
		if q := v.question(queries["a"], map[string]*column{}); q.context != want || q.fields != "age=no\tmore=no" {
			t.Errorf("%s: context %q and fields %q, want %q", value, q.context, q.fields, want)
		}
	}
}

func TestSuggest(t *testing.T) {
	s := testServer(t, Options{})
	for target, want := range map[string]string{
		"/suggest/entity?prefix=foxp":                    "NCBIGene:93986",
		"/suggest/entity?prefix=Forkhead+Bo":             "NCBIGene:93986",
		"/suggest/entity?prefix=MESH:D006192":            "MESH:D006192",
		"/suggest/entity?prefix=h":                       "MESH:D006192",
		"/suggest/entity?prefix=fake":                    "NCBIGene:5336 NCBIGene:6198",
		"/suggest/entity?prefix=fake&type=MESH":          "",
		"/suggest/entity?prefix=":                        "",
		"/suggest/entity?prefix=%3F":                     "",
		"/suggest/entity?prefix=znf&cursor=39":           "NCBIGene:100",
		"/suggest/entity?prefix=znf&cursor=4000":         "",
		"/suggest/entity?prefix=znf300&callbackless=yes": "NCBIGene:100",
		"/suggest/type?prefix=m":                         "MESH",
		"/suggest/type":                                  "MESH NCBIGene X",
		"/suggest/type?prefix=q":                         "",
		"/suggest/property?prefix=s":                     "synonyms",
		"/suggest/property?prefix=prim":                  "name",
		"/suggest/property?prefix=":                      "name synonyms namespace context",
	} {
		w := do(s, "GET", target, "", "")
		conforms(t, schema(t, "suggest"), strings.NewReader(w.Body.String()))
		var ids []string
		for _, item := range decoded[suggestions](t, w).Result {
			ids = append(ids, item.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s: %s, want %s", target, got, want)
		}
	}
	first := get[suggestions](t, s, "/suggest/entity?prefix=zinc").Result
	if len(first) != pageSize || first[0].Notable[0].ID != "NCBIGene" || first[0].ID != "NCBIGene:139" {
		t.Errorf("%d suggestions, the first %+v", len(first), first[0])
	}
	second := get[suggestions](t, s, "/suggest/entity?prefix=zinc&cursor=20").Result
	if len(second) != pageSize || second[0].ID == first[0].ID {
		t.Errorf("the next page begins with %+v", second[0])
	}
}

func TestExtend(t *testing.T) {
	s := testServer(t, Options{})
	w := do(s, "GET", "/properties?type=MESH", "", "")
	conforms(t, schema(t, "proposal"), strings.NewReader(w.Body.String()))
	if p := decoded[proposal](t, w); p.Type != "MESH" || len(p.Properties) != 3 {
		t.Errorf("%+v", p)
	}
	const request = `{"ids":["NCBIGene:93986","NO:1","own 7","NCBIGene:93986"],"properties":[{"id":"synonyms"},{"id":"name"},{"id":"namespace"}]}`
	w = do(s, "POST", "/", asForm, form("extend", request))
	conforms(t, schema(t, "extension"), strings.NewReader(w.Body.String()))
	a := decoded[struct {
		Meta []ref
		Rows map[string]map[string][]value
	}](t, w)
	for id, want := range map[string]string{
		"NCBIGene:93986": "forkhead box P2,CAGH44;FOXP2;NCBIGene", "NO:1": ";;", "own 7": ";<b>bold</b> & Söhne;X",
	} {
		var got []string
		for _, p := range []string{"synonyms", "name", "namespace"} {
			var values []string
			for _, v := range a.Rows[id][p] {
				values = append(values, v.Str)
			}
			got = append(got, strings.Join(values, ","))
		}
		if strings.Join(got, ";") != want {
			t.Errorf("%s: %q, want %s", id, got, want)
		}
	}
	if len(a.Rows) != 3 || a.Meta[0].ID != "synonyms" || len(a.Meta) != 3 {
		t.Errorf("%+v", a)
	}
}

func TestPreviews(t *testing.T) {
	s := testServer(t, Options{})
	m := get[manifest](t, s, "/")
	if m.View.URL != "https://bioregistry.io/{{id}}" {
		t.Errorf("view %s: it ends with this server", m.View.URL)
	}
	target := strings.TrimPrefix(strings.Replace(m.Preview.URL, "{{id}}", url.QueryEscape("NCBIGene:93986"), 1), "http://localhost")
	if w := do(s, "GET", target, "", ""); w.Code != 200 || !strings.Contains(w.Body.String(), `href="https://www.ncbi.nlm.nih.gov/gene/93986"`) {
		t.Errorf("%s: %d %s", target, w.Code, w.Body)
	}
	if w := do(s, "GET", "/preview?id=MESH:D006192", "", ""); !strings.Contains(w.Body.String(), `href="https://`) {
		t.Errorf("no link: %s", w.Body)
	}
	f := get[map[string]string](t, s, "/flyout?id=own+7")
	if f["id"] != "own 7" || !strings.HasPrefix(f["html"], "<h1>&lt;b&gt;bold") || strings.Contains(f["html"], "<html") {
		t.Errorf("flyout %q", f)
	}
}

// TestTurnsAreGivenBack runs more requests than may look up at the same time.
func TestTurnsAreGivenBack(t *testing.T) {
	s := testServer(t, Options{MaxLookups: 1})
	for range 3 {
		for _, w := range []*httptest.ResponseRecorder{
			do(s, "GET", "/lookup?q=a", "", ""),
			do(s, "GET", "/suggest/entity?prefix=a", "", ""),
			do(s, "POST", "/", asForm, form("extend", `{"ids":["NO:1"],"properties":[{"id":"name"}]}`)),
		} {
			if w.Code != 200 {
				t.Fatalf("status %d: %s", w.Code, w.Body)
			}
		}
		if w := do(s, "GET", "/lookup?q=a&namespace=NO", "", ""); w.Code != 400 {
			t.Fatalf("status %d", w.Code)
		}
	}
	if s.taken() != 0 {
		t.Errorf("%d turns are taken", s.taken())
	}
}

// TestExtendFolds asks for properties and entities twice: each is answered once.
func TestExtendFolds(t *testing.T) {
	s := testServer(t, Options{})
	w := do(s, "POST", "/", asForm, form("extend", `{"ids":["own 7","own 7","a"],"properties":[{"id":"synonyms"},{"id":"name"},{"id":"synonyms"},{"id":"name"}]}`))
	const want = `{"meta":[{"id":"synonyms","name":"synonyms"},{"id":"name","name":"primary name"}],` +
		`"rows":{"a":{"name":[],"synonyms":[]},"own 7":{"name":[{"str":"<b>bold</b> & Söhne"}],"synonyms":[]}}}` + "\n"
	if w.Body.String() != want {
		t.Errorf("got  %s\nwant %s", w.Body, want)
	}
}

// smallPack is one of these entities.
func smallPack(t *testing.T, entities ...data.Entity) *Pack {
	t.Helper()
	c, _, err := assemble.Run(context.Background(), assemble.Recipe{Terminology: &data.Terminology{Entities: entities}, Encoder: encodertest.Random(1024, 64), Samples: 50}, nil)
	if err != nil {
		t.Fatal(err)
	}
	content, err := c.Append(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPack("small", "", func(*os.File) (*core.Normalizer, error) { return core.OpenBytes(content, nil) })
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSuggestOrder checks what comes first: an id, then whole names, then what people
// write of most.
func TestSuggestOrder(t *testing.T) {
	s := testServer(t, Options{Packs: []*Pack{smallPack(t,
		data.Entity{ID: "X:1", Namespace: "X", Weight: 1000, Names: []data.Name{{Text: "alpha two"}}},
		data.Entity{ID: "X:2", Namespace: "X", Weight: 1, Names: []data.Name{{Text: "alpha"}}},
		data.Entity{ID: "X:3", Namespace: "X", Weight: 10, Names: []data.Name{{Text: "alpha three"}}},
		data.Entity{ID: "alpha", Namespace: "X", Weight: 1, Names: []data.Name{{Text: "omega"}}},
	)}})
	var ids []string
	for _, r := range get[suggestions](t, s, "/suggest/entity?prefix=alpha").Result {
		ids = append(ids, r.ID)
	}
	if got := strings.Join(ids, " "); got != "alpha X:2 X:1 X:3" {
		t.Errorf("suggested %s", got)
	}
}

// TestPreviewOfManyNames shows an entity that has more names than are shown.
func TestPreviewOfManyNames(t *testing.T) {
	e := data.Entity{ID: "X:1", Namespace: "X"}
	for i := range 1 + maxShown + 7 {
		e.Names = append(e.Names, data.Name{Text: fmt.Sprintf("name %d", 100+i), Kind: pack.KindExact})
	}
	e.Names[0].Kind = pack.KindPrimary
	s := testServer(t, Options{Packs: []*Pack{smallPack(t, e)}})
	page := do(s, "GET", "/preview?id=X:1", "", "").Body.String()
	if n := strings.Count(page, "name 1"); n < 1+maxShown || !strings.Contains(page, "7 more") || strings.Contains(page, "name 147") {
		t.Errorf("%d names: %s", n, page)
	}
}

func TestCut(t *testing.T) {
	for n, want := range map[int]string{0: `""`, 80: `"` + strings.Repeat("x", 80) + `"`, 81: `"` + strings.Repeat("x", 80) + `"...`} {
		if got := cut(strings.Repeat("x", n)); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}
