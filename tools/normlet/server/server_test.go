package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestRefusals goes through what clients do wrong. Each answer is JSON with a message.
func TestRefusals(t *testing.T) {
	s := testServer(t, Options{MaxBatch: 3, MaxBody: 10000, LocalName: func(host string) bool { return host == "localhost" }})
	long := strings.Repeat("x", maxMention+1)
	for _, c := range []struct {
		method, target, contentType, body string
		status                            int
		says                              string
	}{
		{"GET", "/lookup", "", "", 400, "one parameter q"},
		{"GET", "/lookup?q=a&q=b", "", "", 400, "one parameter q"},
		{"GET", "/lookup?q=a&k=0", "", "", 400, "want 1 to 128"},
		{"GET", "/lookup?q=a&near=maybe", "", "", 400, "want true or false"},
		{"GET", "/lookup?q=a&k=129", "", "", 400, "1 to 128"},
		{"GET", "/lookup?q=a&k=9999999999999999999999", "", "", 400, "want 1 to 128"},
		{"GET", "/lookup?q=a&min_p=often", "", "", 400, "want 0 to 1"},
		{"GET", "/lookup?q=a&prefer=mars", "", "", 400, `preferred "mars": no such namespace in this pack`},
		{"POST", "/lookup", asJSON, `{"mentions":["a"],"prefer":["mars"]}`, 400, `preferred "mars": no such namespace in this pack`},
		{"GET", "/lookup?q=a&min_p=1e39", "", "", 400, "min_p 1e+39: want 0 to 1"},
		{"GET", "/lookup?q=a&min_p=-0.1", "", "", 400, "want 0 to 1"},
		{"GET", "/lookup?q=a&min_p=2", "", "", 400, "want 0 to 1"},
		{"GET", "/lookup?q=a&min_p=NaN", "", "", 400, "want 0 to 1"},
		{"GET", "/lookup?q=a&namespace=NO", "", "", 400, `namespace "NO"`},
		{"GET", "/lookup?q=" + long, "", "", 400, "may have 4096"},
		{"POST", "/lookup", asJSON, `{"mentions":["a","b","c","d"]}`, 413, "a request may have 3"},
		{"POST", "/lookup", asJSON, `{"mentions":["a"],"namespaces":["MESH","NO"]}`, 400, `namespace "NO"`},
		{"POST", "/lookup", asJSON, `{"mentions":["a"],"kk":1}`, 400, "unknown field"},
		{"POST", "/lookup", asJSON, `{"mentions":["a"],"k":-1}`, 400, "1 to 128"},
		{"POST", "/lookup", asJSON, `{"mentions":[1]}`, 400, "malformed JSON"},
		{"POST", "/lookup", asJSON, `{"mentions":["a"]} {}`, 400, "more after its end"},
		{"POST", "/lookup", asJSON, `{}`, 400, "mentions is missing"},
		{"POST", "/lookup", asJSON, ``, 400, "it is empty"},
		{"POST", "/lookup", asForm, `{"mentions":["a"]}`, 415, "Content-Type: application/json"},
		{"POST", "/lookup", "", `{"mentions":["a"]}`, 415, "Content-Type"},
		{"POST", "/lookup", asJSON, `{"mentions":["` + strings.Repeat("x", 10000) + `"]}`, 413, "10000 bytes"},
		{"POST", "/ground", asJSON, `{"text":}`, 400, "byte 9"},
		{"POST", "/ground", asJSON, `[]`, 400, "malformed JSON"},
		{"POST", "/ground", asJSON, `null`, 400, "text is missing"},
		{"POST", "/ground", asJSON, `{"context":"x"}`, 400, "text is missing"},
		{"POST", "/ground", asJSON, strings.Repeat("[", 9000), 400, "malformed JSON"},
		{"POST", "/ground_multi", asJSON, `{"text":"a"}`, 400, "malformed JSON"},
		{"POST", "/ground_multi", asJSON, `[{"text":"a"},null]`, 400, "text is missing"},
		{"POST", "/ground_multi", asJSON, `[{"text":"a"},{"text":"a"},{"text":"a"},{"text":"a"}]`, 413, "may have 3"},
		{"POST", "/names", asJSON, `{"db":"MESH"}`, 400, "id is missing"},
		{"GET", "/ground", "", "", 405, "POST, OPTIONS"},
		{"GET", "/ground_multi", "", "", 405, "POST, OPTIONS"},
		{"DELETE", "/lookup", "", "", 405, "GET, HEAD, POST, OPTIONS"},
		{"PUT", "/", "", "", 405, "GET, HEAD, POST, OPTIONS"},
		{"POST", "/metrics", "", "", 405, "GET, HEAD, OPTIONS"},
		{"POST", "/", asJSON, `{}`, 415, "want a form"},
		{"POST", "/", asForm, ``, 400, "want a form with queries or extend"},
		{"POST", "/", asForm, `queries=%zz`, 400, "malformed form"},
		{"POST", "/", asForm, `queries=` + strings.Repeat("x", 10000), 413, "10000 bytes"},
		{"POST", "/", asForm, form("queries", `{"a":`), 400, "malformed JSON"},
		{"POST", "/", asForm, form("queries", `["a"]`), 400, "malformed JSON"},
		{"POST", "/", asForm, form("queries", `{"a":null}`), 400, `query "a": want an object`},
		{"POST", "/", asForm, form("queries", `{"a":{"query":"x","limit":-1}}`), 400, "limit is 1 or more"},
		{"POST", "/", asForm, form("queries", `{"a<":null}`), 400, `query "a<"`},
		{"POST", "/", asForm, form("queries", `{"a":{},"b":{},"c":{},"d":{}}`), 413, "may have 3"},
		{"POST", "/", asForm, form("extend", `{"ids":["a"]}`), 400, "properties is missing"},
		{"POST", "/", asForm, form("extend", `{"ids":["a"],"properties":[{"id":"age"}]}`), 400, `no property "age"`},
		{"POST", "/", asForm, form("extend", `{"ids":["a","b","c","d"],"properties":[]}`), 413, "may have 3"},
		{"GET", "/?queries=%7B", "", "", 400, "malformed JSON"},
		{"GET", "/?a;b", "", "", 400, "malformed form"},
		{"GET", "/?callback=alert(1)", "", "", 400, "no name of a function"},
		{"GET", "/?callback=1a", "", "", 400, "no name of a function"},
		{"GET", "/preview?id=NO:1", "", "", 404, `no entity "NO:1"`},
		{"GET", "/preview", "", "", 404, "no entity"},
		{"GET", "/flyout?id=" + long, "", "", 404, "no entity"},
		{"GET", "/suggest/entity?prefix=a&cursor=-1", "", "", 400, "want a number from 0 on"},
		{"GET", "/suggest/entity?prefix=" + long, "", "", 400, "may have 4096"},
		{"GET", "/missing", "", "", 404, "nothing at this path"},
		{"GET", "/draft/", "", "", 404, "nothing at this path"}, // the draft of reconciliation 1.0, as an earlier server had it
		{"POST", "/match", asJSON, `{"queries":[]}`, 404, "/docs says what there is"},
		{"GET", "//lookup?q=a", "", "", 404, "nothing at this path"},
		{"GET", "/lookup/?q=a", "", "", 404, "nothing at this path"},
		{"GET", "/suggest/../lookup?q=a", "", "", 404, "nothing at this path"},
		{"GET", "/../../../../etc/passwd", "", "", 404, "nothing at this path"},
		{"GET", "/..%2f..%2fetc/passwd", "", "", 404, "nothing at this path"},
		{"GET", "/page/page.css", "", "", 404, "nothing at this path"},
		{"GET", "/page.css%00", "", "", 404, "nothing at this path"},
		{"GET", "/web/", "", "", 404, "nothing at this path"},
	} {
		w := do(s, c.method, c.target, c.contentType, c.body)
		if w.Code != c.status || !strings.Contains(w.Body.String(), strings.ReplaceAll(c.says, `"`, `\"`)) || !strings.HasPrefix(w.Body.String(), `{"message":`) {
			t.Errorf("%s %.80s %.80s: status %d, want %d with %q: %s", c.method, c.target, c.body, w.Code, c.status, c.says, w.Body)
		}
		if (c.status == http.StatusMethodNotAllowed) != (w.Header().Get("Allow") != "") {
			t.Errorf("%s %s: status %d with Allow %q", c.method, c.target, w.Code, w.Header().Get("Allow"))
		}
	}
}

func TestHost(t *testing.T) {
	local := Options{LocalName: func(host string) bool { return host == "localhost" }}
	for _, c := range []struct {
		options Options
		host    string
		status  int
	}{{local, "localhost", 200}, {local, "evil.example", 421}, {Options{}, "evil.example", 200}} {
		w := httptest.NewRecorder()
		testServer(t, c.options).ServeHTTP(w, httptest.NewRequest("GET", "http://"+c.host+"/healthz", nil))
		if w.Code != c.status {
			t.Errorf("host %s: status %d, want %d", c.host, w.Code, c.status)
		}
	}
}

// TestOrigins checks who may read answers: with CORS, and with scripts.
func TestOrigins(t *testing.T) {
	s := testServer(t, Options{AllowOrigin: func(origin string) bool { return origin == "http://127.0.0.1:3333" }})
	for origin, allowed := range map[string]string{"http://127.0.0.1:3333": "http://127.0.0.1:3333", "https://evil.example": "", "": ""} {
		for _, method := range []string{"GET", "OPTIONS"} {
			w := do(s, method, "/", "", "", "Origin: "+origin)
			if got := w.Header().Get("Access-Control-Allow-Origin"); got != allowed || w.Header().Get("Vary") != "Origin" {
				t.Errorf("%s of origin %q: allowed %q, headers %v", method, origin, got, w.Header())
			}
			if method == "OPTIONS" && (w.Code != http.StatusNoContent || (w.Header().Get("Access-Control-Allow-Methods") != "") != (allowed != "")) {
				t.Errorf("preflight of %q: status %d, %v", origin, w.Code, w.Header())
			}
		}
	}
	for _, c := range []struct {
		header string
		status int
	}{
		{"Referer: http://127.0.0.1:3333/project", 200},
		{"Referer: https://evil.example/page", 403},
		{"Sec-Fetch-Site: cross-site", 403},
		{"Sec-Fetch-Site: same-site", 200},
		{"X-Nothing: said", 200},
	} {
		w := do(s, "GET", "/?callback=jQuery_1.x", "", "", c.header)
		if w.Code != c.status {
			t.Errorf("script with %s: status %d, want %d", c.header, w.Code, c.status)
		}
		if c.status == 200 && !(strings.HasPrefix(w.Body.String(), `/**/jQuery_1.x({"versions"`) && strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript")) {
			t.Errorf("script: %s %s", w.Header().Get("Content-Type"), w.Body)
		}
	}
}

// TestSeveralPacks checks that each has its paths, and that they are listed.
func TestSeveralPacks(t *testing.T) {
	s := testServer(t, Options{Packs: []*Pack{testPack(t, "a"), testPack(t, "b")}})
	for _, target := range []string{"/a/lookup?q=foxp2", "/b/lookup?q=foxp2", "/a/", "/a", "/b/docs", "/", "/healthz", "/page.js"} {
		if w := do(s, "GET", target, "", ""); w.Code != 200 {
			t.Errorf("%s: status %d", target, w.Code)
		}
	}
	if w := do(s, "GET", "/lookup?q=a", "", ""); w.Code != 404 {
		t.Errorf("/lookup of no pack: status %d", w.Code)
	}
	if m := get[manifest](t, s, "/b/"); m.Suggest["entity"].URL != "http://localhost/b" {
		t.Errorf("suggest is at %+v", m.Suggest["entity"])
	}
	packs := get[map[string][]ref](t, s, "/")["packs"]
	if len(packs) != 2 || packs[1].ID != "/b/" {
		t.Errorf("packs %+v", packs)
	}
	if w := do(s, "GET", "/", "", "", "Accept: text/html"); w.Code != 200 || !strings.Contains(w.Body.String(), `href="/b/"`) {
		t.Errorf("the list as a page: status %d, %s", w.Code, w.Body)
	}
	for _, names := range [][]string{{"a", "a"}, {"a", "metrics"}, {"a", "readyz"}, {"a", ""}, {"a", "b/c"}} {
		if _, err := New(Options{Packs: []*Pack{testPack(t, names[0]), testPack(t, names[1])}}); err == nil {
			t.Errorf("packs %q are served", names)
		}
	}
	if _, err := New(Options{}); err == nil {
		t.Error("no pack is served")
	}
}

// TestPages checks that browsers get pages that load nothing from elsewhere, with all
// text escaped.
func TestPages(t *testing.T) {
	s := testServer(t, Options{})
	for target, says := range map[string]string{
		"/": "45 entities", "/docs": "GET /lookup", "/preview?id=own+7": "&lt;b&gt;bold&lt;/b&gt; &amp; Söhne", "/preview?id=NCBIGene:93986": "CAGH44",
	} {
		w := do(s, "GET", target, "", "", "Accept: text/html,*/*;q=0.8")
		policy := w.Header().Get("Content-Security-Policy")
		if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || !strings.Contains(w.Body.String(), says) || !strings.HasPrefix(policy, "default-src 'none'") {
			t.Errorf("%s: status %d, %v, %s", target, w.Code, w.Header(), w.Body)
		}
		if framed := strings.Contains(policy, "frame-ancestors *"); framed != strings.HasPrefix(target, "/preview") {
			t.Errorf("%s: policy %s", target, policy)
		}
		if strings.Contains(w.Body.String(), "src=\"http") || strings.Contains(w.Body.String(), "stylesheet\" href=\"http") {
			t.Errorf("%s loads from elsewhere: %s", target, w.Body)
		}
	}
	for target, contentType := range pageFiles {
		if w := do(s, "GET", target, "", ""); w.Code != 200 || w.Header().Get("Content-Type") != contentType {
			t.Errorf("%s: status %d, %v", target, w.Code, w.Header())
		}
	}
	w := do(testServer(t, Options{Site: http.StripPrefix("/web", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("site " + r.URL.Path))
	}))}), "GET", "/web/x", "", "")
	if w.Body.String() != "site /x" {
		t.Errorf("the site answers %s", w.Body)
	}
}

func TestHead(t *testing.T) {
	if w := do(testServer(t, Options{}), "HEAD", "/lookup?q=FOXP2", "", ""); w.Code != 200 {
		t.Errorf("HEAD: status %d", w.Code)
	}
}
