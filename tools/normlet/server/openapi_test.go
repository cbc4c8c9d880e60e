package server

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/score"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestOpenAPIPaths checks that openapi.json has the paths and methods that there are.
func TestOpenAPIPaths(t *testing.T) {
	var d openAPIDocument
	if err := json.Unmarshal(openAPIFile, &d); err != nil {
		t.Fatal(err)
	}
	for path, methods := range packRoutes {
		for method := range methods {
			if d.Paths[path][strings.ToLower(method)].Summary == "" {
				t.Errorf("openapi.json lacks %s %s", method, path)
			}
		}
	}
	for path, methods := range d.Paths {
		for method := range methods {
			if packRoutes[path][strings.ToUpper(method)] == nil {
				t.Errorf("openapi.json has %s %s, which there is not", method, path)
			}
		}
	}
}

// TestPathsAreInManual requires every path in the guide.
func TestPathsAreInManual(t *testing.T) {
	guide, err := os.ReadFile("../../../docs/serve.md")
	if err != nil {
		t.Fatal(err)
	}
	for path := range packRoutes {
		if strings.HasPrefix(path, "/suggest/") {
			path = "/suggest/..."
		}
		if !regexp.MustCompile("`(?:GET |POST )?" + regexp.QuoteMeta(path) + "[`?]").Match(guide) {
			t.Errorf("docs/serve.md lacks %s", path)
		}
	}
}

// TestOpenAPIStages requires every stage: of single look-ups all but that of neighbours, which texts have.
func TestOpenAPIStages(t *testing.T) {
	var all, single []string
	for s := range score.NumStages {
		all = append(all, strconv.Quote(s.String()))
		if s != score.StageNeighbour {
			single = append(single, strconv.Quote(s.String()))
		}
	}
	enums := regexp.MustCompile(`"stage": \{"enum": \[([^]]*)]`).FindAllSubmatch(openAPIFile, -1)
	if len(enums) != 2 {
		t.Fatalf("%d lists of stages in openapi.json, want those of /lookup and of /ground with /annotate", len(enums))
	}
	for i, want := range [][]string{single, all} {
		if got := string(enums[i][1]); got != strings.Join(want, ", ") {
			t.Errorf("openapi.json has the stages %s, want %q", got, want)
		}
	}
}

// TestOpenAPIServed checks that programs get the document, and people a page of it.
func TestOpenAPIServed(t *testing.T) {
	s := testServer(t, Options{})
	if w := do(s, "GET", "/openapi.json", "", ""); w.Code != 200 || w.Header().Get("Content-Type") != asJSON || !bytes.Equal(w.Body.Bytes(), openAPIFile) {
		t.Errorf("status %d, %v", w.Code, w.Header())
	}
	page := do(s, "GET", "/docs", "", "").Body.String()
	for path := range packRoutes {
		if !strings.Contains(page, " "+path+"<") && !strings.Contains(page, ">"+path+"<") {
			t.Errorf("/docs lacks %s", path)
		}
	}
}

// TestOpenAPIAnswers sends the examples of openapi.json, and checks requests and
// answers against its schemas.
func TestOpenAPIAnswers(t *testing.T) {
	s := testServer(t, Options{})
	compiler := jsonschema.NewCompiler()
	var document any
	if err := json.Unmarshal(openAPIFile, &document); err != nil {
		t.Fatal(err)
	}
	if err := compiler.AddResource("openapi.json", document); err != nil {
		t.Fatal(err)
	}
	checked := 0
	check := func(content []byte, at ...string) {
		t.Helper()
		pointer := "openapi.json#/paths/" + strings.Join(at, "/")
		schema, err := compiler.Compile(pointer)
		if err != nil {
			t.Fatal(err)
		}
		conforms(t, schema, bytes.NewReader(content))
		checked++
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1").Replace
	for path, methods := range document.(map[string]any)["paths"].(map[string]any) {
		for method, operation := range methods.(map[string]any) {
			example := exampleOf(operation.(map[string]any))
			if method == "get" || example == "" || strings.HasPrefix(example, "queries=") {
				continue
			}
			w := do(s, strings.ToUpper(method), path, asJSON, example)
			decoded[any](t, w)
			check([]byte(example), escape(path), method, "requestBody/content/application~1json/schema")
			check(w.Body.Bytes(), escape(path), method, "responses/200/content/application~1json/schema")
		}
	}
	asked := map[string]bool{"/preview": true, "/docs": true, "/openapi.json": true} // pages, and the document itself
	for _, target := range []string{"/lookup?q=FAKE1", "/lookup?q=%3F", "/suggest/entity?prefix=f", "/suggest/type", "/suggest/property", "/properties", "/flyout?id=MESH:D006192", "/models", "/"} {
		path, _, _ := strings.Cut(target, "?")
		asked[path] = true
		check(do(s, "GET", target, "", "").Body.Bytes(), escape(path), "get/responses/200/content/application~1json/schema")
	}
	for path, methods := range packRoutes {
		if methods["GET"] != nil && !asked[path] {
			t.Errorf("GET %s is not checked: ask for it above", path)
		}
	}
	if checked != 12+9 {
		t.Errorf("%d checks, want 21", checked)
	}
}

func exampleOf(operation map[string]any) string {
	body, ok := operation["requestBody"].(map[string]any)
	if !ok {
		return ""
	}
	for _, content := range body["content"].(map[string]any) {
		example := content.(map[string]any)["example"]
		if text, ok := example.(string); ok {
			return text
		}
		j, _ := json.Marshal(example)
		return string(j)
	}
	return ""
}

// TestSchemas checks that the schemas refuse what the specification does.
func TestSchemas(t *testing.T) {
	refused := map[string][]string{
		"manifest":  {`{}`, `{"versions":["0.1"],"name":"a","identifierSpace":"http://a","schemaSpace":"http://a"}`},
		"queries":   {`[]`, `{"a":{}}`, `{"a":{"query":"x","conditions":[]}}`, `{"a":{"query":"x","type_strict":"maybe"}}`},
		"results":   {`[]`, `{"a":[]}`, `{"a":{}}`, `{"a":{"result":[{"name":"x","score":1,"type":[],"match":true}]}}`},
		"suggest":   {`{}`, `{"result":[{"id":"x"}]}`},
		"proposal":  {`{}`, `{"properties":[{"id":"x"}]}`},
		"gilda":     {`{}`, `{"matches":[{"term":{"db":"X","id":"1"},"url":"https://identifiers.org/x:1","score":1,"match":{}}]}`, `{"names":[1]}`, `{"failure":{}}`},
		"extension": {`{}`, `{"meta":[],"rows":{"a":{"p":[{"text":"x"}]}}}`},
	}
	files, err := filepath.Glob("testdata/schemas/*.json")
	if err != nil || len(files) != len(refused) {
		t.Fatalf("%d schemas, %v; want %d", len(files), err, len(refused))
	}
	for name, list := range refused {
		for _, text := range list {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if schema(t, name).Validate(value) == nil {
				t.Errorf("%s accepts %s", name, text)
			}
		}
	}
}
