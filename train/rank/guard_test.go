package rank

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/normlet/normlet/internal/core/score"
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
func part(names, near float64) (out []Judged) {
	rng := rand.New(rand.NewPCG(5, 0))
	for i := range 4000 {
		j := Judged{Answered: true, Count: 1 + i%3}
		ground, share := nameGround, names
		if i%2 == 0 {
			ground, share = generalGround, near
		}
		j.Clues[ground], j.Right = 1, rng.Float64() < share
		out = append(out, j)
	}
	return out
}

// sure makes answers with estimates from 1 down to 0, of which the upper half is right and of the
// lower one every other.
func sure(n int) (*score.Guard, []Judged) {
	g := guardOf(1, 0)
	var out []Judged
	for i := range n {
		e := 1 - (float64(i)+0.5)/float64(n)
		j := Judged{Answered: true, Right: i < n/2 || i%2 == 0, Count: 1}
		j.Clues[nameGround] = float32(math.Log(e / (1 - e)))
		out = append(out, j)
	}
	return &g, append(out, make([]Judged, n)...) // as many that are NIL
}

func TestPromised(t *testing.T) {
	g, answers := sure(1000)
	if answers[0].Clues.Near() {
		t.Fatal("names are wanted")
	}
	limits := []float32{0.1, 0.85, 0.85, 2, 2}
	got := Promised(g, limits, answers)
	if len(got) != 3 {
		t.Fatalf("%+v: nothing is promised beyond 0.95", got)
	}
	for i, want := range []score.OperatingPoint{
		{Precision: 0.80, Threshold: 0.166, Coverage: 0.417}, // made-up mentions allow no more
		{Precision: 0.90, Threshold: 0.85, Coverage: 0.075},  // the limit does
		{Precision: 0.95, Threshold: 0.85, Coverage: 0.075},
	} {
		p := got[i]
		if p.Precision != want.Precision || math.Abs(float64(p.Threshold-want.Threshold)) > 0.003 || math.Abs(float64(p.Coverage-want.Coverage)) > 0.003 {
			t.Errorf("%+v, want %+v", p, want)
		}
	}
	if got := Promised(g, limits, answers[:minAnswers-1]); len(got) != 0 {
		t.Errorf("%+v of few answers", got)
	}
}

func TestMeasured(t *testing.T) {
	g, answers := sure(1000)
	few := measured(g, append(slices.Clone(answers[:60]), answers[1000:1060]...))
	many := measured(g, answers)
	if len(few) >= len(many) || len(many) != len(Precisions) {
		t.Errorf("%d answers promise %d precisions, all right ones of %d promise %d", 60, len(few), 1000, len(many))
	}
	for i, p := range many { // half of the answers are right; 0.99 wants a little more doubt
		if float64(p.Precision) != float64(float32(Precisions[i])) || p.Threshold < 0.16 || p.Threshold > 0.52 {
			t.Errorf("%+v", p)
		}
	}
	wrong := slices.Clone(answers)
	for i := range wrong {
		wrong[i].Right = i%2 == 0
	}
	if got := measured(g, wrong); len(got) != 0 {
		t.Errorf("%+v where every other answer is wrong", got)
	}
}

// TestDoubtNear requires near matches to be believed less where made-up mentions contradict them,
// and names as before.
func TestDoubtNear(t *testing.T) {
	for _, c := range []struct {
		near float64
		less bool
	}{{0.95, false}, {0.3, true}} {
		g := guardOf(2, 2)
		DoubtNear(&g, part(0.9, c.near))
		if g[nameGround] != 2 || (g[generalGround] < 0) != c.less || !c.less && g[generalGround] != 2 {
			t.Errorf("near matches right %v: %v", c.near, g)
		}
	}
}

func TestBroaderNarrower(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for name, want := range map[string][]string{
		"aspirin": {"aspirin"}, "bronze diabetes": {"diabetes"}, "Diabetes Mellitus, Type 2": {"Diabetes Mellitus"},
		"male breast cancer": {"breast cancer", "cancer"},
	} {
		for range 10 {
			if got := broader(name, rng); !slices.Contains(want, got) {
				t.Errorf("%q: %q, want %q", name, got, want)
			}
		}
	}
	if got := narrower("breast cancer", "juvenile arthritis"); got != "juvenile breast cancer" {
		t.Error(got)
	}
}

func TestShares(t *testing.T) {
	for _, s := range []shares{forRanker, forPoints} {
		sum, rng := 0.0, rand.New(rand.NewPCG(2, 2))
		var count [conditions]float64
		for range 20000 {
			count[s.draw(rng)]++
		}
		for c, share := range s {
			if sum += share; math.Abs(count[c]/20000-share) > 0.02 {
				t.Errorf("condition %d has a share of %v, want %v", c, count[c]/20000, share)
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("shares of %v", sum)
		}
	}
	if in := forPoints[known] + forPoints[unknown]; math.Abs(in-0.5) > 1e-9 {
		t.Errorf("%v of the mentions have an entity, want half", in)
	}
}

// TestDefaultPromise requires the fitted promise to be more than nothing, and to refuse what no
// list kept.
func TestDefaultPromise(t *testing.T) {
	p := &defaultPromise
	if p.Guard == (score.Guard{}) || !slices.IsSorted(p.Limits[:]) || p.Limits[0] < 0.8 || p.Limits[1] > 1 {
		t.Errorf("%+v", p)
	}
}
