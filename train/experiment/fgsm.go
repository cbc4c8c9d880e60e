package experiment

import (
	"context"
	"fmt"

	"github.com/normlet/normlet/train"
)

// fgsmEpochs is what the models without adversarial examples are trained for. An
// epoch with them takes twice as long.
const fgsmEpochs = 2

func fgsm(ctx context.Context, o Options, r *Result, p Progress) error {
	t := newTask(o)
	r.Setting = append(t.setting, fmt.Sprintf("n-gram encoder, random negatives, %d epochs, %d seeds; adversarial positives and negatives at epsilon 0.01, lambda 1. "+
		"With adversarial examples every step has a second pass.", fgsmEpochs, o.Repeats), scoreNote)
	table := Table{Title: "Models", Columns: append([]string{"loss", "FGSM", "seed"}, scoreColumns...)}
	figure := Figure{Name: "hits", Title: "What FGSM adds to Hits@k of the vectors", X: "k", LogX: true, Y: "Hits@k, with minus without"}
	total := len(train.Losses) * o.Repeats
	for i, loss := range train.Losses {
		var gain []float64
		mean := map[int]float64{}
		for repeat := range o.Repeats {
			p("fgsm: pairs of models", i*o.Repeats+repeat, total)
			var pair [2]scores
			for on := range pair {
				c := base("ngram", o.Small)
				c.Loss, c.Epochs, c.Seed, c.FGSM = loss, fgsmEpochs, o.Seed+uint64(repeat), on == 1
				m, err := fitModel(ctx, c, t.terminology, t.terminology)
				if err != nil {
					return err
				}
				if pair[on], err = m.eval(ctx, t.queries); err != nil {
					return err
				}
				table.add(append([]any{loss, []string{"off", "on"}[on], int(c.Seed)}, pair[on].cells()...)...)
			}
			gain = append(gain, pair[1].float.At1-pair[0].float.At1)
			sign := -1.0
			for _, s := range pair {
				s.float.Each(func(k int, v float64) { mean[k] += sign * v / float64(o.Repeats) })
				sign = 1
			}
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
