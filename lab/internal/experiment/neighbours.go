package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/f32"
)

// mapped are the mentions whose neighbourhoods are shown, with names for files.
var mapped = []struct{ mention, file string }{{"S6K", "s6k"}, {"PLCγ2", "plcg2"}, {"IKKε", "ikke"}, {"H3", "h3"}}

// Names on a map, entities with a colour of their own, lines of the table.
const (
	mappedNames    = 40
	mappedEntities = 6
	listed         = 10
)

func neighbours(ctx context.Context, o Options, r *Result, p Progress) error {
	c := engine.Of(o.Pack).Contents()
	r.Setting = []string{
		fmt.Sprintf("A pack of %d names of %d entities.", c.Names.Len(), c.IDs.Len()),
		fmt.Sprintf("Each map shows the mention and the %d names whose vectors are nearest to its own by cosine, on the first two principal components of these vectors. The %d entities nearest have colours and one label each.", mappedNames, mappedEntities),
		"Each table is the answer of the whole cascade.",
	}
	p("neighbours: vectors", 0, len(mapped))
	v := newVectors(o.Pack)
	for i, m := range mapped {
		if err := ctx.Err(); err != nil {
			return err
		}
		f, err := v.neighbourhood(m.mention)
		if err != nil {
			return err
		}
		f.Name = m.file
		r.Figures = append(r.Figures, f)
		r.Tables = append(r.Tables, answerTable(o.Pack, m.mention))
		p("neighbours: maps", i+1, len(mapped))
	}
	return nil
}

func answerTable(n *core.Normalizer, mention string) Table {
	t := Table{Title: mention, Columns: []string{"rank", "id", "entity", "name found", "stage", "distance in bits", "p"}}
	a, _ := n.LookupWith(mention, core.Options{K: listed, Near: true}) // fails only on namespaces and after Close
	for i, m := range a.Matches {
		t.add(i+1, m.ID, m.Name, m.Matched, m.Stage.String(), m.Distance, m.P)
	}
	return t
}

// near returns the rows nearest to a vector, by falling cosine, then row.
func (v *vectors) near(q []float32, k int) []int {
	rows, cosine := make([]int, v.Len()), make([]float32, v.Len())
	for i := range rows {
		rows[i], cosine[i] = i, f32.Dot(q, v.Row(i))
	}
	slices.SortFunc(rows, func(a, b int) int { return cmp.Or(cmp.Compare(cosine[b], cosine[a]), cmp.Compare(a, b)) })
	return rows[:min(k, len(rows))]
}

func (v *vectors) neighbourhood(mention string) (Figure, error) {
	q := v.n.Vector(nil, mention)
	rows := v.near(q, mappedNames)
	points := mat.NewDense(len(rows)+1, v.Dim, nil)
	for j, x := range q {
		points.Set(0, j, float64(x))
	}
	for i, row := range rows {
		for j, x := range v.Row(row) {
			points.Set(i+1, j, float64(x))
		}
	}
	x, y, share, err := plane(points)
	if err != nil {
		return Figure{}, fmt.Errorf("map of %s: %w", mention, err)
	}
	f := Figure{Title: "Around " + mention, Points: true,
		X: fmt.Sprintf("first component (%.0f %% of the variance)", 100*share[0]), Y: fmt.Sprintf("second component (%.0f %%)", 100*share[1])}
	f.Series = v.colour(rows, x[1:], y[1:])
	own := Series{Name: "the mention", Labels: []string{mention}}
	own.add(x[0], y[0])
	f.Series = append(f.Series, own)
	return f, nil
}

// colour makes a series of each of the nearest entities, and one of the rest.
func (v *vectors) colour(rows []int, x, y []float64) []Series {
	c := engine.Of(v.n).Contents()
	out := []Series{{Name: "others"}}
	at := map[uint32]int{}
	for i, row := range rows {
		e := c.RowEntity[row]
		s, seen := at[e]
		if !seen && len(out) <= mappedEntities {
			s, seen = len(out), true
			at[e] = s
			out = append(out, Series{Name: c.Names.At(int(c.PrimaryRow[e])), Labels: []string{}})
		}
		label := ""
		if seen && len(out[s].X) == 0 {
			label = c.Names.At(row)
		}
		out[s].add(x[i], y[i])
		if seen {
			out[s].Labels = append(out[s].Labels, label)
		}
	}
	if len(out[0].X) == 0 {
		return out[1:]
	}
	return out
}

// plane projects points on their first two principal components, whose shares of the variance it
// returns. Signs are chosen so that the first point, the mention, is not below the mean.
func plane(points *mat.Dense) (x, y []float64, share [2]float64, err error) {
	var pc stat.PC
	if !pc.PrincipalComponents(points, nil) {
		return nil, nil, share, errors.New("no principal components")
	}
	var axes, scores mat.Dense
	pc.VectorsTo(&axes)
	variance := pc.VarsTo(nil)
	total := 0.0
	for _, s := range variance {
		total += s
	}
	n, dim := points.Dims()
	scores.Mul(points, axes.Slice(0, dim, 0, 2))
	var out [2][]float64
	for k := range out {
		share[k] = variance[k] / math.Max(total, 1e-12)
		col := mat.Col(nil, k, &scores)
		mean := stat.Mean(col, nil)
		sign := 1.0
		if col[0] < mean {
			sign = -1
		}
		for i := range n {
			col[i] = sign * (col[i] - mean)
		}
		out[k] = col
	}
	return out[0], out[1], share, nil
}
