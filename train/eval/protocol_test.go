package eval

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/resolve"
	"github.com/normlet/normlet/train/data"
)

func TestReadQueries(t *testing.T) {
	path := filepath.Join(t.TempDir(), "q")
	for _, tt := range []struct {
		content string
		want    string // mention=gold of each query, or the error
	}{
		{"a\tG:1|G:2\nb\tG:3\n", "a=G:1,G:2 b=G:3"},
		{"1|t|a b\n1\t0\t1\ta\tGene\tG:1;G:2\n1\t2\t3\tb\tGene\t-1\n1\t2\t3\tc\tGene\tG:3\n", "a=G:1,G:2 c=G:3"},
		{"<collection><document><annotation><infon key=\"identifier\">G:1</infon><text>a</text></annotation></document></collection>", "a=G:1"},
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
	names := []string{"ataxia telangiectasia", "overactive bladder", "AS"}
	r := &resolve.Resolver{Lookup: func(q core.Query) (core.Answer, error) {
		if !slices.Contains(names, q.Mention) {
			return core.Answer{Mention: q.Mention, NIL: true}, nil
		}
		return core.Answer{Mention: q.Mention, Matches: []core.Match{{ID: q.Mention, P: 0.9, Stage: core.StageExact}}}, nil
	}}
	in := []data.Query{
		{Mention: "AT", Sentence: "ataxia telangiectasia ( AT )"},
		{Mention: "AT", Sentence: "a sentence that does not tell"}, // though mentions around do
		{Mention: "ataxia telangiectasia"},
		{Mention: "AT"},
		{Mention: "overactive bladder"},
		{Mention: "OAB"},
		{Mention: "AS", Sentence: "antiserum (AS)"}, // which is no name
	}
	out, n, err := WriteOut(in, r)
	check(t, err)
	var got []string
	for _, q := range out {
		got = append(got, q.Mention)
	}
	want := "ataxia telangiectasia|AT|ataxia telangiectasia|ataxia telangiectasia|overactive bladder|overactive bladder|AS"
	if strings.Join(got, "|") != want || n != 3 || in[0].Mention != "AT" {
		t.Errorf("%d changed: %q", n, got)
	}
	r.Lookup = func(core.Query) (core.Answer, error) { return core.Answer{}, errors.New("no look-up") }
	if _, _, err := WriteOut(in, r); err == nil {
		t.Error("a look-up that fails is not told")
	}
}

func TestDocument(t *testing.T) {
	n := normalizer(t, random())
	queries := []data.Query{{Mention: "forkhead box P2", Gold: []string{"G:1"}}, {Mention: "FOXP", Gold: []string{"G:1"}}, {Mention: "FOXP", Gold: []string{"G:1"}}}
	r, err := Run(context.Background(), n, queries, queries[:1], Options{Document: true}, nil)
	check(t, err)
	if r.Queries != 3 || r.Unique != 3 || r.Unlinked != 1 || r.NIL == nil || r.Hits.At1 < 1./3 {
		t.Errorf("%+v", r)
	}
	if _, err := Run(context.Background(), n, queries, nil, Options{Document: true, Stage: Hamming}, nil); err == nil {
		t.Error("no error for a stage that has no answers")
	}
}

// TestCohere looks at answers in texts of their own and in one.
func TestCohere(t *testing.T) {
	answers := []core.Answer{
		{Mention: "a or b", Matches: []core.Match{{ID: "A", P: 0.5}, {ID: "B", P: 0.4}}, PNIL: 0.1},
		{Mention: "b", Matches: []core.Match{{ID: "B", P: 0.9}}, PNIL: 0.1},
	}
	for _, tt := range []struct {
		texts []string
		best  string
	}{{[]string{"", ""}, "B"}, {[]string{"one", "one"}, "B"}, {[]string{"one", "two"}, "A"}} {
		if got := cohere(&querySet{texts: tt.texts}, answers); got[0].Matches[0].ID != tt.best || got[1].Matches[0].ID != "B" {
			t.Errorf("%q: %+v, want %s", tt.texts, got, tt.best)
		}
	}
}

func TestBaselines(t *testing.T) {
	n := normalizer(t, random())
	queries := []data.Query{{Mention: "forkhead P2", Gold: []string{"G:1"}}, {Mention: "FOXP", Gold: []string{"G:2"}}, {Mention: "qqq", Gold: []string{"C:3"}}}
	for stage, want := range map[string]float64{TFIDF: 2. / 3, Strings: 2. / 3} {
		r, err := Run(context.Background(), n, queries, nil, Options{Stage: stage}, nil)
		check(t, err)
		if r.Hits.At3 != want || r.Hits.At1 < 1./3 || r.Latency != nil {
			t.Errorf("%s: %+v, want hits of %v", stage, r, want)
		}
	}
}
