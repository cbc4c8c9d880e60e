package promise

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/core/score"
	"github.com/normlet/normlet/train/rank"

	"gonum.org/v1/gonum/diff/fd"
)

// A match of general ground, and one that is a name.
var generalGround, nameGround = groundOf(score.Candidate{Features: [score.NumFeatures]float32{score.MentionIn: 1}}), groundOf(score.Candidate{})

// guardOf believes names and near matches this much.
func guardOf(name, general float32) (g score.Guard) {
	g[nameGround], g[generalGround] = name, general
	return g
}

func groundOf(c score.Candidate) int {
	if c.Features[score.MentionIn] > 0 {
		c.Stage = score.StageWord
	}
	clues := c.Clues("m", 0.5, 0, 0)
	return slices.Index(clues[:score.Grounds], 1)
}

// part has answers of which names are right with one share, and near matches with another.
func part(names, near float64) Part {
	rng := rand.New(rand.NewPCG(5, 0))
	p := Part{synonyms: 1}
	for i := range 4000 {
		j := rank.Judged{Answered: true, Count: 1 + i%3}
		ground, share := nameGround, names
		if i%2 == 0 {
			ground, share = generalGround, near
		}
		j.Clues[ground], j.Right = 1, rng.Float64() < share
		p.answers = append(p.answers, j)
	}
	return p
}

func TestPromiseGradient(t *testing.T) {
	p := part(0.9, 0.4)
	rng := rand.New(rand.NewPCG(6, 0))
	for i := range p.answers {
		for k := range p.answers[i].Clues {
			p.answers[i].Clues[k] += float32(rng.NormFloat64())
		}
	}
	rows := p.rows()[:50]
	loss := func(grad, x []float64) (sum float64) {
		for i := range rows {
			sum += rows[i].loss(grad, x)
		}
		return sum
	}
	x := make([]float64, promiseDims)
	for i := range x {
		x[i] = rng.NormFloat64() / 3
	}
	grad := make([]float64, promiseDims)
	loss(grad, x)
	want := fd.Gradient(nil, func(x []float64) float64 { return loss(make([]float64, promiseDims), x) }, x, &fd.Settings{Formula: fd.Central})
	for i, w := range want {
		if !(math.Abs(grad[i]-w) <= 1e-3) {
			t.Errorf("gradient %d is %v, central differences give %v", i, grad[i], w)
		}
	}
}

// TestFit requires a promise to learn what holds in all parts, and to promise no more than
// the worst of them keeps.
func TestFit(t *testing.T) {
	p := Fit([]Part{part(0.97, 0.5), part(0.97, 0.3)})
	g := p.For(1)
	name, general := score.Clues{}, score.Clues{}
	name[nameGround], general[generalGround] = 1, 1
	if a, b := g.Estimate(&name), g.Estimate(&general); math.Abs(a-0.97) > 0.02 || math.Abs(b-0.4) > 0.03 {
		t.Errorf("names %v, near matches %v; want 0.97 and 0.4", a, b)
	}
	limit := func(i int) float64 { return float64(p.Limits[i]) }
	if !(limit(0) > g.Estimate(&general)) || limit(1) > g.Estimate(&name) || limit(4) <= 1 {
		t.Errorf("limits %v: want names for 0.8 and 0.9, nothing for 0.99", p.Limits)
	}
	if bad := Fit([]Part{part(0.97, 0.5), part(0.6, 0.5)}); bad.Limits[0] <= 1 {
		t.Errorf("limits %v where in one part nothing is right 8 times in 10", bad.Limits)
	}
}

func TestKeeps(t *testing.T) {
	p, of := rank.Promise{Limits: [len(rank.Precisions)]float32{0.8, 0.9, 2, 2, 2}}, part(1, 0)
	p.Guard = guardOf(3, -3)
	of.madeUp = of.answers
	kept := Keeps(&p, &of)
	for i, k := range kept {
		if want := i < 2; k.Precision != rank.Precisions[i] || (k.Right == 1) != want || (math.Abs(k.Coverage-0.5) < 0.01) != want || !want && k.Coverage != 0 {
			t.Errorf("%+v", k)
		}
	}
}
