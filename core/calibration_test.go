package core_test

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/normlet/normlet/core/score"

	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/wire"
)

// calibration has something of everything.
func calibration() *score.Calibration {
	scalings := score.Scalings{
		score.ExactPrimary: {0.5, 0.1, 0.2, 0.98}, score.NormalizedOther: {0.4, 0, 0.4, 1},
		score.Near: {1.2, 0.3, 0.7, 0.9}, score.Abbreviation: {0.3, 0.1, 0, 0.9},
	}
	other := scalings
	other[score.Near].Shift = -1
	return &score.Calibration{
		Ranker: score.Ranker{Weights: [score.NumFeatures]float32{1, 2, 3}, NIL: 4}, Trust: 0.5, Scalings: scalings,
		Namespaces: []score.NamespaceScalings{{"MESH", other}, {"X", score.Scalings{}}},
		Points:     []score.OperatingPoint{{0.9, 0, 1}, {0.95, 0.4, 0.8}},
		Attested:   []score.Attestation{{1, 200}, {7, 3}},
	}
}

func TestCalibrationRoundTrip(t *testing.T) {
	for _, c := range []*score.Calibration{calibration(), {}} {
		b := c.AppendBinary([]byte("x"))[1:]
		if got, err := score.ParseCalibration(b); err != nil || !reflect.DeepEqual(got, c) {
			t.Errorf("%+v comes back as %+v, %v", c, got, err)
		}
		for cut := range b {
			var corrupt *pack.CorruptError
			if _, err := score.ParseCalibration(b[:cut]); !errors.As(err, &corrupt) || corrupt.Section != "CALB" {
				t.Errorf("cut to %d of %d bytes: %v", cut, len(b), err)
			}
		}
	}
}

func TestOldCalibration(t *testing.T) {
	r := score.Ranker{Weights: [score.NumFeatures]float32{1, 2, 3}, NIL: 4}
	b := r.AppendBinary(nil)
	if b[0] != 1 {
		t.Errorf("a ranker alone has version %d", b[0])
	}
	for features := range int(score.NumFeatures) + 1 { // those of older releases are the first ones
		old := slices.Concat([]byte{1, byte(features)}, b[2:2+4*features], b[len(b)-4:])
		want := score.Calibration{Ranker: score.Ranker{NIL: 4}, Trust: 0.75}
		copy(want.Ranker.Weights[:features], r.Weights[:])
		if got, err := score.ParseCalibration(old); err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("%d features: %+v, %v, want %+v", features, got, err, want)
		}
	}
}

// TestCalibrationByStage reads version 2, in which all kinds of evidence of a stage
// had one scaling.
func TestCalibrationByStage(t *testing.T) {
	want := &score.Calibration{Ranker: score.Ranker{NIL: 4}, Trust: 0.75, Points: []score.OperatingPoint{{0.9, 0, 1}}}
	exact, normalized, near := score.Scaling{0.5, 0.1, 0.2, 0.98}, score.Scaling{0.4, 0, 0.4, 1}, score.Scaling{1.2, 0.3, 0.7, 0.9}
	want.Scalings = score.Scalings{exact, exact, normalized, normalized, near, near, near}
	want.Namespaces = []score.NamespaceScalings{{"X", score.Scalings{near, near, exact, exact, normalized, normalized, normalized}}}
	b := wire.AppendFloat32([]byte{2, 0}, 4)
	stages := func(of ...score.Scaling) {
		for _, s := range of {
			b = wire.AppendFloat32s(b, []float32{s.Rivals, s.NIL, s.Shift, s.Ceiling})
		}
	}
	stages(exact, normalized, near)
	b = append(b, 1, 1, 'X')
	stages(near, exact, normalized)
	b = append(wire.AppendFloat32s(append(b, 1), []float32{0.9, 0, 1}), 0)
	if got, err := score.ParseCalibration(b); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

func TestEvidence(t *testing.T) {
	for _, tt := range []struct {
		stage                           core.Stage
		notPrimary, normalized, acronym float32
		want                            score.Evidence
	}{
		{core.StageExact, 0, 1, 0, score.ExactPrimary},
		{core.StageExact, 1, 1, 0, score.ExactOther},
		{core.StageNormalized, 0, 1, 0, score.NormalizedPrimary},
		{core.StageNormalized, 1, 1, 0.4, score.NormalizedOther},
		{core.StageHamming, 0, 0, 0, score.Near},
		{core.StageHamming, 1, 0, 0, score.Near},
		{core.StageHamming, 1, 0.6, 0.4, score.LooselySame},
		{core.StageHamming, 0, 0, 0.4, score.Abbreviation},
	} {
		c := score.Candidate{Stage: tt.stage}
		c.Features[score.NotPrimary], c.Features[score.Normalized], c.Features[score.Acronym] = tt.notPrimary, tt.normalized, tt.acronym
		if got := c.Evidence(); got != tt.want {
			t.Errorf("%+v: %d, want %d", tt, got, tt.want)
		}
	}
}

func TestBadCalibrations(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for what, change := range map[string]func(c *score.Calibration){
		"weight":                  func(c *score.Calibration) { c.Ranker.Weights[2] = nan },
		"NIL":                     func(c *score.Calibration) { c.Ranker.NIL = inf },
		"slope":                   func(c *score.Calibration) { c.Scalings[1].Rivals = -1 },
		"shift":                   func(c *score.Calibration) { c.Scalings[1].Shift = nan },
		"ceiling":                 func(c *score.Calibration) { c.Scalings[1].Ceiling = 1.1 },
		"ceiling of a namespace":  func(c *score.Calibration) { c.Namespaces[1].Scalings[0].Ceiling = nan },
		"order of namespaces":     func(c *score.Calibration) { slices.Reverse(c.Namespaces) },
		"threshold":               func(c *score.Calibration) { c.Points[0].Threshold = nan },
		"order of points":         func(c *score.Calibration) { slices.Reverse(c.Points) },
		"order of attested names": func(c *score.Calibration) { slices.Reverse(c.Attested) },
	} {
		c := calibration()
		change(c)
		if got, err := score.ParseCalibration(c.AppendBinary(nil)); !errors.Is(err, pack.ErrCorrupt) {
			t.Errorf("%s: %+v, %v", what, got, err)
		}
	}
}

func TestApply(t *testing.T) {
	c := calibration()
	sigmoid := func(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
	l := func(yes, no float64) float64 { return math.Log(yes / no) }
	one := 0.98 * sigmoid(0.5*l(0.8, 0.1)+0.1*l(0.9, 0.1)+0.2)
	two := 0.98 * sigmoid(0.5*l(0.8, 0.1)+0.1*l(0.9, 0.1)+0.2)
	for _, tt := range []struct {
		what, namespace string
		evidence        score.Evidence
		p, want         []float64 // NIL last
	}{
		{"one", "A", score.ExactPrimary, []float64{0.8, 0.1, 0.1}, []float64{one, (1 - one) / 2, (1 - one) / 2}},
		{"equal ones", "A", score.ExactPrimary, []float64{0.4, 0.4, 0.1, 0.1}, []float64{two / 2, two / 2, (1 - two) / 2, (1 - two) / 2}},
		{"stays NIL", "A", score.Near, []float64{0.4, 0.05, 0.55}, []float64{0.4783, 0.0435, 0.4783}}, // 0.4783 = 0.55/(0.55+0.6)
		{"stays first", "MESH", score.Near, []float64{0.4, 0.35, 0.25}, []float64{0.3684, 0.3684, 0.2632}},
		{"as the ranker says", "X", score.Near, []float64{0.4, 0.35, 0.25}, []float64{0.4, 0.35, 0.25}},
		{"nothing", "A", score.Near, []float64{1}, []float64{1}},
		{"no doubt", "A", score.ExactPrimary, []float64{1, 0}, []float64{1, 0}},
	} {
		last := len(tt.p) - 1
		got := slices.Clone(tt.p)
		got[last] = c.Apply(tt.namespace, tt.evidence, got[:last], got[last])
		for i := range got {
			if !(math.Abs(got[i]-tt.want[i]) < 1e-4) {
				t.Errorf("%s: %v, want %v", tt.what, got, tt.want)
				break
			}
		}
	}
}

// TestApplyKeeps requires of any probabilities that they still come to 1 and keep
// their order, NIL among them.
func TestApplyKeeps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	c := calibration()
	for range 20000 {
		p := make([]float64, 1+rng.IntN(6))
		sum := 0.0
		for i := range p {
			p[i] = math.Exp(rng.NormFloat64() * 5)
			if i > 0 && rng.IntN(4) == 0 {
				p[i] = p[i-1]
			}
			sum += p[i]
		}
		for i := range p {
			p[i] /= sum
		}
		pNIL := p[len(p)-1]
		p = p[:len(p)-1]
		slices.SortFunc(p, func(a, b float64) int { return -cmp64(a, b) })
		before := slices.Clone(p)
		after := c.Apply("A", score.Evidence(rng.IntN(int(score.NumEvidence))), p, pNIL)
		sum = after
		for i, x := range p {
			sum += x
			if !(x >= 0 && x <= 1) || i > 0 && (x > p[i-1] || before[i] == before[i-1] && math.Abs(x-p[i-1]) > 1e-12) {
				t.Fatalf("%v becomes %v", before, p)
			}
		}
		if math.Abs(sum-1) > 1e-6 || len(p) > 0 && (after > p[0]) != (pNIL > before[0]) {
			t.Fatalf("%v and NIL %v become %v and %v, %v in sum", before, pNIL, p, after, sum)
		}
	}
}

func cmp64(a, b float64) int {
	if a < b {
		return -1
	}
	return 1
}

func TestPoint(t *testing.T) {
	c := calibration()
	for _, tt := range []struct {
		precision, threshold float64
		ok                   bool
	}{{0.5, 0, true}, {0.9, 0, true}, {0.91, 0.4, true}, {0.95, 0.4, true}, {0.96, 0, false}} {
		if p, ok := c.Point(tt.precision); ok != tt.ok || math.Abs(float64(p.Threshold)-tt.threshold) > 1e-6 {
			t.Errorf("%v: %+v, %v", tt.precision, p, ok)
		}
	}
}

func TestMinP(t *testing.T) {
	n := open(t)
	p := n.Lookup("FOXP2", 1).Matches[0].P
	for _, tt := range []struct {
		min float64
		nil bool
	}{{0, false}, {p, false}, {math.Nextafter(p, 2), true}, {2, true}} {
		a, err := n.LookupWith("FOXP2", core.Options{K: 1, MinP: tt.min})
		if err != nil || a.NIL != tt.nil || len(a.Matches) != 1 || a.Matches[0].P != p {
			t.Errorf("at least %v: %+v, %v", tt.min, a, err)
		}
	}
}

func TestAmbiguous(t *testing.T) {
	n := open(t)
	for _, tt := range []struct {
		mention string
		want    []string
	}{
		{"FAKE1", []string{"NCBIGene:6198", "NCBIGene:5336"}},
		{"fake-1", []string{"NCBIGene:6198", "NCBIGene:5336"}},
		{"FOXP2", nil},
		{"forkhed box P2", nil},
		{"a name of nothing here, qwxyz jklm", nil}, // all equally unlikely
		{"", nil},
	} {
		for _, k := range []int{1, 5} {
			if got := n.Lookup(tt.mention, k).Ambiguous; !slices.Equal(got, tt.want) {
				t.Errorf("%q: %q, want %q", tt.mention, got, tt.want)
			}
		}
	}
}

// TestAttested requires labelled mentions to decide between entities of one name.
func TestAttested(t *testing.T) {
	for _, id := range []string{"NCBIGene:6198", "NCBIGene:5336"} {
		contents := contents(t)
		c, err := score.ParseCalibration(contents.Calibration)
		if err != nil {
			t.Fatal(err)
		}
		c.Ranker.Weights[score.Attested] = 20
		c.Attested = []score.Attestation{{Key: score.AttestedKey("fake1", id), Share: score.AttestedShare(3, 3)}}
		contents.Calibration = c.AppendBinary(nil)
		n, err := core.OpenBytes(file(t, contents))
		if err != nil {
			t.Fatal(err)
		}
		if got := n.Calibration().AppendBinary(nil); !bytes.Equal(got, contents.Calibration) {
			t.Error("the pack has another calibration")
		}
		for _, mention := range []string{"FAKE1", "Fake-1"} {
			if got := n.Lookup(mention, 1).Matches[0]; got.ID != id {
				t.Errorf("%q: %+v, attested is %s", mention, got, id)
			}
		}
	}
}

func FuzzParseCalibration(f *testing.F) {
	r := score.Ranker{NIL: 1}
	f.Add(calibration().AppendBinary(nil))
	f.Add(new(score.Calibration).AppendBinary(nil))
	f.Add(r.AppendBinary(nil))
	f.Add([]byte{2, 0, 0, 0, 0, 0})
	f.Add([]byte{3, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := score.ParseCalibration(data)
		if err != nil {
			return
		}
		p := []float64{0.5, 0.2, 0.2}
		pNIL := c.Apply("MESH", score.Near, p, 0.1)
		if sum := p[0] + p[1] + p[2] + pNIL; !(math.Abs(sum-1) < 1e-6) || p[1] > p[0] || p[2] > p[1] {
			t.Errorf("%+v makes %v and %v", c.Scalings, p, pNIL)
		}
	})
}
