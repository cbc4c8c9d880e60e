package experiment

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/document"
	"github.com/normlet/normlet/lab/internal/corpora"
	"github.com/normlet/normlet/train/data"
)

// TestAlternatives: ids that pairs join are one, in whatever order they are named, with or without prefixes.
func TestAlternatives(t *testing.T) {
	a := &accuracies{alternatives: Alternatives([][2]string{{"C1", "OMIM:1"}, {"C2", "OMIM:1"}, {"C3", "C2"}, {"C1", "C3"}, {"D1", "OMIM:2"}})}
	for _, c := range []struct {
		one, other string
		same       bool
	}{
		{"C1", "OMIM:1", true}, {"C1", "C2", true}, {"MESH:C3", "1", true}, {"D1", "OMIM:2", true}, {"D1", "C1", false}, {"x", "x", true}, {"x", "y", false},
	} {
		if same := a.same(c.one) == a.same(c.other); same != c.same {
			t.Errorf("%s, %s: same is %v", c.one, c.other, same)
		}
	}
}

func TestAnswered(t *testing.T) {
	a := &accuracies{}
	r := &document.Result{Answers: []core.Answer{
		{Matches: []core.Match{{ID: "G:1"}, {ID: "G:2"}}}, {NIL: true, Matches: []core.Match{{ID: "G:3"}}}, {}, {Matches: []core.Match{{ID: "G:4"}}},
	}}
	if got := answered(r, a.same); len(got) != 2 || !got["1"] || !got["4"] {
		t.Errorf("%v, want the first of each part that is not NIL", got)
	}
}

func TestSenses(t *testing.T) {
	s := senses{}
	for _, m := range []struct{ text, ids string }{{"Mg", "1"}, {"mg", "1"}, {"MG", "2"}, {"AT and VT", "2 1"}, {"AT and VT", "1 2"}} {
		ids := map[string]bool{}
		for _, id := range strings.Fields(m.ids) {
			ids[id] = true
		}
		s.add(m.text, ids)
	}
	if got := s.usual(); got != 4 {
		t.Errorf("%d mentions, want all but one of mg", got)
	}
}

// TestMeanOverKinds: the lists of a kind count once, kinds without figures do not.
func TestMeanOverKinds(t *testing.T) {
	a := &accuracies{at: map[string]*listFigures{}}
	put := func(file string, at1 float64) {
		i := slices.IndexFunc(corpora.Lists, func(m corpora.List) bool { return m.File == file })
		a.put(variantAlone, corpora.Lists[i].Title, &listFigures{mentions: 10, hits: [2]float64{at1, 1}})
	}
	put("chebi/dev_craft", 0.9)
	put("chebi/dev_alzdem", 0.7)
	put("cell_line/dev", 0.4)
	rows := a.mainTable(variantAlone).Rows
	mean := rows[len(rows)-1]
	if len(rows) != 4 || mean[2] != 30 || math.Abs(float64(mean[3].(number))-0.6) > 1e-9 || mean[4] != number(1) {
		t.Errorf("%v, want the mean of 0.8 and 0.4", rows)
	}
	if rows := a.mainTable(variantOwn).Rows; len(rows) != 0 {
		t.Errorf("%v of nothing", rows)
	}
}

// TestWork: each pack is built once for each way of building it, and all lists have a pack of a kind.
func TestWork(t *testing.T) {
	for _, c := range []struct {
		suite Suite
		want  int
	}{{Suite{}, 12}, {Suite{Own: true}, 20}, {Suite{Fields: true}, 26}} {
		a := &accuracies{Suite: &c.suite}
		files, lists := map[string]bool{}, map[string]int{}
		for _, j := range a.work() {
			if file := j.build.File(); j.build.Name != "" && files[file] {
				t.Errorf("%s is built twice", file)
			} else {
				files[file] = true
			}
			if (j.variant == variantMentions) != (j.build.Mentions != "") {
				t.Errorf("%s: %+v", j.variant, j.build)
			}
			for _, l := range j.lists {
				lists[j.variant+l.Title]++
			}
			for _, d := range j.documents {
				lists[j.variant+d.Title]++
			}
		}
		if len(files) != c.want {
			t.Errorf("%+v: %d packs, want %d", c.suite, len(files), c.want)
		}
		for _, m := range corpora.Lists {
			if lists[variantAlone+m.Title] != 1 || corpora.KindOf(m.Pack) == "" {
				t.Errorf("%s is measured %d times, of kind %q", m.Title, lists[variantAlone+m.Title], corpora.KindOf(m.Pack))
			}
		}
		for _, d := range corpora.Documents {
			if lists[variantAlone+d.Title] != 1 {
				t.Errorf("%s is measured %d times", d.Title, lists[variantAlone+d.Title])
			}
		}
	}
}

func TestAccuracyErrors(t *testing.T) {
	o := small()
	broken := errors.New("broken")
	for _, c := range []struct {
		change func(*Suite)
		want   string
	}{
		{func(s *Suite) {
			s.Build = func(context.Context, Build) (*core.Normalizer, error) { return nil, broken }
		}, "broken"},
		{func(s *Suite) { s.Alternatives = func() (map[string]string, error) { return nil, broken } }, "broken"},
		{func(s *Suite) { s.Terminology = func(string) (*data.Terminology, error) { return nil, broken } }, "broken"},
		{func(s *Suite) { s.Read = func(string) ([]data.Query, error) { return nil, broken } }, "broken"},
		{func(s *Suite) {
			read := s.Read
			s.Read = func(file string) ([]data.Query, error) {
				queries, err := read(file)
				if strings.Contains(file, "documents") {
					queries = []data.Query{{Mention: "a", Gold: []string{"b"}, Type: "Other", Document: "1"}}
				}
				return queries, err
			}
		}, "no mention is of the types"},
	} {
		suite := *o.Suite
		c.change(&suite)
		o := o
		o.Suite = &suite
		if _, err := Run(context.Background(), "accuracy", o, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, "accuracy", o, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v of a run that was stopped", err)
	}
}
