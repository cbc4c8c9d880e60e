package experiment

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/lab/internal/objective"
	"github.com/normlet/normlet/train/assemble"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/eval"
)

// part is a part of NSEEN that can be left out of its training.
type part struct {
	name, claim string // claim: what is to hold with it
	without     func(c *objective.Config)
}

// fullModel is the name of the model with all parts.
const fullModel = "full"

var nseenParts = []part{
	{"families", "pairs of entity families help", func(c *objective.Config) { c.Family = -1 }},
	{"variations", "pairs of ways to write a name help", func(c *objective.Config) { c.Variations = -1 }},
	{"soft labels", "soft labels are better than hard ones", func(c *objective.Config) { c.HardLabels = true }},
}

// nseenConfig returns the settings of the full model.
func nseenConfig(encoder string, seed uint64, small bool) config {
	c := base(encoder, small)
	if !small {
		c.Rows, c.Dim, c.Hidden = 4096, 64, 64
		if encoder == recurrent {
			c.Embedding, c.Hidden = 8, 16
		}
	}
	c.Loss, c.BitShare, c.Epochs, c.Seed = "contrastive", -1, 3, seed
	return c
}

const nseenSizes = "Models: the n-gram encoder of 4,096 rows, and the BiLSTM encoder of one layer of 2 x 16 units on characters of 8, vectors of 64 both. " +
	"Contrastive loss, margin 1, on float vectors alone; batches of 128 pairs; three epochs."

const nseenWithout = "Without families or variations: these pairs are left out, so epochs are shorter. Without soft labels: a variation is labelled 1, as it means the same, and a pair of a family 0, as it does not; with them, both have their string similarity for a label."

var nseenMap = fmt.Sprintf("Maps: at most %d names each of the %d most prominent entities, in the plane by t-SNE from the first two principal components of their vectors.", mapNames, mapEntities)

// nseen leaves parts of NSEEN out of its training on a reduced set, and measures encoders that were
// trained beforehand on everything.
func nseen(ctx context.Context, o Options, r *Result, p Progress) error {
	whole := &data.Terminology{Entities: slices.Clone(o.Terminology.Entities)}
	r.Setting = weigh(whole, engine.Of(o.Pack).Contents())
	o.Terminology = whole
	t := newTask(o)
	r.Setting = append(r.Setting, t.setting...)
	r.Setting = append(r.Setting, fmt.Sprintf("%d seeds, from %d on.", o.Repeats, o.Seed), nseenSizes, nseenWithout, nseenMap)
	var err error
	if o.Earlier != nil {
		err = r.keep(o.Earlier)
	} else {
		err = r.leaveOut(ctx, t, o, p)
	}
	if err != nil {
		return err
	}
	r.Setting = append(r.Setting, "Hits@k of models: share of the unique pairs of mention and ids whose entity is among the first k, by cosine of the vectors; a few mentions make up most of the occurrences. No ranker, no prior, no dictionary.")
	return r.references(ctx, o, p)
}

// weigh gives a list that says nothing of it weights, and says so.
func weigh(t *data.Terminology, lender *pack.Contents) []string {
	if slices.ContainsFunc(t.Entities, func(e data.Entity) bool { return e.Weight != 0 }) {
		return nil
	}
	if n := assemble.Weigh(t, lender); n > 0 {
		return []string{fmt.Sprintf("How prominent an entity is comes from the pack, which knows %d of %d by their names.", n, len(t.Entities))}
	}
	return []string{"How prominent an entity is follows from the number of its names."}
}

func (p part) claimOf(encoder string) string { return encoder + ": " + p.claim }

// ablated is a model with its figures, one a seed.
type ablated struct {
	name  string
	steps int
	hits  []eval.Hits // of unique pairs
	all   []float64   // Hits@1 of all occurrences
}

// over returns what a model finds at the first place more than another one, by seed.
func (a *ablated) over(b *ablated) []float64 {
	out := make([]float64, len(a.hits))
	for i := range out {
		out[i] = a.hits[i].At1 - b.hits[i].At1
	}
	return out
}

// leaveOut trains and measures all models.
func (r *Result) leaveOut(ctx context.Context, t *task, o Options, p Progress) error {
	mean := Table{Title: nseenTables[0], Columns: []string{"encoder", "model", "steps", "Hits@1", "sd@1", "Hits@3", "sd@3", "Hits@5", "sd@5", "Hits@10", "sd@10"}}
	each := Table{Title: nseenTables[1], Columns: []string{"encoder", "model", "seed", "Hits@1", "Hits@3", "Hits@5", "Hits@10", "Hits@1 of occurrences"}}
	var picture Figure
	for i, encoder := range kinds {
		models := make([]*ablated, 1+len(nseenParts))
		for j := range models {
			p("nseen: models", i*len(models)+j, len(kinds)*len(models))
			m, first, err := t.ablate(ctx, encoder, j-1, o)
			if err != nil {
				return err
			}
			if models[j] = m; encoder == recurrent && j == 0 {
				if picture, err = nameMap(ctx, first.Vector, t.terminology); err != nil {
					return err
				}
			}
			m.tell(encoder, o.Seed, &mean, &each)
		}
		r.Figures = append(r.Figures, partsFigure(encoder, models))
		for j, part := range nseenParts {
			r.Findings = append(r.Findings, paired(part.claimOf(encoder), "Hits@1, full minus without "+part.name, models[0].over(models[1+j])))
		}
	}
	picture.Name = "map"
	picture.Title += ", the full BiLSTM of the first seed"
	r.Tables, r.Figures = append(r.Tables, mean, each), append(r.Figures, picture)
	return nil
}

// ablate trains a model without a part, -1 for the full one, with every seed. It also returns the
// first of them.
func (t *task) ablate(ctx context.Context, encoder string, without int, o Options) (a *ablated, first *model, err error) {
	a = &ablated{name: fullModel}
	for repeat := range o.Repeats {
		c := nseenConfig(encoder, o.Seed+uint64(repeat), o.Small)
		if without >= 0 {
			a.name = "without " + nseenParts[without].name
			nseenParts[without].without(&c.Config.Config)
		}
		m, err := fitModel(ctx, c, t.terminology, t.terminology)
		if err != nil {
			return nil, nil, err
		}
		res, err := m.ranked(ctx, t.queries, eval.Float)
		if err != nil {
			return nil, nil, err
		}
		a.steps, a.hits, a.all = m.report.Steps, append(a.hits, res.HitsUnique), append(a.all, res.Hits.At1)
		if first == nil {
			first = m
		}
	}
	return a, first, nil
}

// tell adds the rows of a model.
func (a *ablated) tell(encoder string, seed uint64, mean, each *Table) {
	at := make([][]float64, 4)
	for i, h := range a.hits {
		list := []float64{h.At1, h.At3, h.At5, h.At10}
		each.add(encoder, a.name, int(seed)+i, list[0], list[1], list[2], list[3], a.all[i])
		for k, v := range list {
			at[k] = append(at[k], v)
		}
	}
	row := []any{encoder, a.name, a.steps}
	for _, list := range at {
		deviation := 0.0
		if len(list) > 1 {
			deviation = stat.StdDev(list, nil)
		}
		row = append(row, stat.Mean(list, nil), deviation)
	}
	mean.add(row...)
}

// partsFigure draws what each part gives at every k.
func partsFigure(encoder string, models []*ablated) Figure {
	f := Figure{Name: "parts-" + encoder, Title: "What each part gives, " + encoder, X: "k", LogX: true, Y: "mean Hits@k, full minus without"}
	for _, m := range models[1:] {
		s := Series{Name: m.name}
		for _, k := range []int{1, 3, 5, 10} {
			gain := 0.0
			for i := range m.hits {
				gain += (hitsAt(&models[0].hits[i], k) - hitsAt(&m.hits[i], k)) / float64(len(m.hits))
			}
			s.add(float64(k), gain)
		}
		f.Series = append(f.Series, s)
	}
	return f
}

// hitsAt returns Hits@k, for a k that h has.
func hitsAt(h *eval.Hits, at int) (value float64) {
	h.Each(func(k int, v float64) {
		if k == at {
			value = v
		}
	})
	return value
}
