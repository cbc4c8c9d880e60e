package experiment

import (
	"context"
	"fmt"

	"github.com/normlet/normlet/lab/internal/objective"
)

// fgsmEpochs is what the models without adversarial examples are trained for. An
// epoch with them takes twice as long.
const fgsmEpochs = 2

// fgsm compares models with and without adversarial examples.
func fgsm(ctx context.Context, o Options, r *Result, p Progress) error {
	t := newTask(o)
	r.Setting = append(t.setting, fmt.Sprintf("n-gram encoder, random negatives, %d epochs, %d seeds; adversarial positives and negatives at epsilon 0.01, lambda 1. "+
		"With adversarial examples every step has a second pass.", fgsmEpochs, o.Repeats), scoreNote)
	table := Table{Title: "Models", Columns: append([]string{"loss", "FGSM", "seed"}, scoreColumns...)}
	figure := Figure{Name: "hits", Title: "What FGSM adds to Hits@k of the vectors", X: "k", LogX: true, Y: "Hits@k, with minus without"}
	for i, loss := range objective.Losses {
		var gain []float64
		mean := map[int]float64{} // gain by k
		for repeat := range o.Repeats {
			p("fgsm: pairs of models", i*o.Repeats+repeat, len(objective.Losses)*o.Repeats)
			seed := o.Seed + uint64(repeat)
			off, on, err := t.fgsmPair(ctx, loss, seed, o.Small)
			if err != nil {
				return err
			}
			table.add(append([]any{loss, "off", int(seed)}, off.cells()...)...)
			table.add(append([]any{loss, "on", int(seed)}, on.cells()...)...)
			gain = append(gain, on.float.At1-off.float.At1)
			off.float.Each(func(k int, v float64) { mean[k] -= v / float64(o.Repeats) })
			on.float.Each(func(k int, v float64) { mean[k] += v / float64(o.Repeats) })
		}
		s := Series{Name: loss}
		for _, k := range []int{1, 3, 5, 10, 64} {
			s.add(float64(k), mean[k])
		}
		figure.Series = append(figure.Series, s)
		r.Findings = append(r.Findings, paired(loss+": adversarial training helps", "Hits@1, with minus without", gain))
	}
	r.Tables, r.Figures = append(r.Tables, table), append(r.Figures, figure)
	return nil
}

// fgsmPair trains and measures a model without adversarial examples and one with.
func (t *task) fgsmPair(ctx context.Context, loss string, seed uint64, small bool) (off, on scores, err error) {
	for _, s := range []*scores{&off, &on} {
		c := base(ngram, small)
		c.Loss, c.Epochs, c.Seed, c.FGSM = loss, fgsmEpochs, seed, s == &on
		m, err := fitModel(ctx, c, t.terminology, t.terminology)
		if err != nil {
			return off, on, err
		}
		if *s, err = m.eval(ctx, t.queries); err != nil {
			return off, on, err
		}
	}
	return off, on, nil
}
