package experiment

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/normlet/normlet/lab/internal/kg"
)

// GraphRun is a training on a knowledge graph, as lab kg train reports it.
type GraphRun struct {
	Graph       string     `json:"graph"`
	Entities    int        `json:"entities"`
	Relations   int        `json:"relations"`
	Train       kg.Report  `json:"train"`
	Config      kg.Config  `json:"config"`
	Loss        []float64  `json:"loss"` // mean of each epoch
	Valid       *kg.Result `json:"valid,omitempty"`
	Test        *kg.Result `json:"test,omitempty"`
	Seconds     float64    `json:"seconds"`                // wall time, of the last process if resumed
	UserSeconds float64    `json:"user_seconds,omitempty"` // of all threads; absent where it is not measured
	Resumed     bool       `json:"resumed,omitempty"`
	Command     string     `json:"command"`
	Commit      string     `json:"commit"`
	Machine     string     `json:"machine"`
}

// ReadGraphRun reads a GraphRun that was written as JSON.
func ReadGraphRun(r io.Reader) (*GraphRun, error) {
	run := new(GraphRun)
	if err := json.NewDecoder(r).Decode(run); err != nil {
		return nil, fmt.Errorf("experiment: not a report of kg train: %w", err)
	}
	return run, nil
}

// published are filtered MRRs on the test splits: what ComplEx reaches when trained with little effort, and the best that
// Lacroix et al. (2018) and their successors state for it, where there is such a figure.
var published = map[string]struct{ target, best float64 }{
	"nations": {0.75, 0}, "kinship": {0.82, 0}, "umls": {0.90, 0}, "WN18RR": {0.475, 0.475}, "FB15k-237": {0.345, 0.348},
}

// graphs tabulates trainings on knowledge graphs, ordered as kg.Presets.
func graphs(ctx context.Context, o Options, r *Result, p Progress) error {
	runs := slices.Clone(o.Graphs)
	if o.Small {
		run, err := smallGraph(ctx, o.Seed, p)
		if err != nil {
			return err
		}
		runs = []GraphRun{*run}
	}
	slices.SortStableFunc(runs, func(a, b GraphRun) int { return cmp.Compare(presetPlace(a.Graph), presetPlace(b.Graph)) })
	r.Setting = []string{
		"ComplEx with reciprocal relations; settings were chosen by the validation split alone.",
		"Ranks are filtered by all splits and taken for tails and heads; equal scores share the mean of their ranks. Triples with an entity that the training split has not are left out (unknown); \"MRR, all\" counts them as misses, which is what published figures come to, and is to be compared with them; Hits are of known triples.",
		"Times are of training and measuring, on a machine that had other work to do: user time is what the work took.",
	}
	measures := Table{Title: "Test splits", Columns: []string{"graph", "triples", "unknown", "MRR, all", "wanted", "published", "MRR", "Hits@1", "Hits@3", "Hits@10", "MRR, all, of valid"}}
	settings := Table{Title: "Settings and cost", Columns: []string{"graph", "rank", "epochs", "batch", "loss", "regularizer", "optimizer", "seed", "wall seconds", "user seconds", "commit"}}
	commands := Table{Title: "Commands", Columns: []string{"graph", "command", "on"}}
	f := Figure{Name: "loss", Title: "Mean loss of an epoch", X: "epoch", Y: "loss", LogX: true}
	for _, run := range runs {
		if run.Valid == nil || run.Test == nil {
			return fmt.Errorf("the report on %s has no measures of valid and test", run.Graph)
		}
		t, c := run.Test, run.Config
		measures.add(run.Graph, t.Triples, t.Unknown, t.MRRAll, figure(published[run.Graph].target), figure(published[run.Graph].best), t.MRR, t.Hits1, t.Hits3, t.Hits10, run.Valid.MRRAll)
		settings.add(run.Graph, c.Rank, c.Epochs, c.Batch, lossOf(c), fmt.Sprintf("%s, %v", c.Regularizer, c.Weight), fmt.Sprintf("%s, %v", c.Optimizer, c.Rate), int(c.Seed), int(run.Seconds), int(run.UserSeconds), run.Commit)
		commands.add(run.Graph, run.Command, run.Machine)
		s := Series{Name: run.Graph}
		for i, loss := range run.Loss {
			s.add(float64(i+1), loss)
		}
		f.Series = append(f.Series, s)
	}
	r.Tables, r.Figures = []Table{measures, settings, commands}, []Figure{f}
	return nil
}

func presetPlace(graph string) int {
	if i := slices.Index(kg.Presets(), graph); i >= 0 {
		return i
	}
	return len(kg.Presets())
}

// figure returns a published figure as text, "-" if there is none.
func figure(x float64) string {
	if x == 0 {
		return "-"
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func lossOf(c kg.Config) string {
	if c.Loss == kg.Sampled {
		return fmt.Sprintf("sampled, %d", c.Negatives)
	}
	return c.Loss
}

// smallGraph trains on a made-up family, for Options.Small.
func smallGraph(ctx context.Context, seed uint64, p Progress) (*GraphRun, error) {
	const people = 63
	var rows, held [][3]string
	for i := 1; i < people; i++ {
		parent, child := fmt.Sprintf("person %d", (i-1)/2), fmt.Sprintf("person %d", i)
		rows = append(rows, [3]string{parent, "parent of", child})
		if back := [3]string{child, "child of", parent}; i%8 == 0 {
			held = append(held, back)
		} else {
			rows = append(rows, back)
		}
	}
	start := time.Now()
	g := kg.NewGraph(rows)
	m, err := kg.Train(ctx, g, kg.Config{Rank: 8, Epochs: 30, Batch: 32, Seed: seed, Progress: func(step, steps int, _ float64) { p("kg", step, steps) }})
	if err != nil {
		return nil, err
	}
	run := &GraphRun{Graph: "family", Entities: len(g.Entities), Relations: len(g.Relations), Train: g.Report, Config: m.Config, Loss: m.Loss}
	for i, to := range []**kg.Result{&run.Valid, &run.Test} {
		split := g.NewSplit(held[len(held)*i/2 : len(held)*(i+1)/2])
		if *to, err = kg.Evaluate(ctx, m, split, kg.EvalConfig{Known: [][]kg.Triple{g.Triples, g.NewSplit(held).Triples}}); err != nil {
			return nil, err
		}
	}
	run.Seconds = time.Since(start).Seconds()
	return run, nil
}
