package experiment

import (
	"context"
	"fmt"

	"github.com/normlet/normlet/lab/internal/objective"
	"github.com/normlet/normlet/train"
)

// variant is a model of the losses experiment: so many epochs, all with random
// negatives, or each after the first with newly mined hard ones.
type variant struct {
	encoder, loss string
	epochs        int
	hard          bool
}

func (v variant) negatives() string {
	if v.hard {
		return fmt.Sprintf("mixed 50 %%, %d hard rounds", v.epochs-1)
	}
	return "random"
}

func (v variant) config(o Options) config {
	c := base(v.encoder, o.Small)
	c.Loss, c.Epochs, c.Seed = v.loss, v.epochs, o.Seed
	if v.hard {
		c.Epochs, c.Rounds = 1, v.epochs-1
	}
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
				out = append(out, variant{encoder, loss, epochs + 1, false})
				if epochs > 0 {
					out = append(out, variant{encoder, loss, epochs + 1, true})
				}
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
	r.Setting = append(t.setting,
		"A round with hard negatives is one epoch; the first round always has random ones. Models are compared at equal numbers of epochs.", scoreNote)
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
	t := Table{Title: "Models", Columns: append([]string{"encoder", "loss", "negatives", "epochs", "steps"}, scoreColumns...)}
	for _, f := range found {
		t.add(append([]any{f.encoder, f.loss, f.negatives(), f.epochs, f.report.Steps}, f.cells()...)...)
	}
	return t
}

func line(found []outcome, encoder, loss string, hard bool) []outcome {
	var out []outcome
	for _, f := range found {
		if f.encoder == encoder && f.loss == loss && (f.hard == hard || f.epochs == 1) {
			out = append(out, f)
		}
	}
	return out
}

// lines makes a figure with two lines a loss.
func lines(f Figure, encoder string, fill func(s *Series, loss string, hard bool)) Figure {
	for _, loss := range objective.Losses {
		for _, hard := range []bool{false, true} {
			s := Series{Name: loss + ", random", Dashed: hard}
			if hard {
				s.Name = loss + ", mixed"
			}
			fill(&s, loss, hard)
			f.Series = append(f.Series, s)
		}
	}
	return f
}

func hitsFigure(found []outcome, encoder string) Figure {
	f := Figure{Name: "hits-" + encoder, Title: "Hits@1 of the vectors, " + encoder, X: "epochs", Y: "Hits@1"}
	return lines(f, encoder, func(s *Series, loss string, hard bool) {
		for _, m := range line(found, encoder, loss, hard) {
			s.add(float64(m.epochs), m.float.At1)
		}
	})
}

func normFigure(found []outcome, encoder string) Figure {
	f := Figure{Name: "gradients-" + encoder, Title: "Gradient norm, " + encoder, X: "epoch", Y: "mean norm of the gradient", LogY: true}
	return lines(f, encoder, func(s *Series, loss string, hard bool) {
		models := line(found, encoder, loss, hard)
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
		helps := map[string][]float64{}
		for _, f := range found {
			v := f.variant
			if v.encoder != encoder {
				continue
			}
			random := v
			random.hard = false
			if v.hard {
				helps[v.loss] = append(helps[v.loss], f.float.At1-at[random].float.At1)
			} else if v.loss == "proxy" {
				random.loss = "ce"
				proxy = append(proxy, f.float.At1-at[random].float.At1)
			}
		}
		out = append(out, paired(encoder+": with random negatives, the proxy loss is better than cross-entropy", "Hits@1, proxy minus ce", proxy))
		for _, loss := range objective.Losses {
			out = append(out, paired(encoder+", "+loss+": hard negatives are better than random ones alone", "Hits@1, mixed minus random", helps[loss]))
		}
	}
	return out
}
