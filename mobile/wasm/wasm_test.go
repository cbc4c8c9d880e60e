//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"strings"
	"syscall/js"
	"testing"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/core/update"
	"github.com/normlet/normlet/train/organismtest"
)

func stringsOf(texts ...string) js.Value {
	return array(texts, func(s string) any { return s })
}

// kindIn returns the kind of a call's error, or "" for a value.
func kindIn(t *testing.T, result js.Value) string {
	t.Helper()
	if e := result.Get("error"); !e.IsUndefined() {
		if e.Get("message").String() == "" {
			t.Error("an error without a message")
		}
		return e.Get("kind").String()
	}
	if result.Get("value").IsUndefined() {
		t.Error("neither a value nor an error")
	}
	return ""
}

// TestSession follows one session through good and bad calls: none may end it.
func TestSession(t *testing.T) {
	var s session
	open, lookupAll, suggest, describe := function(s.open), function(s.opened(s.lookupAll)), function(s.opened(s.suggest)), function(s.opened(s.describe))
	coverage, annotate := function(s.opened(s.coverage)), function(s.opened(s.annotate))
	defer coverage.Release()
	defer annotate.Release()
	defer open.Release()
	defer lookupAll.Release()
	defer suggest.Release()
	defer describe.Release()
	good := assets.Default()
	altered := append([]byte(nil), good...)
	altered[len(altered)/2] ^= 1
	foxp2, anywhere := stringsOf("FOX-P2"), stringsOf()

	for _, step := range []struct {
		call string
		args []any
		kind string
	}{
		{"lookupAll", []any{foxp2, 5, anywhere, 0, "", false, false, anywhere, "", "", anywhere, false}, kindClosed},
		{"suggest", []any{"fox", 5, anywhere}, kindClosed},
		{"describe", []any{foxp2}, kindClosed},
		{"annotate", []any{"FOXP2", 0, anywhere, false, "", anywhere, anywhere, false}, kindClosed},
		{"open", []any{bytesOf(nil), false}, kindNotPack},
		{"open", []any{bytesOf([]byte("<!doctype html>")), false}, kindNotPack},
		{"open", []any{bytesOf(good[:len(good)/2]), false}, kindDamaged},
		{"open", []any{bytesOf(altered), false}, kindDamaged},
		{"open", []any{}, kindInternal},
		{"open", []any{"no bytes", false}, kindInternal},
		{"open", []any{bytesOf(good), false}, ""},
		{"open", []any{bytesOf(altered), true}, kindDamaged}, // the good one stays
		{"open", []any{bytesOf(good), true}, ""},
		{"lookupAll", []any{foxp2, 5, anywhere, 0, "", false, false, anywhere, "", "", anywhere, false}, ""},
		{"lookupAll", []any{foxp2, 5, stringsOf("NCBIGene"), 0, "", true, false, anywhere, "", "", anywhere, false}, ""},
		{"coverage", []any{foxp2, anywhere}, ""},
		{"coverage", []any{foxp2, stringsOf("MESH")}, kindNamespace},
		{"lookupAll", []any{foxp2, 5, anywhere, 0, "", false, false, anywhere, "", "", anywhere, false, bytesOf([]byte{1, 0, 0, 0})}, ""},
		{"lookupAll", []any{foxp2, 5, anywhere, 0, "", false, false, anywhere, "", "", anywhere, false, bytesOf([]byte("no coverage"))}, kindInternal},
		{"lookupAll", []any{foxp2, 5, anywhere, 0, "", false, false, anywhere, "", "", anywhere, false, 7}, kindInternal},
		{"lookupAll", []any{foxp2, 5, stringsOf("MESH"), 0, "", false, false, anywhere, "", "", anywhere, false}, kindNamespace},
		{"lookupAll", []any{foxp2, 5, anywhere, 0, "", false, true, anywhere, "", "", anywhere, false}, ""},
		{"lookupAll", []any{foxp2, 5, anywhere, 0, "", false, true, stringsOf("oven"), "", "", anywhere, false}, kindArgument},
		{"lookupAll", []any{foxp2, 5, stringsOf("MESH"), 0, "", false, true, anywhere, "", "", anywhere, false}, kindNamespace},
		{"lookupAll", []any{stringsOf("", "\x00", "\xff\xfe", "😀"), -1, anywhere, 0, "", false, true, anywhere, "", "", anywhere, false}, ""},
		{"lookupAll", []any{foxp2, "many", anywhere, 0, "", false, false, anywhere, "", "", anywhere, false}, kindInternal},
		{"lookupAll", []any{js.Null(), 5, anywhere, 0, "", false, false, anywhere, "", "", anywhere, false}, kindInternal},
		{"lookupAll", []any{foxp2}, kindInternal},
		{"suggest", []any{"fox", 5, anywhere}, ""},
		{"suggest", []any{"", 5, anywhere}, ""},
		{"suggest", []any{"fox", 5, stringsOf("MESH")}, kindNamespace},
		{"suggest", []any{"fox"}, kindInternal},
		{"describe", []any{foxp2}, ""},
		{"describe", []any{js.Null()}, kindInternal},
		{"annotate", []any{"FOXP2", 0, anywhere, false, "", anywhere, anywhere, false}, ""},
		{"annotate", []any{"FOXP2", 0, stringsOf("Oven"), true, "", anywhere, anywhere, false}, kindNamespace},
		{"annotate", []any{"FOXP2"}, kindInternal},
		{"lookupAll", []any{stringsOf(strings.Repeat("FOX-P2 ", 150_000)), 5, anywhere, 0, "", false, false, anywhere, "", "", anywhere, false}, ""},
		{"lookupAll", []any{stringsOf("", "\x00", "\xff\xfe", "😀"), -1, anywhere, 0, "", false, false, anywhere, "", "", anywhere, false}, ""},
	} {
		f := map[string]js.Func{"open": open, "lookupAll": lookupAll, "suggest": suggest, "describe": describe, "coverage": coverage, "annotate": annotate}[step.call]
		if kind := kindIn(t, f.Invoke(step.args...)); kind != step.kind {
			t.Errorf("%s%v: error of kind %q, want %q", step.call, step.args, kind, step.kind)
		}
	}
}

func TestAnswer(t *testing.T) {
	var s session
	opened, err := s.open([]js.Value{bytesOf(assets.Default()), js.ValueOf(false)})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"GO", "NCBIGene"} {
		if got := opened.Get("namespaces").Index(i).String(); got != want {
			t.Errorf("namespace %q, want %s", got, want)
		}
	}
	got, err := s.lookupAll([]js.Value{stringsOf("FOX-P2", "CAP1"), js.ValueOf(1), stringsOf(), js.ValueOf(0), js.ValueOf(""), js.ValueOf(false), js.ValueOf(false), stringsOf(), js.ValueOf(""), js.ValueOf(""), stringsOf(), js.ValueOf(false), bytesOf([]byte{1, 0, 0, 0})})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"id":"NCBIGene:93986","same":[],"namespace":"NCBIGene","name":"FOXP2","matched":"FOXP2","kind":"primary","taxon":"9606","stage":"normalized","distance":`
	if text := js.Global().Get("JSON").Call("stringify", got.Index(0).Get("matches").Index(0)).String(); !strings.HasPrefix(text, want) {
		t.Errorf("match %s\nwant  %s...", text, want)
	}
	named, err := s.lookupAll([]js.Value{stringsOf("FOX-P2"), js.ValueOf(5), stringsOf(), js.ValueOf(0), js.ValueOf(""), js.ValueOf(false), js.ValueOf(false), stringsOf(), js.ValueOf(""), js.ValueOf(""), stringsOf(), js.ValueOf(false)})
	if err != nil {
		t.Fatal(err)
	}
	if n := named.Index(0).Get("matches").Length(); n != 1 {
		t.Errorf("%d matches for a name without near names, want 1", n)
	}
	if undecided := got.Index(1).Get("undecided"); undecided.Type() != js.TypeBoolean || undecided.Bool() {
		t.Errorf("undecided is %v", undecided)
	}
	if parent := got.Index(1).Get("parent"); !parent.IsNull() {
		t.Errorf("the parent of a sure answer is %v", parent)
	}
	unsure := answer(&core.Answer{NIL: true, Parent: &core.Match{ID: "T:1", P: 0.75}}).Get("parent")
	if id, p := unsure.Get("id").String(), unsure.Get("p").Float(); id != "T:1" || p != 0.75 {
		t.Errorf("parent %s, %v", id, p)
	}
	if n := got.Index(1).Get("ambiguous").Length(); n < 2 {
		t.Errorf("CAP1 is tied between %d entities, want several", n)
	}
}

func TestSuggest(t *testing.T) {
	var s session
	if _, err := s.open([]js.Value{bytesOf(assets.Default()), js.ValueOf(false)}); err != nil {
		t.Fatal(err)
	}
	got, err := s.suggest([]js.Value{js.ValueOf("foxp2"), js.ValueOf(1), stringsOf()})
	if err != nil || got.Length() != 1 {
		t.Fatal(got, err)
	}
	const want = `{"id":"NCBIGene:93986","namespace":"NCBIGene","name":"FOXP2","matched":"FOXP2","kind":"primary","whole":true}`
	if text := js.Global().Get("JSON").Call("stringify", got.Index(0)).String(); text != want {
		t.Errorf("suggestion %s\nwant       %s", text, want)
	}
}

func TestDescribe(t *testing.T) {
	var s session
	if _, err := s.open([]js.Value{bytesOf(assets.Default()), js.ValueOf(false)}); err != nil {
		t.Fatal(err)
	}
	got, err := s.describe([]js.Value{stringsOf("ncbigene:93986", "NCBIGene:0")})
	if err != nil || got.Length() != 2 || !got.Index(1).IsNull() {
		t.Fatal(got, err)
	}
	const want = `{"id":"NCBIGene:93986","former":"","namespace":"NCBIGene","name":"FOXP2","fullName":"forkhead box P2",`
	if text := js.Global().Get("JSON").Call("stringify", got.Index(0)).String(); !strings.HasPrefix(text, want) || !strings.Contains(text, `{"name":"SPCH1","kind":"exact"}`) {
		t.Errorf("entity %s\nwant   %s... with its former symbol SPCH1", text, want)
	}
}

// TestAnnotate finds an entity behind characters of two and of no UTF-16 units of their own, again after another pack came.
func TestAnnotate(t *testing.T) {
	var s session
	annotated := func(text string, minP float64) string {
		t.Helper()
		if _, err := s.open([]js.Value{bytesOf(assets.Default()), js.ValueOf(false)}); err != nil {
			t.Fatal(err)
		}
		got, err := s.annotate([]js.Value{js.ValueOf(text), js.ValueOf(minP), stringsOf("NCBIGene"), js.ValueOf(false), js.ValueOf(""), stringsOf(), stringsOf(), js.ValueOf(false)})
		if err != nil {
			t.Fatal(err)
		}
		return js.Global().Get("JSON").Call("stringify", got).String()
	}
	const want = `[{"start":9,"end":14,"text":"FOXP2","type":"Gene","id":"NCBIGene:93986","name":"FOXP2","p":`
	const said = `"negated":true,"hypothetical":false,"ofOther":false,"past":false,"answers":[{"mention":"FOXP2","nil":false,`
	if got := annotated("🧬 \xff; no FOXP2.", 0.5); !strings.HasPrefix(got, want) || !strings.Contains(got, said) {
		t.Errorf("spans %s\nwant  %s ... %s", got, want, said)
	}
	if got := annotated("FOXP2", 1); got != "[]" {
		t.Errorf("spans %s of p 1", got)
	}
}

// TestText looks up an abbreviation that another mention of its text explains.
func TestText(t *testing.T) {
	var s session
	if _, err := s.open([]js.Value{bytesOf(assets.Default()), js.ValueOf(false)}); err != nil {
		t.Fatal(err)
	}
	got, err := s.lookupAll([]js.Value{stringsOf("forkhead box P2", "FBP", " "), js.ValueOf(2), stringsOf("NCBIGene"), js.ValueOf(0), js.ValueOf(""), js.ValueOf(false), js.ValueOf(true), stringsOf(), js.ValueOf(""), js.ValueOf(""), stringsOf(), js.ValueOf(false)})
	if err != nil || got.Length() != 3 {
		t.Fatal(got, err)
	}
	fbp := got.Index(1)
	if id := fbp.Get("matches").Index(0).Get("id").String(); id != "NCBIGene:93986" || fbp.Get("matches").Length() != 1 || fbp.Get("mention").String() != "FBP" {
		t.Errorf("FBP is %s", js.Global().Get("JSON").Call("stringify", fbp).String())
	}
	if blank := got.Index(2); !blank.Get("nil").Bool() || blank.Get("mention").String() != " " || blank.Get("matches").Length() != 0 {
		t.Errorf("a blank is %s", js.Global().Get("JSON").Call("stringify", blank).String())
	}
}

// TestPacks goes as far as it gets without a repository; mobile/web/test/e2e/air.js has one.
func TestPacks(t *testing.T) {
	var p packs
	calls := map[string]js.Func{
		"openPacks": function(p.openPacks), "begin": function(p.begin), "give": function(p.give), "result": function(p.result),
		"installed": function(p.installed), "rollback": function(p.rollback), "adopt": function(p.adopt), "read": function(p.read), "changes": function(p.changes),
	}
	root, none := bytesOf([]byte(testRoot)), js.Global().Get("Array").New()
	for _, step := range []struct {
		call string
		args []any
		kind string
	}{
		{"installed", []any{"genes"}, kindInternal},
		{"openPacks", []any{bytesOf([]byte("no root")), none}, kindRepository},
		{"openPacks", []any{root, none}, kindRepository}, // its signature is that of another text
		{"begin", []any{"genes", 0, 0, false}, kindInternal},
		{"give", []any{js.Null()}, kindInternal},
		{"result", nil, kindInternal},
		{"rollback", []any{"genes"}, kindInternal},
		{"adopt", []any{"genes", 1, bytesOf(nil)}, kindInternal},
		{"read", []any{"genes"}, kindInternal},
		{"changes", nil, ""},
	} {
		if kind := kindIn(t, calls[step.call].Invoke(step.args...)); kind != step.kind {
			t.Errorf("%s%v: error of kind %q, want %q", step.call, step.args, kind, step.kind)
		}
	}
	for _, f := range calls {
		f.Release()
	}
}

const testRoot = `{"signed":{"_type":"root","spec_version":"1.0.31","version":1,"expires":"2100-01-01T00:00:00Z","consistent_snapshot":true,"keys":{},"roles":{}},"signatures":[]}`

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		err  error
		kind string
	}{
		{&pack.VersionError{Have: 1, Want: 2}, kindVersion},
		{&repositoryError{fmt.Errorf("metadata: %w", update.ErrExpired)}, kindExpired},
		{&repositoryError{fmt.Errorf("targets: %w", &unfetched{"no network"})}, kindFetch},
		{&repositoryError{update.ErrNotInstalled}, kindInstalled},
		{&repositoryError{&pack.VersionError{Have: 1, Want: 2}}, kindVersion},
		{&repositoryError{&pack.CorruptError{Section: "CODE"}}, kindRepository},
		{fmt.Errorf("a.normpack: %w", &pack.CorruptError{Section: "CODE"}), kindDamaged},
		{fmt.Errorf("a.normpack: %w", pack.ErrNotPack), kindNotPack},
		{core.ErrClosed, kindClosed},
		{errors.New("something else"), kindInternal},
	} {
		if got := kindOf(c.err); got != c.kind {
			t.Errorf("%v is of kind %q, want %q", c.err, got, c.kind)
		}
	}
}

// TestReady gives the page all functions that mobile/web/lib calls.
func TestReady(t *testing.T) {
	given := make(chan js.Value, 1)
	ready := js.FuncOf(func(_ js.Value, args []js.Value) any { given <- args[0]; return nil })
	defer ready.Release()
	js.Global().Set("normletReady", ready)
	defer js.Global().Delete("normletReady")
	go main() // which never returns
	functions := <-given
	for _, name := range []string{"open", "lookupAll", "coverage", "detect", "suggest", "describe", "annotate", "openPacks", "begin", "give", "result", "installed", "adopt", "rollback", "read", "changes"} {
		if functions.Get(name).Type() != js.TypeFunction {
			t.Errorf("there is no function %s", name)
		}
	}
	if kind := kindIn(t, functions.Call("describe", stringsOf("X:1"))); kind != kindClosed {
		t.Errorf("an error of kind %q without a pack, want %q", kind, kindClosed)
	}
}

// TestOptions compares answers with those of the core under the same options, each of which changes them.
func TestOptions(t *testing.T) {
	var s session
	if _, err := s.open([]js.Value{bytesOf(assets.Default()), js.ValueOf(false)}); err != nil {
		t.Fatal(err)
	}
	const sentence = "p18, also called LAMTOR1, binds RagA"
	plain := ""
	for _, o := range []core.Options{
		{K: 3}, {K: 2}, {K: 3, Namespaces: []string{"GO"}}, {K: 3, MinP: 0.9}, {K: 3, Context: sentence}, {K: 3, Near: true}, {K: 3, Organisms: []string{"mouse"}}, {K: 3, Prefer: []string{"GO"}, Exactly: true},
	} {
		var want []any
		for _, mention := range []string{"p18", "foxp2"} {
			a, err := s.normalizer.LookupWith(mention, o)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, answer(&a))
		}
		got, err := s.lookupAll([]js.Value{stringsOf("p18", "foxp2"), js.ValueOf(o.K), stringsOf(o.Namespaces...), js.ValueOf(o.MinP), js.ValueOf(o.Context),
			js.ValueOf(o.Near), js.ValueOf(false), stringsOf(o.Organisms...), js.ValueOf(o.Language), js.ValueOf(o.Show), stringsOf(o.Prefer...), js.ValueOf(o.Exactly)})
		if err != nil {
			t.Fatal(err)
		}
		text := func(v any) string { return js.Global().Get("JSON").Call("stringify", v).String() }
		if text(got) != text(want) {
			t.Errorf("%+v:\n%s, want\n%s", o, text(got), text(want))
		}
		if plain == text(got) {
			t.Errorf("%+v changes nothing, so the test shows nothing", o)
		}
		if plain == "" {
			plain = text(got)
		}
	}
}

// TestCoverage compares the answers to a column of genes of the mouse with those of the core: what the column says of
// organisms has to get through the page.
func TestCoverage(t *testing.T) {
	c, err := organismtest.Contents()
	if err != nil {
		t.Fatal(err)
	}
	file, err := c.Append(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var s session
	if _, err := s.open([]js.Value{bytesOf(file), js.ValueOf(false)}); err != nil {
		t.Fatal(err)
	}
	column := stringsOf("Trp53", "p53", "Cdkn1a", "p21", "CDKN1A", "Mdm2")
	queries := queriesOf(column, "")
	estimate, err := s.normalizer.EstimateCoverage(queries, core.Options{})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for name, o := range map[string]core.Options{"column": {K: 3, Coverage: estimate}, "alone": {K: 3}} {
		answers, err := s.normalizer.LookupMany(queries, o)
		if err != nil {
			t.Fatal(err)
		}
		want := array(answers, func(a core.Answer) any { return answer(&a) })
		texts[name] = js.Global().Get("JSON").Call("stringify", want).String()
	}
	coverage, err := s.coverage([]js.Value{column, stringsOf()})
	if err != nil {
		t.Fatal(err)
	}
	coverage = js.Global().Call("structuredClone", coverage) // as from the worker and back
	got, err := s.lookupAll([]js.Value{column, js.ValueOf(3), stringsOf(), js.ValueOf(0), js.ValueOf(""), js.ValueOf(false), js.ValueOf(false), stringsOf(), js.ValueOf(""), js.ValueOf(""), stringsOf(), js.ValueOf(false), coverage})
	if err != nil {
		t.Fatal(err)
	}
	if text := js.Global().Get("JSON").Call("stringify", got).String(); text != texts["column"] || text == texts["alone"] {
		t.Errorf("%s, want\n%s, not\n%s", text, texts["column"], texts["alone"])
	}
	if mouse := got.Index(1).Get("matches").Index(0).Get("id").String(); mouse != "NCBIGene:22059" {
		t.Errorf("p53 is %s, want the mouse's", mouse)
	}
}

// TestInfo says what the pack is.
func TestInfo(t *testing.T) {
	var s session
	got, err := s.open([]js.Value{bytesOf(assets.Default()), js.ValueOf(true)})
	if err != nil {
		t.Fatal(err)
	}
	c := s.normalizer.Info()
	if n := got.Get("names").Int(); n != c.Names || got.Get("meta").Get("license").String() != c.Value("license") || c.Value("license") == "" {
		t.Errorf("%d names, license %v", n, got.Get("meta").Get("license"))
	}
	sum := 0
	for _, namespace := range c.Namespaces {
		sum += got.Get("counts").Get(namespace).Int()
	}
	if sum != c.Entities || !got.Get("tagger").Bool() {
		t.Errorf("%d entities in all namespaces, want %d; tagger %v", sum, c.Entities, got.Get("tagger"))
	}
}
