package eval

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/train/data"
)

func TestReadQueries(t *testing.T) {
	path := filepath.Join(t.TempDir(), "q")
	for _, tt := range []struct {
		content string
		want    string // mention=gold of each query, or the error
	}{
		{"a\tG:1|G:2\nb\tG:3\n", "a=G:1,G:2 b=G:3"},
		{"1|t|a b\n1\t0\t1\ta\tGene\tG:1;G:2\n1\t2\t3\tb\tGene\t-1\n1\t2\t3\tc\tGene\t G:3\n", "a=G:1,G:2 b= c=G:3"},
		{"<collection><document><annotation><infon key=\"identifier\">G:1</infon><text>a</text></annotation></document></collection>", "a=G:1"},
		{"9|t|a b\n9|a|\n9\t0\t1\ta\tT047,T048\tUMLS:C0000001\n9\t2\t3\tb\tT047\tC0000002\n", "a=UMLS:C0000001 b=C0000002"},
		{"1|t|a b\n", "no annotation has an id"},
		{"1|t|a b\n2|a|c\n", ":2: document 2 within document 1"},
		{"a\n", "no TAB"},
	} {
		check(t, os.WriteFile(path, []byte(tt.content), 0o666))
		queries, err := ReadQueries(path)
		var got []string
		for _, q := range queries {
			got = append(got, q.Mention+"="+strings.Join(q.Gold, ","))
		}
		if err != nil && !strings.Contains(err.Error(), tt.want) || err == nil && strings.Join(got, " ") != tt.want {
			t.Errorf("%q: %q, %v; want %s", tt.content, got, err, tt.want)
		}
	}
}

func TestWriteOut(t *testing.T) {
	names := []string{"ataxia telangiectasia", "overactive bladder", "AS2"}
	lookup := func(queries []core.Query, _ core.Options) (out []core.Answer, _ error) {
		for _, q := range queries {
			a := core.Answer{Mention: q.Mention, NIL: true}
			if slices.Contains(names, q.Mention) {
				a = core.Answer{Mention: q.Mention, Matches: []core.Match{{ID: q.Mention, P: 0.9, Stage: core.StageExact}}}
			}
			out = append(out, a)
		}
		return out, nil
	}
	in := []data.Query{
		{Mention: "AT", Sentence: "ataxia telangiectasia ( AT )"},
		{Mention: "AT", Sentence: "a sentence that does not tell"}, // though mentions around do
		{Mention: "ataxia telangiectasia"},
		{Mention: "AT"},
		{Mention: "overactive bladder"},
		{Mention: "OAB"},
		{Mention: "AS2", Sentence: "antiserum 2 (AS2)"}, // which is no name
	}
	out, n, err := WriteOut(in, lookup, core.Options{})
	check(t, err)
	var got []string
	for _, q := range out {
		got = append(got, q.Mention)
	}
	want := "ataxia telangiectasia|AT|ataxia telangiectasia|ataxia telangiectasia|overactive bladder|overactive bladder|AS2"
	if strings.Join(got, "|") != want || n != 3 || in[0].Mention != "AT" {
		t.Errorf("%d changed: %q", n, got)
	}
	fails := func([]core.Query, core.Options) ([]core.Answer, error) { return nil, errors.New("no look-up") }
	if _, _, err := WriteOut(in, fails, core.Options{}); err == nil {
		t.Error("a look-up that fails is not told")
	}
}

func TestDocument(t *testing.T) {
	n := normalizer(t, random())
	queries := []data.Query{{Mention: "forkhead box P2", Gold: []string{"G:1"}}, {Mention: "FOXP", Gold: []string{"G:1"}}, {Mention: "FOXP", Gold: []string{"G:1"}}}
	r, err := Run(context.Background(), n, queries, queries[:1], Options{Protocol: Document}, nil)
	check(t, err)
	if r.Queries != 3 || r.Unique != 3 || r.Unlinked != 1 || r.NIL == nil || r.Hits.At1 < 1./3 {
		t.Errorf("%+v", r)
	}
	if _, err := Run(context.Background(), n, queries, nil, Options{Protocol: Document, Stage: Hamming}, nil); err == nil {
		t.Error("no error for a stage that has no answers")
	}
}

// TestPlaces keeps apart what is of different documents.
func TestPlaces(t *testing.T) {
	var got []string
	queries := []data.Query{{Mention: "a", Type: "Other"}, {Mention: "b", Sentence: "one"}, {Mention: "c", Sentence: "one", Document: "2", Type: "Gene"}}
	for p := range places(queries, map[string]string{"Gene": "gene"}) {
		got = append(got, fmt.Sprint(p))
	}
	if want := "{     [a] []}|{one one    [b] []}|{2 one gene   [c] []}"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestTypes: a mention is looked for in the namespace of its type alone, which the pack must have.
func TestTypes(t *testing.T) {
	n := normalizerOf(t, random(), []string{"drug", "gene"}, []uint16{0, 1, 1, 1})
	queries := []data.Query{{Mention: "FOXP2", Gold: []string{"G:1"}, Type: "Gene", Document: "1"}, {Mention: "aspirin", Gold: []string{"C:3"}, Type: "Drug", Document: "1"}}
	for _, tt := range []struct {
		o    Options
		hits float64
		want string
	}{
		{Options{Protocol: Document}, 1, ""},
		{Options{Protocol: Document, Types: map[string]string{"Gene": "gene", "Drug": "drug"}}, 1, ""},
		{Options{Protocol: Document, Types: map[string]string{"Gene": "drug"}}, 0.5, ""},
		{Options{Protocol: Document, Types: map[string]string{"Gene": "none"}}, 0, "no such namespace"},
		{Options{Types: map[string]string{"Gene": "gene"}}, 0, `types of mentions go with protocol "document"`},
		{Options{Prefer: []string{"G"}}, 1, ""},
		{Options{Prefer: []string{"H"}}, 0, "no such namespace"},
		{Options{Prefer: []string{"G"}, Stage: Float}, 0, `stage "float" prefers no ids`},
	} {
		r, err := Run(context.Background(), n, queries, nil, tt.o, nil)
		switch {
		case tt.want == "" && (err != nil || r.Hits.At1 != tt.hits):
			t.Errorf("%+v: %+v, %v; want %v", tt.o, r, err, tt.hits)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%+v: %v, want %s", tt.o, err, tt.want)
		}
	}
}

// TestUnscored: annotations without an id are resolved, since others depend on them, and not scored.
func TestUnscored(t *testing.T) {
	n := normalizer(t, random())
	queries := []data.Query{{Mention: "forkhead box P2", Document: "1"}, {Mention: "FBP", Gold: []string{"G:1"}, Document: "1"}, {Mention: "FOXP", Gold: []string{"G:2"}, Document: "1"}}
	r, err := Run(context.Background(), n, queries, queries[:2], Options{Protocol: Document}, nil)
	check(t, err)
	if r.Queries != 2 || r.Unlinked != 1 || len(r.Results) != 3 || !r.Results[1].Expanded {
		t.Errorf("%+v", r)
	}
	if r, err = Run(context.Background(), n, queries, nil, Options{}, nil); err != nil || r.Queries != 2 || r.Results != nil {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := Run(context.Background(), n, queries, nil, Options{Protocol: Document, Context: true}, nil); err == nil {
		t.Error("no error for a context that would change nothing")
	}
}
