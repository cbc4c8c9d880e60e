package experiment

import (
	"context"

	"github.com/normlet/normlet/lab/internal/objective"
	"github.com/normlet/normlet/train"
)

// variant is a model of the losses experiment.
type variant struct {
	encoder, loss string
	epochs        int
}

func (v variant) config(o Options) config {
	c := base(v.encoder, o.Small)
	c.Loss, c.Epochs, c.Seed = v.loss, v.epochs, o.Seed
	return c
}

// variants returns the grid. A recurrent network takes several times as long, so
// it trains for half as many epochs.
func variants(small bool) []variant {
	var out []variant
	for _, encoder := range kinds {
		most := 4
		if small || encoder == recurrent {
			most = 2
		}
		for _, loss := range objective.Losses {
			for epochs := range most {
				out = append(out, variant{encoder, loss, epochs + 1})
			}
		}
	}
	return out
}

type outcome struct {
	variant
	scores
	report *train.Report
}

func lossGrid(ctx context.Context, o Options, r *Result, p Progress) error {
	t := newTask(o)
	r.Setting = append(t.setting, "Models are compared at equal numbers of epochs.", scoreNote)
	var found []outcome
	grid := variants(o.Small)
	for i, v := range grid {
		p("losses: models", i, len(grid))
		m, err := fitModel(ctx, v.config(o), t.terminology, t.terminology)
		if err != nil {
			return err
		}
		s, err := m.eval(ctx, t.queries)
		if err != nil {
			return err
		}
		found = append(found, outcome{v, s, m.report})
	}
	r.Tables = append(r.Tables, lossTable(found))
	for _, encoder := range kinds {
		r.Figures = append(r.Figures, hitsFigure(found, encoder), normFigure(found, encoder))
	}
	r.Findings = lossFindings(found)
	return nil
}

func lossTable(found []outcome) Table {
	t := Table{Title: "Models", Columns: append([]string{"encoder", "loss", "epochs", "steps"}, scoreColumns...)}
	for _, f := range found {
		t.add(append([]any{f.encoder, f.loss, f.epochs, f.report.Steps}, f.cells()...)...)
	}
	return t
}

func line(found []outcome, encoder, loss string) []outcome {
	var out []outcome
	for _, f := range found {
		if f.encoder == encoder && f.loss == loss {
			out = append(out, f)
		}
	}
	return out
}

// lines makes a figure with a line a loss.
func lines(f Figure, fill func(s *Series, loss string)) Figure {
	for _, loss := range objective.Losses {
		s := Series{Name: loss}
		fill(&s, loss)
		f.Series = append(f.Series, s)
	}
	return f
}

func hitsFigure(found []outcome, encoder string) Figure {
	f := Figure{Name: "hits-" + encoder, Title: "Hits@1 of the vectors, " + encoder, X: "epochs", Y: "Hits@1"}
	return lines(f, func(s *Series, loss string) {
		for _, m := range line(found, encoder, loss) {
			s.add(float64(m.epochs), m.float.At1)
		}
	})
}

func normFigure(found []outcome, encoder string) Figure {
	f := Figure{Name: "gradients-" + encoder, Title: "Gradient norm, " + encoder, X: "epoch", Y: "mean norm of the gradient", LogY: true}
	return lines(f, func(s *Series, loss string) {
		models := line(found, encoder, loss)
		for i, v := range models[len(models)-1].report.GradientNorm {
			s.add(float64(i+1), v)
		}
	})
}

func lossFindings(found []outcome) []Finding {
	at := map[variant]scores{}
	for _, f := range found {
		at[f.variant] = f.scores
	}
	var out []Finding
	for _, encoder := range kinds {
		var proxy []float64
		for _, f := range line(found, encoder, "proxy") {
			ce := f.variant
			ce.loss = "ce"
			proxy = append(proxy, f.float.At1-at[ce].float.At1)
		}
		out = append(out, paired(encoder+": the proxy loss is better than cross-entropy", "Hits@1, proxy minus ce", proxy))
	}
	return out
}
