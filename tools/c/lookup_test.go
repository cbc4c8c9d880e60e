package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/normlet/normlet/assets"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/annotate"
	"github.com/normlet/normlet/core/pack"
)

func defaultPack(t *testing.T) *core.Normalizer {
	t.Helper()
	n, err := core.OpenBytes(assets.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestLookup compares the columns of many mentions, on any number of threads, with the answers of core.
func TestLookup(t *testing.T) {
	n := defaultPack(t)
	mentions := []string{"malignant tumour of pancreas, odd", "zebrafish tp53", "FOX-P2", "aspirin", "MEK", "", "p70 s6 kinase", "2-Sep", "no such thing at all 77", "\x00", "H3"}
	var queries []core.Query
	for i := range 200 {
		queries = append(queries, core.Query{Mention: mentions[i%len(mentions)] + strings.Repeat("x", i/150)})
	}
	o := core.Options{K: 3}
	answers, err := n.LookupMany(queries, o)
	if err != nil {
		t.Fatal(err)
	}
	want := newColumns()
	for i := range answers {
		want.add(&answers[i])
	}
	if c := want; c.strings[c.about[aboutParent][0]] != answers[0].Parent.ID || c.parentP[0] < 0.5 || c.strings[c.about[aboutOrganism][1]] != "7955" {
		t.Errorf("what answers say of nothing: %v, %v", c.about, c.parentP[:2])
	}
	if len(want.ambiguous) == 0 || len(want.strings) < 20 {
		t.Fatalf("%d ties and %d strings: the test would check little", len(want.ambiguous), len(want.strings))
	}
	for _, threads := range []int{0, 1, 2, 50} {
		got, err := lookup(n, queries, o, threads)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d threads: other columns than those of core", threads)
		}
	}
	if m := want.texts[textMatched][0]; want.strings[m] != answers[0].Matches[0].Matched {
		t.Errorf("matched is %q", want.strings[m])
	}
	for _, o := range []core.Options{{Namespaces: []string{"nowhere"}}, {Prefer: []string{"nowhere"}}} {
		for _, q := range [][]core.Query{nil, queries} {
			if _, err := lookup(n, q, o, 2); err == nil {
				t.Errorf("%d mentions with %+v: no error", len(q), o)
			}
			if _, err := lookupDocument(n, "", nil, o); err == nil {
				t.Errorf("a text with %+v: no error", o)
			}
		}
	}
}

func TestDocument(t *testing.T) {
	n := defaultPack(t)
	c, err := lookupDocument(n, "Ataxia telangiectasia (AT) is rare. AT is inherited.", []string{"AT", ""}, core.Options{K: 1})
	if err != nil {
		t.Fatal(err)
	}
	mouse, err := lookupDocument(n, "Bax is a gene.", []string{"Bax"}, core.Options{Organisms: []string{"oven", "mouse"}})
	if err != nil || mouse.strings[mouse.texts[textTaxon][0]] != "10090" {
		t.Errorf("Bax of the mouse: %+v, %v", mouse, err)
	}
	if len(c.nil) != 2 || c.nil[0] == 1 || c.nil[1] == 0 || c.strings[c.texts[textMatched][0]] != "Ataxia Telangiectasia" {
		t.Errorf("%+v", c)
	}
}

// TestStatus compares the numbers with those of normlet.h, and goes through the errors.
func TestStatus(t *testing.T) {
	header, err := os.ReadFile("normlet.h")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]status{"OK": statusOK, "E_ARGUMENT": statusArgument, "E_CLOSED": statusClosed, "E_FILE": statusFile, "E_PACK": statusPack,
		"E_NEWER": statusNewer, "E_NAMESPACE": statusNamespace, "E_MEMORY": statusMemory, "E_INTERNAL": statusInternal, "E_SIGNATURE": statusSignature}
	found := regexp.MustCompile(`(?m)^\tNORMLET_(OK|E_[A-Z]+) = (\d+)`).FindAllStringSubmatch(string(header), -1)
	if len(found) != len(names) {
		t.Fatalf("normlet.h has %d statuses, want %d", len(found), len(names))
	}
	for _, f := range found {
		if number, _ := strconv.Atoi(f[2]); number != int(names[f[1]]) {
			t.Errorf("%s is %d, in Go %d", f[1], number, names[f[1]])
		}
	}
	_, missing := core.Open("no such file", nil)
	for _, c := range []struct {
		err  error
		want status
	}{
		{nil, statusOK}, {badArgument("x"), statusArgument}, {core.ErrClosed, statusClosed}, {missing, statusFile},
		{pack.ErrNotPack, statusPack}, {fmt.Errorf("file: %w", pack.ErrUnsigned), statusSignature}, {fmt.Errorf("file: %w", &pack.VersionError{}), statusNewer}, {errMemory, statusMemory},
		{guard(func() error { panic("oops") }), statusInternal}, {guard(func() error { return core.ErrNamespace }), statusNamespace},
	} {
		if got := statusOf(c.err); got != c.want {
			t.Errorf("%v: status %d, want %d", c.err, got, c.want)
		}
	}
}

// TestAnnotated has a span in characters with what a match of a result has.
func TestAnnotated(t *testing.T) {
	a, err := annotate.New(defaultPack(t))
	if err != nil {
		t.Fatal(err)
	}
	got, err := annotated(a, "\U0001F9EC no FOXP2", annotate.Options{Types: []string{"Gene"}})
	const begins, says, holds = `[{"start":5,"end":10,"text":"FOXP2","type":"Gene","id":"NCBIGene:93986","name":"FOXP2","p":0.`, `"negated":true,"hypothetical":false,"of_other":false,"past":false,"answers":[{"mention":"FOXP2","nil":false,"undecided":false,"p_nil":0.`, `"matches":[{"id":"NCBIGene:93986","namespace":"NCBIGene","name":"FOXP2","matched":"FOXP2","kind":"primary","stage":"exact","distance":0,"score":1,`
	if err != nil || !strings.HasPrefix(string(got), begins) || !strings.Contains(string(got), says) || !strings.Contains(string(got), holds) {
		t.Errorf("%s, %v, want %s ... %s ... %s", got, err, begins, says, holds)
	}
	if none, err := annotated(a, "", annotate.Options{MinP: 1, Overlaps: true}); err != nil || string(none) != "[]\n" {
		t.Errorf("%s, %v", none, err)
	}
	for want, call := range map[status]func() ([]byte, error){
		statusNamespace: func() ([]byte, error) { return annotated(a, "", annotate.Options{Types: []string{"Oven"}}) },
		statusArgument:  func() ([]byte, error) { return annotated(a, "", annotate.Options{MinP: 2}) },
	} {
		if _, err := call(); statusOf(err) != want {
			t.Errorf("%v: want status %d", err, want)
		}
	}
}

func TestHandles(t *testing.T) {
	var h handles
	n := defaultPack(t)
	first, second := h.add(n), h.add(n)
	if got, err := h.get(second); got.Normalizer != n || err != nil || first == second || first == 0 {
		t.Errorf("handles %d and %d: %v", first, second, err)
	}
	for range 2 {
		if err := h.close(first); err != nil {
			t.Error(err)
		}
	}
	if _, err := h.get(first); !errors.Is(err, errClosed) {
		t.Errorf("a closed handle: %v", err)
	}
	if next := h.add(n); next == first {
		t.Error("a handle is used again")
	}
	if _, err := n.LookupWith("FOX-P2", core.Options{}); !errors.Is(err, core.ErrClosed) {
		t.Errorf("the pack stays open: %v", err)
	}
}

func TestArguments(t *testing.T) {
	list, err := split("mention", "aäb", []int64{0, 1, 1, 3, 4})
	if want := []string{"a", "", "ä", "b"}; err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("%q, %v", list, err)
	}
	if _, err := split("mention", "aäb", []int64{0, 2, 4}); err == nil {
		t.Error("half a character is a mention")
	}
	for _, contexts := range [][]string{{"c", "d"}, {"c", "d", "e", "f"}} {
		if _, err := queriesOf([]string{"a", "b", "c"}, contexts); err == nil {
			t.Errorf("%d contexts for 3 mentions", len(contexts))
		}
	}
	if q, err := queriesOf([]string{"a", "b"}, []string{"c"}); err != nil || q[1] != (core.Query{Mention: "b", Context: "c"}) {
		t.Errorf("%+v, %v", q, err)
	}
	if list, err := listOf("namespaces", "A,B"); err != nil || !reflect.DeepEqual(list, []string{"A", "B"}) {
		t.Errorf("%q, %v", list, err)
	}
}

// FuzzSplit cuts texts at any offsets.
func FuzzSplit(f *testing.F) {
	f.Add("aäb", int64(0), int64(1), int64(3))
	f.Add("\xff", int64(0), int64(1), int64(1))
	f.Add("", int64(-1), int64(1<<62), int64(-1<<63))
	f.Fuzz(func(t *testing.T, bytes string, a, b, c int64) {
		list, err := split("mention", bytes, []int64{a, b, c})
		if err == nil && (len(list) != 2 || list[0]+list[1] != bytes[a:c] || !utf8.ValidString(list[0]) || !utf8.ValidString(list[1])) {
			t.Errorf("%q at %d, %d, %d: %q", bytes, a, b, c, list)
		}
	})
}
