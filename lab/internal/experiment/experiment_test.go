package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/train/data"
)

// small returns options for a run of seconds, with a pack of the small
// terminology.
var small = sync.OnceValue(func() Options {
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	t, err := SmallTerminology()
	must(err)
	m, err := fitModel(context.Background(), base(ngram, true), t, t)
	must(err)
	file, err := engine.Of(m.Normalizer).Contents().Append(nil, nil)
	must(err)
	sets, words := SmallSentences(1)
	return Options{Suite: SmallSuite(file, MadeUp(t, 1)), Labelled: []Labelled{{"made up", file, MadeUp(t, 1)}}, Sentences: sets, Words: words, Transfer: SmallTransfer(1), Corpora: []Corpus{{"again", t, MadeUp(t, 2)}}, Terminology: t, Queries: MadeUp(t, 1), Unlinked: []data.Query{{Mention: "GFP"}, {Mention: "anti-rabbit"}, {Mention: "the control"}, {Mention: "vehicle"}}, Pack: m.Normalizer, Small: true}
})

func run(t *testing.T, name string, o Options) (*Result, []byte) {
	t.Helper()
	r, err := Run(context.Background(), name, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return r, b
}

// smallRuns are what runs with small gave, by name, as many tests look at them.
var smallRuns = map[string]struct {
	r *Result
	b []byte
}{}

// long take seconds each, even if small.
var long = []string{"binarize", "nseen", "rules", "losses", "sentences", "link", "fgsm"}

// smallRun runs an experiment with small, once; one of long in full only.
func smallRun(t *testing.T, name string) (*Result, []byte) {
	t.Helper()
	if slices.Contains(long, name) && !testfull.On() {
		t.Skip("only in full: it takes seconds")
	}
	done, ok := smallRuns[name]
	if !ok {
		done.r, done.b = run(t, name, small())
		smallRuns[name] = done
	}
	return done.r, done.b
}

// TestSmall runs every experiment and asks for tables and figures that hold
// something, which survive being written and read.
func TestSmall(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			r, b := smallRun(t, name)
			if len(r.Tables) == 0 || (len(r.Figures) == 0) != (name == "rules" || name == "accuracy") || len(r.Setting) == 0 {
				t.Fatalf("%d tables, %d figures, %d sentences", len(r.Tables), len(r.Figures), len(r.Setting))
			}
			for _, table := range r.Tables {
				checkTable(t, table)
			}
			for i := range r.Figures {
				checkFigure(t, &r.Figures[i])
			}
			again, err := Read(bytes.NewReader(b))
			if err != nil {
				t.Fatal(err)
			}
			if Markdown(again) != Markdown(r) {
				t.Error("the page of the result that was read is another")
			}
			for i := range r.Figures {
				one, _ := Draw(&r.Figures[i])
				if two, _ := Draw(&again.Figures[i]); !bytes.Equal(one, two) {
					t.Errorf("figure %s of the result that was read is another", r.Figures[i].Name)
				}
			}
		})
	}
}

func checkTable(t *testing.T, table Table) {
	t.Helper()
	if len(table.Rows) == 0 {
		t.Errorf("table %q is empty", table.Title)
	}
	for _, row := range table.Rows {
		if len(row) != len(table.Columns) {
			t.Errorf("table %q: %d cells under %d columns", table.Title, len(row), len(table.Columns))
		}
		for _, c := range row {
			if v, ok := c.(number); ok && (math.IsNaN(float64(v)) || math.IsInf(float64(v), 0)) {
				t.Errorf("table %q: %v", table.Title, row)
			}
		}
	}
}

func checkFigure(t *testing.T, f *Figure) {
	t.Helper()
	if len(f.Series) == 0 {
		t.Errorf("figure %s has no lines", f.Name)
	}
	for _, s := range f.Series {
		if len(s.X) == 0 || len(s.X) != len(s.Y) || s.Labels != nil && len(s.Labels) != len(s.X) {
			t.Errorf("figure %s, %s: %d x, %d y, %d labels", f.Name, s.Name, len(s.X), len(s.Y), len(s.Labels))
		}
	}
	svg, err := Draw(f)
	if errors.Is(err, ErrNoPlot) {
		return // what was checked above holds; with -tags plot the drawing is, too
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(svg) > 300_000 {
		t.Errorf("figure %s: %d bytes", f.Name, len(svg))
	}
	texts := 0
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("figure %s: %v", f.Name, err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "text" {
			texts++
		}
	}
	if least := 3 + len(f.Series); texts < least {
		t.Errorf("figure %s has %d texts, want title, axes and legend, %d", f.Name, texts, least)
	}
}

// TestSame: the same seed gives the same bytes, another seed others.
func TestSame(t *testing.T) {
	all := []string{"nil", "stages", "neighbours", "fgsm", "link", "proxies", "sentences"}
	for _, name := range testfull.Or(all[:2], all) {
		o := small()
		_, one := smallRun(t, name)
		if _, two := run(t, name, o); !bytes.Equal(one, two) {
			t.Errorf("%s: two runs differ", name)
		}
		o.Seed = 1
		if _, other := run(t, name, o); (name == "fgsm" || name == "nil" || name == "link" || name == "proxies" || name == "sentences") && bytes.Equal(one, other) {
			t.Errorf("%s: the seed changes nothing", name)
		}
	}
}

// TestSameBinarize: the same seed gives the same binarizers, but for the times.
func TestSameBinarize(t *testing.T) {
	var pages []string
	if !testfull.On() {
		t.Skip("only in full: it fits all binarizers again")
	}
	for range 2 {
		r, _ := run(t, "binarize", small())
		before := len(r.Tables)
		r.Tables = slices.DeleteFunc(r.Tables, func(t Table) bool { return strings.HasPrefix(t.Title, "Cost ") })
		if len(r.Tables) != before-1 {
			t.Fatalf("%d of %d tables are left without that of times", len(r.Tables), before)
		}
		pages = append(pages, Markdown(r))
	}
	if pages[0] != pages[1] {
		t.Error("two runs differ in more than times")
	}
}

// TestStages: a stage finds more among more, and the normalized form no less than
// the exact one.
func TestStages(t *testing.T) {
	r, _ := smallRun(t, "stages")
	recall := map[string][]any{}
	for _, row := range r.Tables[0].Rows {
		recall[row[0].(string)] = row[1:]
		if !slices.IsSortedFunc(row[1:], func(a, b any) int { return int(math.Copysign(1, float64(a.(number)-b.(number)))) }) {
			t.Errorf("recall does not rise with k: %v", row)
		}
	}
	for i, exact := range recall["exact"] {
		if normalized := recall["normalized"][i]; exact.(number) > normalized.(number) || exact.(number) <= 0 {
			t.Errorf("exact finds %v, normalized %v", exact, normalized)
		}
	}
}

func TestMissing(t *testing.T) {
	for _, c := range []struct {
		name string
		o    Options
		want string
	}{
		{"loses", Options{}, `no "loses"; there are losses, `},
		{"nil", Options{}, "nil needs Options.Terminology"},
		{"neighbours", Options{}, "neighbours needs Options.Pack"},
		{"stages", Options{Pack: small().Pack}, "stages needs Options.Queries"},
		{"link", Options{Pack: small().Pack, Queries: small().Queries}, "link needs Options.Triples"},
		{"proxies", Options{}, "proxies needs Options.Data"},
		{"proxies", Options{Typed: &Typed{}}, "no entities with types"},
		{"proxies", Options{Typed: &Typed{Entities: smallTyped().Entities, Queries: smallTyped().Queries[:1]}}, "no entities with types"},
		{"link", Options{Pack: small().Pack, Queries: small().Queries, Triples: graphOf(3)}, "link needs Options.Definitions"},
		{"link", Options{Pack: small().Pack, Queries: small().Queries, Triples: graphOf(0), Definitions: map[string]string{"a": "b"}}, "no triples to learn from"},
		{"link", Options{Pack: small().Pack, Queries: small().Queries, Triples: graphOf(9), Definitions: map[string]string{"a": "b"}}, "the graph has none of the entities"},
	} {
		if _, err := Run(context.Background(), c.name, c.o, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, name := range []string{"losses", "neighbours", "stages", "link", "proxies"} {
		if _, err := Run(ctx, name, small(), nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: %v", name, err)
		}
	}
}
