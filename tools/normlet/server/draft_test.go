package server

import (
	"fmt"
	"strings"
	"testing"
)

// conformsToDraft checks JSON against a part of schemas/draft.json.
func conformsToDraft(t *testing.T, part, content string) {
	t.Helper()
	conforms(t, schema(t, "draft"), strings.NewReader(fmt.Sprintf(`{%q: %s}`, part, content)))
}

func TestDraftManifest(t *testing.T) {
	s := testServer(t, Options{Version: "v1"})
	for _, path := range []string{"/draft", "/draft/"} {
		w := do(s, "GET", path, "", "")
		m := decoded[draftManifest](t, w)
		conformsToDraft(t, "manifest", w.Body.String())
		if m.View.URL != "https://bioregistry.io/{+id}" || m.BatchSize != 1000 {
			t.Errorf("%s: %+v", path, m)
		}
	}
	for _, path := range []string{"/draft/suggest/entity?prefix=znf&limit=3&offset=2", "/draft/suggest/type", "/draft/suggest/property?prefix=n"} {
		w := do(s, "GET", path, "", "")
		conforms(t, schema(t, "suggest"), strings.NewReader(w.Body.String()))
		if n := len(decoded[suggestions](t, w).Result); strings.Contains(path, "limit=3") && n != 3 || n == 0 {
			t.Errorf("%s: %d suggestions", path, n)
		}
	}
	conforms(t, schema(t, "proposal"), strings.NewReader(do(s, "GET", "/draft/extend/propose?type=MESH", "", "").Body.String()))
	if w := do(s, "GET", "/draft/preview?id=MESH:D006192", "", ""); w.Code != 200 || !strings.Contains(w.Body.String(), "<h1>") {
		t.Errorf("preview: %d %s", w.Code, w.Body)
	}
}

// TestMatch sends the kinds of queries that the draft has.
func TestMatch(t *testing.T) {
	const batch = `{"queries": [
		{"type": "NCBIGene", "limit": 1, "conditions": [{"matchType": "name", "propertyValue": "FOX-P2"}]},
		{"conditions": [{"propertyValue": ["H. influenzae", "other"], "matchType": "name"}, {"matchType": "property", "propertyId": "context", "propertyValue": "in the lung"}]},
		{"conditions": [{"matchType": "name", "propertyValue": "NCBIGene:5336"}]},
		{"type": "NO", "conditions": [{"matchType": "name", "propertyValue": "FOXP2"}]},
		{"conditions": [{"matchType": "property", "propertyId": "age", "propertyValue": 7}]},
		{"conditions": [{"matchType": "name", "propertyValue": "completely different thing"}]}
	]}`
	s := testServer(t, Options{})
	conformsToDraft(t, "batch", batch)
	w := do(s, "POST", "/draft/match", asJSON, batch)
	conformsToDraft(t, "results", w.Body.String())
	if alias := do(s, "POST", "/match", asJSON, batch); alias.Body.String() != w.Body.String() {
		t.Errorf("/match answers %s\n/draft/match %s", alias.Body, w.Body)
	}
	results := decoded[struct {
		Results []struct{ Candidates []candidate }
	}](t, w).Results
	if len(results) != 6 {
		t.Fatalf("%d results: %s", len(results), w.Body)
	}
	for i, want := range []string{"NCBIGene:93986", "MESH:D006192", "NCBIGene:5336", "", ""} {
		list := results[i].Candidates
		if want == "" && len(list) > 0 || want != "" && (len(list) == 0 || list[0].ID != want || !list[0].Match) {
			t.Errorf("query %d: %+v, want %s", i, list, want)
		}
	}
	older := do(s, "POST", "/match", asJSON, `{"queries":[{"conditions":[{"matchType":"name","v":"FOX-P2"},{"matchType":"property","pid":"context","v":["a"]}]}]}`)
	if !strings.Contains(older.Body.String(), `"id":"NCBIGene:93986"`) {
		t.Errorf("an earlier draft: %s", older.Body)
	}
}

func TestMatchRefuses(t *testing.T) {
	s := testServer(t, Options{MaxBatch: 2})
	for body, want := range map[string]string{
		`{}`:                              "queries is missing",
		`{"queries":{}}`:                  "want a list",
		`{"queries":[{"type":"MESH"}]}`:   "query 1: want an object with conditions",
		`{"queries":[null]}`:              "query 1",
		`{"queries":[{"conditions":[]}]}`: "query 1",
		`{"queries":[{"conditions":[{"propertyValue":"x"}]}]}`:                        "want name or property",
		`{"queries":[{"limit":-1,"conditions":[{"matchType":"name","v":"x"}]}]}`:      "limit is 1 or more",
		`{"queries":[{"conditions":[{"matchType":"name"}]},{"conditions":[]},{"a":1}`: "query 2",
	} {
		w := do(s, "POST", "/match", asJSON, body)
		if w.Code != 400 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s, want %q", body, w.Code, w.Body, want)
		}
	}
	if w := do(s, "POST", "/match", asForm, "queries={}"); w.Code != 415 {
		t.Errorf("a form: %d", w.Code)
	}
}

// TestDraftExtend asks for entities in an order, one of them twice and one unknown.
func TestDraftExtend(t *testing.T) {
	s := testServer(t, Options{})
	w := do(s, "POST", "/draft/extend", asJSON, `{"ids":["own 7","NO:1","own 7"],"properties":[{"id":"name"},{"id":"namespace"}]}`)
	conformsToDraft(t, "extension", w.Body.String())
	const own = `{"id":"own 7","properties":[{"id":"name","values":[{"str":"<b>bold</b> & Söhne"}]},{"id":"namespace","values":[{"str":"X"}]}]}`
	const want = `{"meta":[{"id":"name","name":"primary name"},{"id":"namespace","name":"namespace"}],` +
		`"rows":[` + own + `,{"id":"NO:1","properties":[{"id":"name","values":[]},{"id":"namespace","values":[]}]},` + own + "]}\n"
	if w.Body.String() != want {
		t.Errorf("got  %s\nwant %s", w.Body, want)
	}
}
