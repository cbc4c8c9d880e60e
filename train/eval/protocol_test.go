package eval

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	in := []data.Query{{Mention: "AT", Sentence: "ataxia telangiectasia ( AT )"}, {Mention: "AT"}}
	out, n := WriteOut(in)
	if n != 1 || out[0].Mention != "ataxia telangiectasia" || out[1].Mention != "AT" || in[0].Mention != "AT" {
		t.Errorf("%+v, %d", out, n)
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
