package server

import (
	"encoding/json"
	"testing"
)

// FuzzBodies sends any bytes to every path that reads some. Every answer is JSON, and
// none is the server's failure.
func FuzzBodies(f *testing.F) {
	for _, seed := range []string{
		`{"mentions":["FOX-P2",{"mention":"S6K","context":"x"}],"k":3,"namespaces":["MESH"],"min_p":0.5}`,
		`{"mentions":[""]}`, `{"text":"FAKE1","context":"x","organisms":["9606"],"namespaces":["NCBIGene"]}`, `[{"text":"S6K"},{"text":"?"}]`,
		`{"db":"MESH","id":"D006192","status":"name"}`, `{"db":"MESH","id":"MESH:D006192"}`,
		`{"q0":{"query":"FOX-P2","type":["MESH"],"limit":2.5,"properties":[{"pid":"context","v":["a",1]}]},"q1":{"query":"MESH:D006192"}}`,
		`{"q":{"query":"x","limit":1e308}}`, `{"ids":["MESH:D006192","MESH:D006192","x"],"properties":[{"id":"synonyms"},{"id":"synonyms"}]}`,
		`{"text":"FBP","context":"forkhead box P2 (FBP)","namespaces":["egid",""]}`,
		`{"text":"𝛼 FOX-P2 (FBP), \ud800 H. influenzae and FBP","namespaces":["egid","MESH"]}`,
		`{"mentions":["\ud800\u0000\uffff"]}`, `null`, `[[[[`, `{"a":{"query":"FOXP2"},"a":{"query":"S6K"}}`, "\xff\xfe{\x00}", ``,
	} {
		f.Add([]byte(seed))
	}
	s := testServer(f, Options{MaxBatch: 50})
	f.Fuzz(func(t *testing.T, body []byte) {
		for target, contentType := range map[string]string{
			"/lookup": asJSON, "/ground": asJSON, "/ground_multi": asJSON, "/annotate": asJSON, "/names": asJSON, "/": asForm, "queries": asForm, "extend": asForm,
		} {
			text := string(body)
			if target[0] != '/' {
				target, text = "/", form(target, text)
			}
			w := do(s, "POST", target, contentType, text)
			if w.Code >= 500 || !json.Valid(w.Body.Bytes()) {
				t.Errorf("POST %s %q: status %d: %s", target, text, w.Code, w.Body)
			}
		}
	})
}

// FuzzParameters does the same with the parameters of GET.
func FuzzParameters(f *testing.F) {
	for _, seed := range []string{"FOX-P2", "", "?!", "MESH:D006192", "zinc finger", "胰岛素", "\xff\x00", "jQuery_1", "9999999999999999999", "1e400"} {
		f.Add(seed)
	}
	s := testServer(f, Options{MaxBatch: 50})
	f.Fuzz(func(t *testing.T, value string) {
		for _, target := range []string{
			"/lookup?q=a&" + form("k", value), "/lookup?" + form("q", value), "/lookup?q=a&" + form("min_p", value), "/?" + form("queries", value),
			"/suggest/entity?" + form("prefix", value), "/suggest/entity?prefix=z&" + form("cursor", value), "/suggest/type?" + form("prefix", value),
			"/flyout?" + form("id", value), "/properties?" + form("type", value),
		} {
			w := do(s, "GET", target, "", "")
			if w.Code >= 500 || !json.Valid(w.Body.Bytes()) {
				t.Errorf("GET %s: status %d: %s", target, w.Code, w.Body)
			}
		}
		if w := do(s, "GET", "/?"+form("callback", value), "", ""); w.Code >= 500 {
			t.Errorf("callback %q: status %d: %s", value, w.Code, w.Body)
		}
	})
}
