package experiment

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// TestNseen asks for all models and findings, and keeps them in a second run that measures an
// encoder in their place.
func TestNseen(t *testing.T) {
	o := small()
	first, b := smallRun(t, "nseen")
	mean, each, whole := first.Tables[0], first.Tables[1], first.Tables[2]
	if models := 2 * (1 + len(nseenParts)); len(mean.Rows) != models || len(each.Rows) != 2*models || len(whole.Rows) != 4 {
		t.Fatalf("%d models, %d runs, %d rows of the whole reference", len(mean.Rows), len(each.Rows), len(whole.Rows))
	}
	if len(first.Findings) != 2*len(nseenParts) {
		t.Errorf("findings %v", first.Findings)
	}
	for i, row := range mean.Rows { // its figures are of the two runs
		x, y := float64(each.Rows[2*i][3].(number)), float64(each.Rows[2*i+1][3].(number))
		if m, sd := float64(row[3].(number)), float64(row[4].(number)); math.Abs(m-(x+y)/2) > 1e-4 || row[2].(int) < 10 || math.Abs(sd-math.Abs(x-y)/math.Sqrt2) > 1e-4 {
			t.Errorf("%v: mean and deviation of %v and %v", row, x, y)
		}
	}
	earlier, err := Read(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	e, err := packEncoder(o.Pack)
	if err != nil {
		t.Fatal(err)
	}
	o.Earlier, o.Encoders = earlier, []NamedEncoder{{"large", e}}
	var stages []string
	second, err := Run(context.Background(), "nseen", o, func(stage string, _, _ int) { stages = append(stages, stage) })
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(stages, "nseen: models") || len(stages) < 4 {
		t.Errorf("stages %q; want no models trained", stages)
	}
	for i := range 2 {
		if got, want := second.Tables[i].markdown(), first.Tables[i].markdown(); got != want {
			t.Errorf("the kept table is\n%s\nwant\n%s", got, want)
		}
	}
	if !slices.Equal(second.Findings[:len(first.Findings)], first.Findings) || len(second.Figures) != len(first.Figures)+1 {
		t.Errorf("findings %v, %d figures", second.Findings, len(second.Figures))
	}
	rows := second.Tables[2].Rows // the encoder of the pack is the one that was given, on its reference and then on Corpora's
	if pack, given := rows[3], rows[4]; len(rows) != 10 || given[1] != "large" || !slices.Equal(pack[3:], given[3:]) {
		t.Errorf("%v", rows)
	}
}

// TestNseenEarlier refuses results of other data, other seeds or other experiments.
func TestNseenEarlier(t *testing.T) {
	setting := []string{"a", "b"}
	good := func() *Result {
		r := &Result{Name: "nseen", Setting: []string{"a", "b", "more"}}
		for _, title := range nseenTables {
			r.Tables = append(r.Tables, Table{Title: title})
		}
		for _, name := range nseenFigures() {
			r.Figures = append(r.Figures, Figure{Name: name})
		}
		for _, claim := range nseenClaims() {
			r.Findings = append(r.Findings, Finding{Claim: claim})
		}
		r.Tables, r.Findings = append(r.Tables, Table{Title: "Whole references"}), append(r.Findings, Finding{Claim: "another"})
		return r
	}
	for _, c := range []struct {
		change func(r *Result)
		want   string
	}{
		{func(r *Result) {}, ""},
		{func(r *Result) { r.Name = "nil" }, "the earlier result is of nil, seed 0; want one of nseen, seed 0"},
		{func(r *Result) { r.Seed = 4 }, "of nseen, seed 4"},
		{func(r *Result) { r.Small = true }, "the earlier result is of"},
		{func(r *Result) { r.Setting = r.Setting[:1] }, "the earlier result is of"},
		{func(r *Result) { r.Setting[1] = "c" }, `of other data or settings: "c", and now "b"`},
		{func(r *Result) { r.Tables = r.Tables[:1] }, "has 1 of 2 tables, 3 of 3 figures and 6 of 6 findings"},
		{func(r *Result) { r.Figures[0].Name = "x" }, "has 2 of 2 tables, 2 of 3 figures and 6 of 6 findings"},
	} {
		earlier := good()
		c.change(earlier)
		r := &Result{Name: "nseen", Setting: slices.Clone(setting)}
		if err := r.keep(earlier); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	r, earlier := &Result{Name: "nseen", Setting: slices.Clone(setting)}, good()
	earlier.Run = &RunInfo{Commit: "abc", Seconds: 7, Machine: "m"}
	const origin = "The ablations are kept from an earlier run: commit abc, 7 s, m."
	if err := r.keep(earlier); err != nil || len(r.Tables) != 2 || len(r.Findings) != 6 || !slices.Equal(r.Setting, append(setting, origin)) {
		t.Errorf("%v, %+v", err, r)
	}
	r.Run = &RunInfo{Commit: "def"} // and what kept them is kept from
	if again := (&Result{Name: "nseen", Setting: slices.Clone(setting)}); again.keep(r) != nil || !slices.Equal(again.Setting, append(setting, origin)) {
		t.Errorf("%q", again.Setting)
	}
}

// TestNseenParts requires each part to change the settings and nothing that the others change, and all
// models to be trained for as many epochs.
func TestNseenParts(t *testing.T) {
	full := nseenConfig(recurrent, 3, false).Config.Config.Defaults()
	if err := full.Check(); err != nil || full.Seed != 3 {
		t.Errorf("%+v, %v", full, err)
	}
	seen := map[string]bool{fmt.Sprint(full): true}
	for _, p := range nseenParts {
		c := nseenConfig(recurrent, 3, false).Config.Config
		p.without(&c)
		c = c.Defaults()
		if err := c.Check(); err != nil || c.Epochs != full.Epochs || seen[fmt.Sprint(c)] {
			t.Errorf("without %s: %+v, %v", p.name, c, err)
		}
		seen[fmt.Sprint(c)] = true
	}
}

// TestDictionary: of entities that share a name the first counts first; a repeated query counts once
// among unique ones.
func TestDictionary(t *testing.T) {
	terms := &data.Terminology{}
	for i, names := range [][]string{{"AB-1", "one"}, {"ab1", "two"}, {"AB-1", "three"}} {
		e := data.Entity{ID: fmt.Sprintf("X:%d", i)}
		for j, n := range names {
			e.Names = append(e.Names, data.Name{Text: n, Kind: data.Kind(j)})
		}
		terms.Entities = append(terms.Entities, e)
	}
	m, err := fitModel(t.Context(), tinyConfig(), terms, terms)
	if err != nil {
		t.Fatal(err)
	}
	queries := []data.Query{{Mention: "AB-1", Gold: []string{"X:0"}}, {Mention: "AB-1", Gold: []string{"X:2"}}, {Mention: "AB-1", Gold: []string{"2"}},
		{Mention: "AB-1", Gold: []string{"X:2"}}, {Mention: "ab 1", Gold: []string{"X:1"}}, {Mention: "one", Gold: []string{"X:9"}}, {Mention: "of nothing"}}
	got := dictionary(m.Normalizer, queries, func(s string) string { return s })
	if want := (eval.Hits{At1: 1. / 6, At3: 4. / 6, At5: 4. / 6, At10: 4. / 6, At64: 4. / 6}); got.Hits != want || got.Queries != 6 || got.Unique != 5 {
		t.Errorf("%d queries, %d unique, %+v, want %+v", got.Queries, got.Unique, got.Hits, want)
	}
	if want := 0.2; got.HitsUnique.At1 != want || got.HitsUnique.At3 != 0.6 {
		t.Errorf("unique: %+v", got.HitsUnique)
	}
	if key := dictionary(m.Normalizer, queries, names.Key); key.Hits.At3 != 5./6 || key.Hits.At1 != 1./6 {
		t.Errorf("same letters and digits: %+v", key.Hits)
	}
}

func TestShortened(t *testing.T) {
	for name, want := range map[string]string{"IL-6": "IL-6", "α of twenty-four letters": "α of twenty-four letters", "β of twenty-five letters.": "β of twenty-five letter…"} {
		if got := shortened(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestReferenceName(t *testing.T) {
	for want, ids := range map[string][]string{
		"UniProt": {"P04637", "A0A024R1R8", "UniProt:Q9Y6K9"}, "ChEBI": {"CHEBI:15377", "CHEBI:1"}, "": {"P04637", "NCBIGene:7157"},
	} {
		o := &data.Terminology{}
		for _, id := range ids {
			o.Entities = append(o.Entities, data.Entity{ID: id})
		}
		if got := referenceName(o); got != want {
			t.Errorf("%q: %q, want %q", ids, got, want)
		}
	}
	if got := referenceName(&data.Terminology{}); got != "" {
		t.Errorf("no entities: %q", got)
	}
}

// TestJudge compares with what the paper has of a known reference, and with strings.
func TestJudge(t *testing.T) {
	found, grams := &eval.Result{Hits: eval.Hits{At1: 0.84, At10: 0.95}}, &eval.Result{Hits: eval.Hits{At1: 0.8, At10: 0.96}}
	r := &Result{}
	r.judge(&reference{name: "UniProt", known: "UniProt"}, "m", found, grams)
	r.judge(&reference{name: "x"}, "m", found, &eval.Result{})
	want := []Finding{
		{"UniProt, m: vectors alone find as much as the paper's did", reached, "Hits@1/@10 0.840/0.950, there 0.833/0.894"},
		{"UniProt, m: vectors alone find as much as 3-grams", notReached, "Hits@1/@10 0.840/0.950, there 0.800/0.960"},
		{"x, m: vectors alone find as much as 3-grams", reached, "Hits@1/@10 0.840/0.950, there 0.000/0.000"},
	}
	if !slices.Equal(r.Findings, want) {
		t.Errorf("%+v, want %+v", r.Findings, want)
	}
}

// TestTSNE draws three clusters of 20 dimensions, one of equal points: each point's nearest in the
// plane is of its own cluster, and two drawings are the same.
func TestTSNE(t *testing.T) {
	const clusters, size, dim = 3, 15, 20
	points := mat.NewDense(clusters*size, dim, nil)
	for i := range clusters * size {
		for j := range dim {
			v := math.Sin(float64(i*j+i+3*j)) / 4 // scattered
			if c := i / size; c == 2 {
				v = 0
			} else if j == c {
				v += 3
			}
			points.Set(i, j, v)
		}
	}
	x, y, err := tsne(t.Context(), points)
	if err != nil {
		t.Fatal(err)
	}
	for i := range x {
		best, at := math.Inf(1), -1
		for j := range x {
			if d := math.Hypot(x[i]-x[j], y[i]-y[j]); j != i && d < best {
				best, at = d, j
			}
		}
		if at < 0 || at/size != i/size {
			t.Errorf("point %d at (%v, %v) is nearest to %d", i, x[i], y[i], at)
		}
	}
	again, _, err := tsne(t.Context(), points)
	if err != nil || !slices.Equal(x, again) {
		t.Errorf("another drawing of the same points, error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := tsne(ctx, points); err == nil {
		t.Error("no error after an interruption")
	}
}

// TestNeighbourhood asks a distribution for the entropy of its perplexity.
func TestNeighbourhood(t *testing.T) {
	square := []float64{0, 1, 2, 3, 5, 8, 13, 21}
	for _, perplexity := range []float64{2, 3.5} {
		p := neighbourhood(square, 2, perplexity)
		entropy, sum := 0.0, 0.0
		for _, v := range p {
			if sum += v; v > 0 {
				entropy -= v * math.Log(v)
			}
		}
		if p[2] != 0 || math.Abs(sum-1) > 1e-9 || math.Abs(math.Exp(entropy)-perplexity) > 1e-3 {
			t.Errorf("perplexity %v: %v, of %v", perplexity, p, math.Exp(entropy))
		}
	}
}

// tinyConfig trains next to nothing.
func tinyConfig() config {
	c := config{kind: ngram}
	c.Rows, c.Dim, c.Epochs, c.Batch, c.Threads = 64, 64, 1, 2, 1
	return c
}
