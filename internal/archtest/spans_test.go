package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// surfaces are the files that give a span to somebody, and how each has a field of annotate.Assertion: Field in Go, field
// in other languages, snake_field in Python. Those without it have all of package answer.
var surfaces = map[string]string{
	"tools/normlet/answer/span.go":                                   "a.Field, ",
	"mobile/annotate.go":                                             "f.Assertion.Field,",
	"mobile/wasm/session.go":                                         `"field", s.Assertion.Field`,
	"tools/c/annotate.go":                                            "said.Field,",
	"tools/python/src/normlet/_spans.py":                             "snake_field: bool",
	"mobile/web/lib/normlet.d.ts":                                    "field: boolean",
	"mobile/web/page/annotated.js":                                   "span.field && ",
	"mobile/android/normlet/src/main/java/io/github/normlet/Span.kt": "val field: Boolean",
	"mobile/ios/Sources/Normlet/Span.swift":                          "let field: Bool",

	"tools/normlet/internal/cmd/annotate/write.go": "answer.NewSpans(",
	"tools/normlet/internal/cmd/annotate/html.go":  "answer.Assertions(",
	"tools/normlet/agents/data.go":                 "answer.NewSpans(",
	"tools/normlet/server/gilda.go":                "answer.Assertions(",
	"tools/beam/normlet/annotate.go":               "answer.NewSpans(",
	"tools/duckdb/values.go":                       "answer.Assertions(",
}

// TestSpans: core/annotate declares what a text says of a span, and every surface shows all of it.
func TestSpans(t *testing.T) {
	fields := fieldsOf(t, "core/annotate/assertion.go", "Assertion")
	if len(fields) < 4 {
		t.Fatalf("Assertion has the fields %q", fields)
	}
	capital := regexp.MustCompile("[A-Z]")
	for file, form := range surfaces {
		content, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, field := range fields {
			camel := strings.ToLower(field[:1]) + field[1:]
			snake := strings.ToLower(capital.ReplaceAllString(camel, "_$0"))
			if want := strings.NewReplacer("snake_field", snake, "Field", field, "field", camel).Replace(form); !strings.Contains(string(content), want) {
				t.Errorf("%s does not show Assertion.%s of a span: there is no %q", file, field, want)
			}
		}
	}
}

// fieldsOf returns the fields of a struct.
func fieldsOf(t *testing.T, file, name string) (fields []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", file), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if s, ok := n.(*ast.TypeSpec); ok && s.Name.Name == name {
			for _, f := range s.Type.(*ast.StructType).Fields.List {
				fields = append(fields, f.Names[0].Name)
			}
		}
		return true
	})
	return fields
}
