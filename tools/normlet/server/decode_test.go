package server

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

// allocated returns how many bytes f allocates, in all.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestCountsWhileDecoding sends bodies as large as they may be, of as many small things
// as fit. The server stops at the first too many, before it has made much of them.
func TestCountsWhileDecoding(t *testing.T) {
	s := testServer(t, Options{})
	fill := func(begin, text, end string) string { return begin + strings.Repeat(text, 8_000_000/len(text)) + end }
	for _, c := range []struct {
		what, target, contentType, body string
		status                          int
		says                            string
	}{
		{"mentions", "/lookup", asJSON, fill(`{"mentions":[`, `"",`, `""]}`), 413, "too many mentions: a request may have 1000"},
		{"mentions and contexts", "/lookup", asJSON, fill(`{"mentions":[`, `{},`, `{}]}`), 413, "too many mentions"},
		{"namespaces", "/lookup", asJSON, fill(`{"namespaces":[`, `"",`, `""]}`), 413, "too many namespaces: a request may have 64"},
		{"unknown keys", "/ground", asJSON, fill(`{"text":"a"`, `,"b":1`, `}`), 413, "keys and values"},
		{"unknown values", "/ground", asJSON, fill(`{"text":"a","x":[`, `[],`, `[]]}`), 413, "keys and values"},
		{"texts", "/ground_multi", asJSON, fill(`[`, `{"text":""},`, `{"text":""}]`), 413, "too many texts"},
		{"Gilda's namespaces", "/ground", asJSON, fill(`{"text":"a","namespaces":[`, `"",`, `""]}`), 413, "too many namespaces"},
		{"lists in lists", "/ground_multi", asJSON, fill("", "[", ""), 400, "malformed JSON"},
		{"unknown lists in lists", "/ground", asJSON, fill(`{"x":`, "[", ""), 400, "nested deeper"},
		{"unknown objects in objects", "/names", asJSON, fill("", `{"a":`, ""), 400, "nested deeper"},
		{"a string", "/ground", asJSON, fill(`{"text":"`, "x", `"}`), 413, "in a row"},
		{"a key", "/names", asJSON, fill(`{"`, "x", `":1}`), 413, "in a row"},
		{"a number", "/lookup", asJSON, fill(`{"k":`, "1", `}`), 413, "in a row"},
		{"blanks", "/lookup", asJSON, fill("", " \n\r\t", `{}`), 413, "in a row"},
		{"properties", "/", asForm, fill(`extend={"ids":["a"],"properties":[`, `{"id":"name"},`, `{}]}`), 413, "too many properties: a request may have 64"},
		{"ids", "/", asForm, fill(`extend={"ids":[`, `"",`, `""]}`), 413, "too many ids: a request may have 1000"},
		{"queries", "/", asForm, fill(`queries={`, `"a":{"query":"x"},`, `"a":{}}`), 413, "too many queries: a request may have 1000"},
		{"types", "/", asForm, fill(`queries={"a":{"type":[`, `"",`, `""]}}`), 413, "too many types"},
		{"properties of a query", "/", asForm, fill(`queries={"a":{"properties":[`, `{},`, `{}]}}`), 413, "too many properties"},
		{"values of a property", "/", asForm, fill(`queries={"a":{"properties":[{"v":[`, `"",`, `""]}]}}`), 413, "too many values of a property"},
		{"escapes", "/", asForm, fill("queries=", "%20", "{}"), 413, "in a row"},
		{"fields", "/", asForm, fill("", "a=b&", ""), 400, "want a form with queries or extend"},
		{"the name of a field", "/", asForm, fill("", "a", ""), 400, "want a form with queries or extend"},
	} {
		w := do(s, "POST", c.target, c.contentType, "") // whatever is made once
		n := allocated(func() { w = do(s, "POST", c.target, c.contentType, c.body) })
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s: status %d, want %d with %q: %.200s", c.what, w.Code, c.status, c.says, w.Body)
		}
		if n > 16_000_000 {
			t.Errorf("%s: %d bytes allocated for a body of %d", c.what, n, len(c.body))
		}
	}
}

// TestLimitsAreExact sends as much as there may be, and one more.
func TestLimitsAreExact(t *testing.T) {
	s := testServer(t, Options{MaxBatch: 3, MaxNamespaces: 2, MaxProperties: 2})
	list := func(text string, n int) string { return strings.TrimSuffix(strings.Repeat(text+",", n), ",") }
	nested := func(n int) string {
		return `{"text":"a","x":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + "}"
	}
	keys := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"%d":{"query":"x"},`, i)
		}
		return "queries={" + strings.TrimSuffix(b.String(), ",") + "}"
	}
	escapes := func(n int) string { return strings.Repeat(`\u0078`, n) }
	for _, c := range []struct {
		target string
		max    int
		body   func(n int) string
		beyond int // the status of one more
	}{
		{"/lookup", 3, func(n int) string { return `{"mentions":[` + list(`"a"`, n) + `]}` }, 413},
		{"/lookup", 2, func(n int) string { return `{"mentions":["a"],"namespaces":[` + list(`"MESH"`, n) + `]}` }, 413},
		{"/lookup", maxMention, func(n int) string { return `{"mentions":["` + escapes(n) + `"]}` }, 400},
		{"/lookup", maxMention, func(n int) string { return `{"mentions":[{"mention":"` + escapes(n) + `"}]}` }, 400},
		{"/lookup", maxContext, func(n int) string { return `{"mentions":[{"mention":"a","context":"` + escapes(n) + `"}]}` }, 413},
		{"/lookup", maxContext, func(n int) string { return `{"mentions":[{"mention":"a","context":"` + strings.Repeat("x", n) + `"}]}` }, 400},
		{"/lookup", 128, func(n int) string { return fmt.Sprintf(`{"mentions":["a"],"k":%d}`, n) }, 400},
		{"/ground", maxMention, func(n int) string { return `{"text":"` + escapes(n) + `"}` }, 400},
		{"/ground", maxContext, func(n int) string { return `{"text":"a","context":"` + strings.Repeat("x", n) + `"}` }, 400},
		{"/ground", 2, func(n int) string { return `{"text":"a","namespaces":[` + list(`"MESH"`, n) + `]}` }, 413},
		{"/ground", maxDepth, nested, 400},
		{"/ground", maxToken[text] - 1, func(n int) string { return `{"text":"a","x":"` + strings.Repeat("x", n) + `"}` }, 413},
		{"/ground", maxToken[word], func(n int) string { return `{"text":"a","x":` + strings.Repeat("1", n) + `}` }, 413},
		{"/ground", maxToken[blank], func(n int) string { return `{"text":"a",` + strings.Repeat(" ", n) + `"x":1}` }, 413},
		{"/ground", 4*tokensEach - 7, func(n int) string { return `{"text":"a","x":[` + list(`1`, n) + `]}` }, 413},
		{"/annotate", maxContext, func(n int) string { return `{"text":"` + strings.Repeat("x", n) + `"}` }, 400},
		{"/annotate", 2, func(n int) string { return `{"text":"a","namespaces":[` + list(`"MESH"`, n) + `]}` }, 413},
		{"/ground_multi", 3, func(n int) string { return "[" + list(`{"text":"a"}`, n) + "]" }, 413},
		{"/names", maxMention, func(n int) string { return `{"id":"` + strings.Repeat("x", n) + `"}` }, 400},
		{"/", 3, func(n int) string { return `extend={"ids":[` + list(`"a"`, n) + `],"properties":[]}` }, 413},
		{"/", maxMention, func(n int) string { return `extend={"ids":["` + strings.Repeat("x", n) + `"],"properties":[]}` }, 400},
		{"/", 2, func(n int) string { return `extend={"ids":["a"],"properties":[` + list(`{"id":"name"}`, n) + `]}` }, 413},
		{"/", 3, keys, 413},
		{"/", maxMention, func(n int) string { return `queries={"` + strings.Repeat("k", n) + `":{"query":"x"}}` }, 400},
		{"/", maxMention, func(n int) string { return `queries={"a":{"query":"` + strings.Repeat("k", n) + `"}}` }, 400},
		{"/", 2, func(n int) string { return `queries={"a":{"query":"x","type":[` + list(`"MESH"`, n) + `]}}` }, 413},
		{"/", 2, func(n int) string {
			return `queries={"a":{"query":"x","properties":[` + list(`{"pid":"age"}`, n) + `]}}`
		}, 413},
		{"/", 2, func(n int) string {
			return `queries={"a":{"query":"x","properties":[{"pid":"context","v":[` + list(`"b"`, n) + `]}]}}`
		}, 413},
		{"/", maxContext, func(n int) string {
			return `queries={"a":{"query":"x","properties":[{"pid":"context","v":"` + strings.Repeat("k", n) + `"}]}}`
		}, 400},
	} {
		kind := asJSON
		if c.target == "/" {
			kind = asForm
		}
		if w := do(s, "POST", c.target, kind, c.body(c.max)); w.Code != 200 {
			t.Errorf("%s with %d: status %d, %s\n%.200s", c.target, c.max, w.Code, w.Body, c.body(c.max))
		}
		if w := do(s, "POST", c.target, kind, c.body(c.max+1)); w.Code != c.beyond {
			t.Errorf("%s with %d: status %d, want %d, %s\n%.200s", c.target, c.max+1, w.Code, c.beyond, w.Body, c.body(c.max+1))
		}
	}
	for target, max := range map[string]int{"/lookup?q=a": 3 - 1, "/suggest/type?a": maxParameters + 2 - 1} {
		add := "&namespace=MESH"
		if max > 2 {
			add = "&b=c"
		}
		if w := do(s, "GET", target+strings.Repeat(add, max), "", ""); w.Code != 200 {
			t.Errorf("%s with %d more: status %d, %s", target, max, w.Code, w.Body)
		}
		if w := do(s, "GET", target+strings.Repeat(add, max+1), "", ""); w.Code != 413 && w.Code != 414 {
			t.Errorf("%s with %d more: status %d, %s", target, max+1, w.Code, w.Body)
		}
	}
}

// TestMalformed checks what is said of JSON of another form than it should have.
func TestMalformed(t *testing.T) {
	s := testServer(t, Options{})
	for _, c := range []struct{ target, body, says string }{
		{"/lookup", `[]`, "the body: want an object"},
		{"/lookup", `null`, "mentions is missing"},
		{"/lookup", `{"mentions":null}`, "mentions is missing"},
		{"/lookup", `{"mentions":"a"}`, "mentions: want a list"},
		{"/lookup", `{"mentions":[[]]}`, "mentions: want strings, or objects"},
		{"/lookup", `{"mentions":[{"mention":1}]}`, "mention: want a string"},
		{"/lookup", `{"mentions":[{"context":[]}]}`, "context: want a string"},
		{"/lookup", `{"mentions":[],"k":"1"}`, "k: want a number"},
		{"/lookup", `{"mentions":[],"near":1}`, "near: want a boolean"},
		{"/lookup", `{"mentions":[],"k":1.5}`, "k: want 1 to 128"},
		{"/lookup", `{"mentions":[],"min_p":[]}`, "min_p: want a number"},
		{"/lookup", `{"mentions":[],"min_p":1e999}`, "too large"},
		{"/lookup", `{"mentions":[],"namespaces":[1]}`, "namespace: want a string"},
		{"/lookup", `{"mentions":[],"namespaces":{}}`, "namespaces: want a list"},
		{"/lookup", `{"mentions":["a"`, "ends too early"},
		{"/lookup", `{"mentions":["a`, "ends too early"},
		{"/lookup", `{`, "ends too early"},
		{"/lookup", ` `, "it is empty"},
		{"/lookup", `{"mentions":[]} x`, "byte 17"},
		{"/lookup", `{1:2}`, "byte 2"},
		{"/lookup", `{"mentions":[],}`, "byte"},
		{"/ground", `{"text":null}`, "text is missing"},
		{"/ground", `"a"`, "the body: want an object"},
		{"/names", `{"id":{}}`, "id: want a string"},
		{"/names", `[]`, "the body: want an object"},
		{"queries", `"a"`, "queries: want an object"},
		{"queries", `{"a":[]}`, "a query: want an object"},
		{"queries", `{"a":{"query":1}}`, "query: want a string"},
		{"queries", `{"a":{"limit":"1"}}`, "limit: want a number"},
		{"queries", `{"a":{"limit":0.5}}`, "limit is 1 or more"},
		{"queries", `{"a":{"type":1}}`, "type: want a string, or a list of strings"},
		{"queries", `{"a":{"type":["b",[1]]}}`, "type: want a string, or a list of strings"},
		{"queries", `{"a":{"type":{"id":"b"}}}`, "type: want a string, or a list of strings"},
		{"queries", `{"a":{"type":[{"id":1}]}}`, "id: want a string"},
		{"queries", `{"a":{"properties":{}}}`, "properties: want a list"},
		{"queries", `{"a":{"properties":[1]}}`, "properties: want an object"},
		{"extend", `[]`, "extend: want an object"},
		{"extend", `{"ids":["a"],"properties":null}`, "ids or properties is missing"},
		{"extend", `{"ids":null,"properties":[]}`, "ids or properties is missing"},
		{"extend", `{"ids":["a"],"properties":["name"]}`, "properties: want an object"},
		{"extend", `{"ids":["a"],"properties":[{"id":7}]}`, "id: want a string"},
		{"extend", `{"ids":["a"],"properties":[{}]}`, "no property"},
	} {
		target, kind, body := c.target, asJSON, c.body
		if target[0] != '/' {
			target, kind, body = "/", asForm, form(c.target, c.body)
		}
		if w := do(s, "POST", target, kind, body); w.Code != 400 || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s %s: status %d, want %q: %s", c.target, c.body, w.Code, c.says, w.Body)
		}
	}
}

// TestUnknownKeys checks that what other clients send besides is passed over.
func TestUnknownKeys(t *testing.T) {
	s := testServer(t, Options{})
	const more = `"more":[{"a":[1,true,null,"x\"]"]},[],{}],"most":{"b":{}},`
	for target, body := range map[string]string{
		"/lookup": `{"mentions":[{` + more + `"mention":"FOXP2"}]}`, "/ground": `{` + more + `"text":"FOXP2"}`, "/names": `{` + more + `"id":"NCBIGene:93986"}`,
		"queries": `{"q":{` + more + `"properties":[{` + more + `"pid":"age"},{"pid":"context","v":{"a":[1]}}],"type":[{` + more + `"id":"NCBIGene"}],"query":"FOXP2"}}`,
		"extend":  `{` + more + `"ids":["NCBIGene:93986"],"properties":[{` + more + `"id":"name","settings":{"x":1}}]}`,
	} {
		kind := asJSON
		if target[0] != '/' {
			target, kind, body = "/", asForm, form(target, body)
		}
		if w := do(s, "POST", target, kind, body); w.Code != 200 || !strings.Contains(w.Body.String(), "FOXP2") {
			t.Errorf("%s %s: status %d, %s", target, body, w.Code, w.Body)
		}
	}
}

// TestGuardPassesOn checks that the guard changes nothing, wherever it is cut.
func TestGuardPassesOn(t *testing.T) {
	const text = `{"a\\":"b\"c\\\"[1","d": [1.5e3, true ,null],"e":"\u00e9é\n"}`
	for size := 1; size < len(text); size++ {
		g := &guard{in: strings.NewReader(text)}
		var out bytes.Buffer
		if _, err := io.CopyBuffer(struct{ io.Writer }{&out}, struct{ io.Reader }{g}, make([]byte, size)); err != nil || out.String() != text {
			t.Fatalf("by %d: %q, %v", size, out.String(), err)
		}
		if g.kind != sign {
			t.Errorf("by %d: it ends in a token of kind %d", size, g.kind)
		}
	}
}

// TestFormReader reads forms as net/url does.
func TestFormReader(t *testing.T) {
	for _, text := range []string{
		"", "a", "a=", "a=b", "=b", "&&a=b&", "a=b&c=d", "a=b=c&d", "a+b=c+d", "%61=%62%26%3D", "a%3Db=c", "a=1&a=2", "%zz=1", "a=%", "a=%4", "a=%g0", "a;b=1", "a=b;c",
		"long" + strings.Repeat("x", maxFieldName) + "=y&b=c",
	} {
		want, wantErr := url.ParseQuery(text)
		f := newForm(strings.NewReader(text))
		got := url.Values{}
		var err error
		for {
			var name string
			if name, err = f.name(); err != nil {
				break
			}
			var value []byte
			if value, err = io.ReadAll(f); err != nil {
				break
			}
			if n, err := f.Read(make([]byte, 1)); n != 0 || err != io.EOF {
				t.Errorf("%q: %d bytes after the value of %q, %v", text, n, name, err)
			}
			if strings.HasPrefix(name, "long") {
				if len(name) != maxFieldName {
					t.Errorf("a name of %d bytes", len(name))
				}
				name += strings.Repeat("x", 4)
			}
			if name != "" || len(value) > 0 {
				got.Add(name, string(value))
			}
		}
		if (wantErr != nil) != (err != io.EOF) {
			t.Errorf("%q: %v, want %v", text, err, wantErr)
		}
		if wantErr == nil && got.Encode() != want.Encode() {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestFormReaderFails reads forms that end with an error, in every place.
func TestFormReaderFails(t *testing.T) {
	s := testServer(t, Options{})
	for _, text := range []string{"", "a", "a=", "a=b", "a=b&", "a=%", "a=%2", "queries", "queries=", "queries={", "queries=%7", "extend=%7B%22"} {
		broken := io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrNoProgress))
		r := httptest.NewRequest("POST", "http://localhost/", broken)
		r.Header.Set("Content-Type", asForm)
		_, value, err := s.field(r, "queries", "extend")
		if err == nil {
			_, err = io.ReadAll(value)
		}
		if !errors.Is(err, io.ErrNoProgress) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
