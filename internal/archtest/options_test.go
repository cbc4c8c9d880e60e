package archtest

import (
	"slices"
	"testing"
)

// taker is how a file takes the options of look-ups, or those of annotate.
type taker struct {
	surface
	why map[string]string // options that it does not take, and why
}

// Why most surfaces lack what the fewest callers have.
const (
	beside    = "it stands beside the mentions"
	inTables  = "whoever knows such things of a mention has a table or a server"
	alone     = "single names say nothing of a column; map and JavaScript estimate it"
	ofAgents  = "agents ask for what is meant, and NIL answers have near names"
	fewLists  = "the caller leaves them out; files of them are for the command"
	ofColumns = "a column of the table has it"
)

// ofApps have the names of options in the libraries for phones.
var ofApps = map[string]string{"MinP": "minProbability"}

// takers take the options of look-ups.
var takers = []taker{
	{surface{files: "tools/normlet/internal/cmd/lookup/lookup.go", form: `(&o\.Field\b|o\.Field = )`}, nil},
	{surface{files: "tools/normlet/internal/cmd/maptable/maptable.go tools/normlet/internal/inputs/chosen.go", form: `(&c\.Options\.Lookup|&c|c)\.Field\b`, other: map[string]string{"Coverage": "stateCoverage"}},
		map[string]string{"Near": "--add 2nd says it", "Fields": ofColumns}},
	{surface{files: "tools/normlet/server/lookup.go", form: `json:"snake_field"`, other: map[string]string{"Language": "lang"}},
		map[string]string{"Coverage": "the mentions of a request say it"}},
	{surface{files: "tools/normlet/agents/schema.go", form: `json:"field,`, other: map[string]string{"Language": "lang"}},
		map[string]string{"Fields": inTables, "Coverage": alone, "Near": ofAgents}},
	{surface{files: "mobile/options.go", form: `\bField: `}, map[string]string{"Fields": inTables, "Coverage": alone}},
	{surface{files: kotlin + "Answer.kt", begin: "data class LookupOptions(", form: `val field:`, other: ofApps}, map[string]string{"Fields": inTables, "Coverage": alone}},
	{surface{files: kotlin + "Answer.kt", begin: "    internal fun bound(): Options {", form: `options\.field = `, other: ofApps}, map[string]string{"Fields": inTables, "Coverage": alone}},
	{surface{files: swift + "Answer.swift", begin: "public struct LookupOptions:", form: `options\.field = `, other: ofApps}, map[string]string{"Fields": inTables, "Coverage": alone}},
	{surface{files: "mobile/wasm/session.go", begin: "func (s *session) lookupAll(", form: `\bField(:| = )`}, map[string]string{"Fields": inTables}},
	{surface{files: "mobile/web/lib/normlet.d.ts", form: `  field\?: `, other: map[string]string{"Namespaces": "namespace", "Language": "lang", "Coverage": "inList"}}, map[string]string{"Fields": inTables}},
	{surface{files: "tools/c/normlet.h", begin: "typedef struct normlet_options {", form: `(?i)([ *]|normlet_)snake_field[;,]`, other: map[string]string{"Language": "lang"}},
		map[string]string{"Fields": inTables, "Coverage": alone, "Context": beside}},
	{surface{files: "tools/c/c_memory.go", form: `\b(Field: |o\.Field, )`}, map[string]string{"Fields": inTables, "Coverage": alone, "Context": beside}},
	{surface{files: python + "_normalizer.py", begin: "def _options(", form: `    snake_field: `, other: map[string]string{"Namespaces": "namespace", "Language": "lang"}},
		map[string]string{"Fields": inTables, "Coverage": alone, "Context": beside}},
	{surface{files: "tools/r/normlet.R", begin: "normlet_lookup <- function(", form: `\bsnake_field = `, other: map[string]string{"Namespaces": "namespace", "Language": "lang"}},
		map[string]string{"Fields": inTables, "Coverage": alone}},
	{surface{files: "tools/arrow/normlet-arrow/main.go", form: `(\bField: |\.StateField\()`},
		map[string]string{"K": "a table has the best", "Near": "a table has the best", "Context": "columns come apart", "Fields": "columns come apart", "MinP": "mapping.Config has it"}},
	{surface{files: "tools/beam/normlet/job.go", form: `\bField: `}, map[string]string{"Near": "--add 2nd says it", "Fields": "a mapper of parts has no columns beside"}},
	{surface{files: "tools/duckdb/normlet-duckdb/main.go", begin: "func query(", form: `\bField: `},
		map[string]string{"K": "an argument of the function", "Context": "an argument of the function", "Fields": inTables, "Coverage": alone, "Near": "functions are for columns"}},
}

// finders take the options of annotate: its own, and of those of look-ups the ones that it heeds.
var finders = []taker{
	{surface{files: "tools/normlet/internal/cmd/annotate/annotate.go", form: `\b(how\.)?Field(:| = |, )`}, nil},
	{surface{files: "tools/normlet/agents/agents.go", form: `\bField: in\.`}, noLists},
	{surface{files: "tools/normlet/internal/mapper/documents.go", form: `\bField: o\.`}, map[string]string{"Types": "the namespaces say it", "Overlaps": "marks do not overlap", "Exclude": fewLists, "Only": fewLists}},
	{surface{files: "mobile/annotate.go", begin: "func (n *Normalizer) Annotate(", form: `\bField: `}, noLists},
	{surface{files: kotlin + "Span.kt", begin: "    internal fun bound(): io", form: `options\.field = `, other: ofApps}, noLists},
	{surface{files: swift + "Span.swift", begin: "public struct AnnotateOptions:", form: `options\.field = `, other: ofApps}, noLists},
	{surface{files: "mobile/wasm/session.go", begin: "func (s *session) annotate(", form: `\bField: `}, noLists},
	{surface{files: "mobile/web/lib/normlet.d.ts", begin: "export interface AnnotateOptions {", form: `  field\?: `, other: map[string]string{"Overlaps": "all"}}, noLists},
	{surface{files: python + "_normalizer.py", begin: "    def annotate(", form: `        snake_field: `}, noLists},
	{surface{files: "tools/r/normlet.R", begin: "normlet_annotate <- function(", form: `\bsnake_field = `}, noLists},
	{surface{files: "tools/beam/normlet/annotate.go", form: `\bField: `}, map[string]string{"Types": "the namespaces say it", "Overlaps": "rows of tables do not overlap", "Exclude": fewLists, "Only": fewLists}},
	{surface{files: "tools/duckdb/duckdb.go tools/duckdb/normlet-duckdb/main.go", form: `\bField: `}, map[string]string{"Types": "SQL selects", "Overlaps": "rows of tables do not overlap", "Exclude": fewLists, "Only": fewLists}},
}

var noLists = map[string]string{"Exclude": fewLists, "Only": fewLists}

// unheeded are options of look-ups that annotate does not take, and why.
var unheeded = map[string]string{
	"K": "all matches come", "Namespaces": "types say it", "Fields": "of mentions of a table", "Coverage": "the tagger says it", "Near": "no effect", "Context": "the text",
	"Language": "the text tells it", "Lookup": "the other options",
}

// TestOptions: core declares what a look-up and annotate take, and every surface takes all of it or says why not.
func TestOptions(t *testing.T) {
	all := fieldsOf(t, "core/options.go", "Options")
	checkTakers(t, takers, all)
	own := slices.Concat(fieldsOf(t, "core/annotate/annotate.go", "Options"), all)
	for name := range unheeded {
		if !slices.Contains(own, name) {
			t.Errorf("annotate does not heed %s, which is no option", name)
		}
	}
	own = slices.DeleteFunc(own, func(name string) bool { return unheeded[name] != "" })
	slices.Sort(own)
	checkTakers(t, finders, slices.Compact(own))
}

func checkTakers(t *testing.T, takers []taker, options []string) {
	t.Helper()
	if len(options) < 8 {
		t.Fatalf("the options %q", options)
	}
	for _, s := range takers {
		content := section(t, s.files, s.begin)
		for _, option := range options {
			if has, why := s.pattern(option).MatchString(content), s.why[option]; has == (why != "") {
				t.Errorf("%s, %s: takes %s: %t, as %s; and does not because: %s", s.files, s.begin, option, has, s.pattern(option), why)
			}
		}
		for option := range s.why {
			if !slices.Contains(options, option) {
				t.Errorf("%s: %s is no option", s.files, option)
			}
		}
	}
}
