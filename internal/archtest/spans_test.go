package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// declared are the types that say what a span and an answer are, with the methods that are as good as a field.
var declared = map[string]struct {
	file    string
	methods []string
}{
	"Assertion": {"core/annotate/assertion.go", nil},
	"Span":      {"core/annotate/annotate.go", nil},
	"Answer":    {"core/answer.go", []string{"Undecided"}},
	"Match":     {"core/match.go", []string{"Exactly"}},
}

// nowhere are fields that no surface shows, and why.
var nowhere = []string{
	"Expanded", // the mention of an answer is the one that was looked up
	"NILScore", // for measuring: nobody can read it
	"Together", // package document makes an answer of each
}

// surface is how a file shows the fields of a declared type to somebody.
type surface struct {
	files string
	begin string // of the part of the file that counts, which ends before the next line that is not indented; "": all
	of    string // declared type
	form  string // regular expression: Field in Go, field in other languages, snake_field in Python and C
	// other has other names of fields, in which case field stands for them, and lacks those that it does not have.
	other map[string]string
	lacks []string
}

// phone are the names of the Kotlin library and the Swift library.
var phone = map[string]string{"NIL": "isNil", "PNIL": "nilProbability", "Undecided": "isUndecided", "Ambiguous": "tied", "P": "probability"}

const (
	jsonGo = "tools/normlet/answer/"
	kotlin = "mobile/android/normlet/src/main/java/io/github/normlet/"
	swift  = "mobile/ios/Sources/Normlet/"
	python = "tools/python/src/normlet/"
)

var surfaces = []surface{
	{jsonGo + "span.go", "func Assertions(", "Assertion", `\ba\.Field,`, nil, nil},
	{jsonGo + "span.go", "type Span struct", "Span", `json:"field\b`, map[string]string{"Assertion": "says"}, nil},
	{jsonGo + "answer.go", "type Answer struct", "Answer", `json:"field\b`, nil, []string{"PNIL"}},            // what p of all matches lacks
	{jsonGo + "answer.go", "type Match struct", "Match", `json:"field\b`, nil, []string{"Namespace", "Kind"}}, // the id and the stage tell
	// A table has a row for a mention: the next matches are columns of their own, and verdict says what is undecided.
	{"tools/normlet/mapping/extra.go", "", "Answer", `\ba\.Field\b`, nil, []string{"PNIL", "Undecided"}},
	{"tools/normlet/mapping/cell.go tools/normlet/mapping/extra.go", "", "Match", `\b(m|Matches\[0\])\.Field\b`, nil, []string{"Namespace", "Kind", "Distance", "Margin"}},

	{"mobile/annotate.go", "", "Assertion", `\.Assertion\.Field,`, nil, nil},
	{"mobile/annotate.go", "", "Span", `\bf\.Field\b`, nil, nil},
	{"mobile/match.go", "", "Answer", `\b(answer|of\(\))\.Field\b`, nil, nil},
	{"mobile/match.go", "func newMatch(", "Match", `\bm\.Field\b`, nil, nil},
	{kotlin + "Span.kt", "data class Span(", "Assertion", "val field: Boolean", nil, nil},
	{kotlin + "Span.kt", "data class Span(", "Span", "val field:", map[string]string{"P": "probability", "Assertion": "negated"}, nil},
	{kotlin + "Answer.kt", "data class Answer(", "Answer", "val field:", phone, nil},
	{kotlin + "Answer.kt", "data class Match(", "Match", "val field:", phone, nil},
	{swift + "Span.swift", "public struct Span:", "Assertion", "let field: Bool", nil, nil},
	{swift + "Span.swift", "public struct Span:", "Span", "let field:", map[string]string{"P": "probability", "Assertion": "negated"}, nil},
	{swift + "Answer.swift", "public struct Answer:", "Answer", "let field:", phone, nil},
	{swift + "Answer.swift", "public struct Match:", "Match", "let field:", phone, nil},

	{"mobile/wasm/session.go", "func span(", "Assertion", `"field", s\.Assertion\.Field\b`, nil, nil},
	{"mobile/wasm/session.go", "func span(", "Span", `"field", |s\.Field\b`, nil, nil},
	{"mobile/wasm/session.go", "func answer(", "Answer", `"field", `, nil, nil},
	{"mobile/wasm/session.go", "func match(", "Match", `"field", `, nil, nil},
	{"mobile/web/lib/normlet.d.ts", "export interface Span {", "Assertion", "  field: boolean", nil, nil},
	{"mobile/web/lib/normlet.d.ts", "export interface Span {", "Span", "  field: ", map[string]string{"Assertion": "negated"}, nil},
	{"mobile/web/lib/normlet.d.ts", "export interface Answer {", "Answer", "  field: ", nil, nil},
	{"mobile/web/lib/normlet.d.ts", "export interface Match {", "Match", "  field: ", nil, nil},
	{"mobile/web/page/annotated.js", "export function says(", "Assertion", `span\.field && `, nil, nil},
	{"mobile/web/page/annotated.js", "export function toJSON(", "Span", `\bfield\b`, map[string]string{"Assertion": "says"}, nil},
	{"mobile/web/page/annotated.js", "const written =", "Answer", `\bfield\b`, nil, []string{"PNIL"}}, // as the JSON of commands
	{"mobile/web/page/annotated.js", "const written =", "Match", `\bfield\b`, nil, []string{"Namespace", "Kind"}},

	{"tools/c/annotate.go", "type span struct", "Assertion", `json:"snake_field"`, nil, nil},
	{"tools/c/annotate.go", "type span struct", "Span", `json:"snake_field"`, map[string]string{"Assertion": "negated"}, nil},
	{"tools/c/annotate.go", "type answer struct", "Answer", `json:"snake_field"`, nil, nil},
	{"tools/c/annotate.go", "type match struct", "Match", `json:"snake_field"`, nil, nil},
	{"tools/c/normlet.h", "typedef struct normlet_result {", "Answer", `\*snake_field;`, map[string]string{"Matches": "match_offsets"}, []string{"Mention"}}, // the caller has it
	{"tools/c/normlet.h", "typedef struct normlet_result {", "Match", `\*snake_field;`, map[string]string{"Namespace": "name_space"}, nil},
	{"tools/r/normlet.c", "static SEXP columns_of(", "Answer", `"snake_field"`, map[string]string{"Matches": "row"}, []string{"Mention"}}, // normlet.R has it
	{"tools/r/normlet.c", "static SEXP columns_of(", "Match", `"snake_field"`, nil, nil},
	{"tools/r/normlet.R", "normlet_annotate <- function(", "Assertion", `"snake_field"`, nil, nil},
	{"tools/r/normlet.R", "normlet_annotate <- function(", "Span", `"snake_field"`, map[string]string{"Assertion": "negated"}, []string{"Answers"}}, // a row has the best
	{python + "_spans.py", "class Span(", "Assertion", "    snake_field: bool", nil, nil},
	{python + "_spans.py", "class Span(", "Span", "    snake_field: ", map[string]string{"Assertion": "negated"}, nil},
	{python + "_answers.py", "class Answer(", "Answer", "    snake_field: ", nil, nil},
	{python + "_answers.py", "class Match(", "Match", "    snake_field: ", nil, nil},
}

// inherited are files that show all that another surface declares, by what they use of it. The last ones give their users
// what map adds (mapping.ExtraColumns), and take the text beside a mention.
var inherited = map[string][]string{
	"tools/normlet/internal/cmd/lookup/print.go":   {"answer.New("},
	"tools/normlet/internal/cmd/annotate/write.go": {"answer.NewSpans(", "answer.Assertions("},
	"tools/normlet/internal/cmd/annotate/html.go":  {"answer.Assertions("},
	"tools/normlet/agents/data.go":                 {"answer.New(", "answer.NewSpans("},
	"tools/normlet/server/lookup.go":               {"answer.New(", "context"},
	"tools/normlet/server/gilda.go":                {"answer.Assertions("},
	"tools/beam/normlet/annotate.go":               {"answer.NewSpans("},
	"tools/duckdb/values.go":                       {"TypeFor[answer.Answer]", "answer.Match\n", "answer.Span\n"},
	"tools/duckdb/duckdb.go":                       {"inContext"},
	"tools/python/src/normlet/_spacy.py":           {"entity._.normlet = span.p, span"},

	"tools/normlet/internal/cmd/maptable/maptable.go": {`"add"`, `"context-column"`},
	"tools/normlet/internal/cmd/mcp/map.go":           {"in.Add", "in.Context"},
	"tools/beam/normlet/job.go":                       {"j.Add", "j.Context"},
	"tools/arrow/normlet-arrow/main.go":               {`"add"`}, // columns come apart: without --context-column
}

// TestSpans: core declares what a span and an answer are, and every surface shows all of them.
func TestSpans(t *testing.T) {
	fields := map[string][]string{}
	for name, d := range declared {
		fields[name] = append(fieldsOf(t, d.file, name), d.methods...)
		if len(fields[name]) < 4 {
			t.Fatalf("%s has the fields %q", name, fields[name])
		}
	}
	for _, s := range surfaces {
		content := section(t, s.files, s.begin)
		for _, field := range fields[s.of] {
			has, want := s.pattern(field).MatchString(content), !slices.Contains(s.lacks, field) && !slices.Contains(nowhere, field)
			if has != want {
				t.Errorf("%s, %s: shows %s.%s: %t, want %t, as %s", s.files, s.begin, s.of, field, has, want, s.pattern(field))
			}
		}
	}
	for file, uses := range inherited {
		content := section(t, file, "")
		for _, use := range uses {
			if !strings.Contains(content, use) {
				t.Errorf("%s does not show what it has from another surface: there is no %q", file, use)
			}
		}
	}
}

// pattern returns what shows a field.
func (s *surface) pattern(field string) *regexp.Regexp {
	camel := s.other[field]
	if camel == "" {
		camel = strings.ToLower(field[:1]) + field[1:]
		switch field {
		case "ID", "NIL":
			camel = strings.ToLower(field)
		case "PNIL":
			camel = "pNil"
		}
	}
	snake := strings.ToLower(regexp.MustCompile("[A-Z]").ReplaceAllString(camel, "_$0"))
	return regexp.MustCompile(strings.NewReplacer("snake_field", snake, "Field", field, "field", camel).Replace(s.form))
}

// section returns the part of files that begins with a line, and ends before the next line that is not indented.
func section(t *testing.T, files, begin string) (text string) {
	t.Helper()
	for _, file := range strings.Fields(files) {
		content, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Fatal(err)
		}
		text += string(content)
	}
	if begin == "" {
		return text
	}
	_, text, ok := strings.Cut(text, "\n"+begin)
	if !ok {
		t.Fatalf("%s has no %q", files, begin)
	}
	if end := regexp.MustCompile(`\n[^\s]`).FindStringIndex(text); end != nil {
		text = text[:end[0]]
	}
	return text
}

// fieldsOf returns the exported fields of a struct.
func fieldsOf(t *testing.T, file, name string) (fields []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", file), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if s, ok := n.(*ast.TypeSpec); ok && s.Name.Name == name {
			for _, f := range s.Type.(*ast.StructType).Fields.List {
				for _, n := range f.Names {
					if n.IsExported() {
						fields = append(fields, n.Name)
					}
				}
			}
		}
		return true
	})
	return fields
}
