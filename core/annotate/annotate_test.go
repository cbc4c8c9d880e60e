package annotate_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/core/tag"
	"github.com/normlet/normlet/knowledge"
)

var (
	withTagger = sync.OnceValue(tagged)
	namesAlone = sync.OnceValue(func() *annotate.Annotator {
		c, err := pack.Parse(assets.Default())
		if err != nil {
			panic(err)
		}
		c.Tagger = nil
		n, err := core.New(c)
		if err == nil {
			var a *annotate.Annotator
			if a, err = annotate.New(n); err == nil {
				return a
			}
		}
		panic(err)
	})
)

// TestModelsOfOtherPacks leaves out models for namespaces that the pack lacks, as after its chemicals were removed.
func TestModelsOfOtherPacks(t *testing.T) {
	c, err := pack.Parse(assets.Default())
	if err != nil {
		t.Fatal(err)
	}
	bits, models, err := tag.ParseModels(c.Tagger)
	if err != nil {
		t.Fatal(err)
	}
	for i := range models {
		if models[i].Type == "Chemical" {
			models[i].Namespaces = []string{"elsewhere"}
		}
	}
	c.Tagger = tag.AppendBinary(nil, bits, models)
	n, err := core.New(c)
	if err != nil {
		t.Fatal(err)
	}
	a, err := annotate.New(n)
	if err != nil {
		t.Fatal(err)
	}
	if types, want := a.Tagged(), []string{"Disease", "Gene", "Species", "CellLine", "GO"}; !slices.Equal(types, want) {
		t.Errorf("types %q, want %q", types, want)
	}
	if got := shown(t, a, "Methotrexate lowered BRCA1.", annotate.Options{}); !strings.Contains(got, "BRCA1 Gene") || strings.Contains(got, "Chemical") {
		t.Error(got)
	}
}

// shown returns spans as "text TYPE id", with what is said of them.
func shown(t *testing.T, a *annotate.Annotator, text string, o annotate.Options) string {
	t.Helper()
	spans, err := a.Annotate(text, o)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	end := 0
	for i := range spans {
		s := &spans[i]
		if s.Start < end || s.End <= s.Start || s.End > len(text) || s.P <= 0 || s.P > 1 {
			t.Errorf("%.40q: span %+v after %d", text, s, end)
		}
		end = s.End
		said := ""
		for mark, is := range map[string]bool{"-": s.Assertion.Negated, "?": s.Assertion.Hypothetical, "@": s.Assertion.OfOther, "<": s.Assertion.Past} {
			if is {
				said += mark
			}
		}
		out = append(out, fmt.Sprintf("%s%s %s", said, text[s.Start:s.End], s.Type))
	}
	return strings.Join(out, "|")
}

func TestTagger(t *testing.T) {
	a := withTagger()
	if got := strings.Join(a.Tagged(), " "); got != "Disease Chemical Gene Species CellLine GO" {
		t.Error(got)
	}
	for text, want := range map[string]string{
		"Metformin lowered glucose in patients with type 2 diabetes mellitus (T2DM).": "Metformin Chemical|glucose Chemical|patients Species|type 2 diabetes mellitus Disease|T2DM Disease",
		"No evidence of lactic acidosis was found, but asthma was.":                   "-lactic acidosis Disease|asthma Disease",
		"His mother had breast cancer.":                                               "@breast cancer Disease",
		"HeLa cells were infected with E. coli.":                                      "HeLa CellLine|E. coli Species",
		"The rest was an impact, and I was not met.":                                  "",
		"": "", strings.Repeat("x", 1000): "",
	} {
		if got := shown(t, a, text, annotate.Options{}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestSubjects denies what the verb of a subject says, no more.
func TestSubjects(t *testing.T) {
	far := strings.Repeat("of the second group ", 4)
	for text, want := range map[string]string{
		"None had asthma.":                                            "-asthma",
		"Nobody has asthma.":                                          "-asthma",
		"At follow-up no one had developed asthma.":                   "-asthma",
		"Not a single one developed asthma or pneumonia.":             "-asthma|-pneumonia",
		"Neither of them reported asthma.":                            "-asthma",
		"None of those with pneumonia had asthma.":                    "pneumonia|-asthma",
		"No participants with diabetes mellitus showed asthma.":       "diabetes mellitus|-asthma",
		"None of those in the second of the three groups had asthma.": "-asthma",
		"None of them helped, but asthma persisted.":                  "asthma",
		"None had pneumonia, but some had asthma.":                    "-pneumonia|asthma",
		"None of them helped. Three had asthma.":                      "asthma",
		"None of them helped; three had asthma.":                      "asthma",
		"Nobody knows what causes asthma.":                            "asthma",
		"None was better against asthma.":                             "asthma",
		"None " + far + "had asthma.":                                 "asthma",
		"There was not a single case of asthma.":                      "-asthma",
		"Three had asthma.":                                           "asthma",
		"Neither asthma nor pneumonia was seen.":                      "-asthma|-pneumonia",
		"None had asthma, and their mother had pneumonia.":            "-asthma|@pneumonia",
		strings.Repeat("none of these ", 1000) + "had asthma.":        "-asthma",
	} {
		got := shown(t, withTagger(), text, annotate.Options{Types: []string{"Disease"}})
		if got = strings.ReplaceAll(got, " Disease", ""); got != want {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

// TestTriggers reads the table: what its lines say is what assert knows.
func TestTriggers(t *testing.T) {
	seen := map[string]bool{}
	l, _, err := names.ParseLexicon(names.Sections{Words: []byte{0}, Knowledge: knowledge.Section(func(table string, _ []string) bool { return table == "trigger" || table == "foreign" })}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range l.Triggers {
		words := fmt.Sprint(f.Language, f.Words)
		if seen[words] || !slices.Contains([]string{"negated", "hypothetical", "other", "past", "none", "end", "verb", "and", "nothing", "reaction", "now"}, f.Says) ||
			!slices.Contains([]string{"after", "before", "both", "subject", "label", "section", "note", "list", "near", "beside", "last", "either", "around", "noted", "sign", "ahead", "condition"}, f.Of) ||
			slices.Contains([]string{"end", "verb", "and", "nothing", "now"}, f.Says) != (f.Of == "both" || f.Of == "list" || f.Says == "nothing" && (f.Of == "section" || f.Of == "note")) {
			t.Errorf("%+v", f)
		}
		seen[words] = true
	}
	if len(seen) < 1500 {
		t.Errorf("%d triggers", len(seen))
	}
}

// TestPlainEnglish finds no entities in what everybody says, though lists have the words.
func TestPlainEnglish(t *testing.T) {
	for _, text := range []string{"The woman was eating an apple while her dog slept.", "A man went swimming and lost his memory of the band.", "Two children played with a horse near the trunk of a tree."} {
		if got := shown(t, withTagger(), text, annotate.Options{MinP: 0.6}); got != "" {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestNamesAlone(t *testing.T) {
	a := namesAlone()
	if len(a.Tagged()) != 0 {
		t.Error(a.Tagged())
	}
	for text, want := range map[string]string{
		"Metformin in type 2 diabetes mellitus":                  "Metformin chemical|type 2 diabetes mellitus disease",
		"The rest was an impact, and I was not met. Cells in it": "",
		"FOXP2 and TP53": "FOXP2 NCBIGene|TP53 NCBIGene",
	} {
		if got := shown(t, a, text, annotate.Options{}); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestOptions(t *testing.T) {
	const text = "Metformin and TP53 in asthma"
	a := withTagger()
	for _, tt := range []struct {
		o    annotate.Options
		want string
	}{
		{annotate.Options{Types: []string{"Gene", "disease"}}, "TP53 Gene|asthma Disease"},
		{annotate.Options{Types: []string{"genes", "illness"}}, "TP53 Gene|asthma Disease"},
		{annotate.Options{Lookup: core.Options{Namespaces: []string{"drug"}}}, "Metformin Chemical"},
		{annotate.Options{MinP: 1}, ""},
		{annotate.Options{Exclude: annotate.NewList([]string{"tp-53", "MESH:D001249", ""})}, "Metformin Chemical"},
		{annotate.Options{Only: annotate.NewList([]string{"METFORMIN"})}, "Metformin Chemical"},
	} {
		if got := shown(t, a, text, tt.o); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.o, got, tt.want)
		}
	}
	if _, err := a.Annotate(text, annotate.Options{Types: []string{"Oven"}}); err == nil || !strings.Contains(err.Error(), `namespace "Oven": no such namespace in this pack, which has `) {
		t.Error(err)
	}
	if _, err := a.Annotate("", annotate.Options{Lookup: core.Options{Organisms: []string{"oven"}}}); !errors.Is(err, core.ErrOrganism) {
		t.Error(err)
	}
}

// TestHostile annotates an entity behind what breaks offsets, and texts that take long if anything is quadratic.
func TestHostile(t *testing.T) {
	const entity = "type 2 diabetes mellitus"
	for _, before := range []string{
		strings.Repeat("x", 1<<20), strings.Repeat("(", 100000) + strings.Repeat(")", 100000), "السرطان في المريض ", "🧬👩‍⚕️ ", "a\r\nb\r\n", "car\u00adci\u00adno\u00adma ",
		"&alpha;&lt; ", strings.Repeat("TP53 (p) ", 20000), "\xff\xfe ", strings.Repeat("a b c ", 30000), strings.Repeat("lung (L", 20000),
	} {
		text := before + "; " + entity + "."
		spans, err := withTagger().Annotate(text, annotate.Options{})
		if err != nil || len(spans) == 0 {
			t.Fatalf("%.20q: %v, %d spans", before, err, len(spans))
		}
		last := spans[len(spans)-1]
		if got := text[last.Start:last.End]; got != entity {
			t.Errorf("%.20q: %q", before, got)
		}
		places := annotate.Places(text, spans, utf16.RuneLen)
		if at := places[len(places)-1]; at[1]-at[0] != len(entity) {
			t.Errorf("%.20q: UTF-16 %v", before, at)
		}
	}
}

func TestPlaces(t *testing.T) {
	const text = "🧬é asthma and TP53"
	spans, err := withTagger().Annotate(text, annotate.Options{})
	if err != nil || len(spans) != 2 {
		t.Fatal(err, spans)
	}
	if a, b := annotate.Places(text, spans, utf16.RuneLen), annotate.Places(text, spans, nil); a[0] != [2]int{4, 10} || b[0] != [2]int{3, 9} || a[1] != [2]int{15, 19} {
		t.Error(a, b)
	}
}

func TestConcurrent(t *testing.T) {
	a, text := withTagger(), abstracts(5000)
	want := shown(t, a, text, annotate.Options{})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if got := shown(t, a, text, annotate.Options{}); got != want {
				t.Error("answers differ")
			}
		})
	}
	wg.Wait()
}

// TestDamaged refuses a pack whose tagger is none.
func TestDamaged(t *testing.T) {
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := *engine.Of(n).Contents()
	c.Tagger = []byte("\x02none")
	if n, err = core.New(&c); err != nil {
		t.Fatal(err)
	}
	if _, err := annotate.New(n); err == nil || !strings.Contains(err.Error(), "TAGR") {
		t.Error(err)
	}
}

func FuzzAnnotate(f *testing.F) {
	for _, s := range []string{"type 2 diabetes (T2D), no asthma", "((((", "a\xffb TP53\u00ad", "E. coli; 🧬", "mother had TP53"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		shown(t, withTagger(), text, annotate.Options{})
		shown(t, namesAlone(), text, annotate.Options{})
	})
}
