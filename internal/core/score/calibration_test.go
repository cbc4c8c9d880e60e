package score

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/pack"
)

// calibration has something of everything.
func calibration() *Calibration {
	scalings := Scalings{
		ExactPrimary: {0.5, 0.1, -0.2, 0.2, 0.98}, NormalizedOther: {0.4, 0, 0, 0.4, 1},
		Near: {1.2, 0, 0, 0.7, 0.9}, Abbreviation: {0.3, 0, 0, 0, 0.9},
	}
	other := scalings
	other[Near].Shift = -1
	return &Calibration{
		Ranker: Ranker{Weights: [NumFeatures]float32{1, 2, 3}, NIL: 4}, Trust: 0.5, Weighted: true, Forests: Forests{forest(), forest(), [NumStrata]float32{0.9, 0.8, 0.5, 0.25, 0.125}}, Scalings: scalings,
		Share: 0.5, Namespaces: []NamespaceScalings{{"MESH", other, 0.25}, {"X", Scalings{}, 0}},
		Commonness: []NameCommonness{{1, 200}, {7, 3}},
	}
}

// forest says -1 unless the ranker is quite sure that no other entity is meant, then 1, and 3 for
// near names that are alike.
func forest() Forest {
	t := Tree{Leaves: [treeLeaves]float32{-1.5, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, -1.5, 0.5, 0.5, 0.5, 0.5, 2.5, 2.5, 0.5, 0.5}}
	t.Input[0], t.At[0] = InputRivals, 1
	t.Input[2], t.At[2] = inputEvidence, float32(LooselySame)
	t.Input[6], t.At[6] = InputTrigram, 0.9
	return Forest{Base: 0.5, Trees: []Tree{t}}
}

func TestCalibrationRoundTrip(t *testing.T) {
	for _, c := range []*Calibration{calibration(), {}} {
		b := c.AppendBinary([]byte("x"))[1:]
		if got, err := ParseCalibration(b); err != nil || !reflect.DeepEqual(got, c) {
			t.Errorf("%+v comes back as %+v, %v", c, got, err)
		}
		for cut := range b {
			var corrupt *pack.CorruptError
			if _, err := ParseCalibration(b[:cut]); !errors.As(err, &corrupt) || corrupt.Section != "CALB" {
				t.Errorf("cut to %d of %d bytes: %v", cut, len(b), err)
			}
		}
	}
}

// TestFewerFeatures reads what a release before the last features wrote: they are the
// first ones. It reads what this one writes without weights of Grams and what follows it, too.
func TestFewerFeatures(t *testing.T) {
	full := calibration()
	if b := full.AppendBinary(nil); b[1] != byte(Grams) {
		t.Errorf("%d features are written without weights of the last, want %d", b[1], Grams)
	}
	full.Ranker.Weights[NumFeatures-1] = 5
	b := full.AppendBinary(nil)
	for features := range int(NumFeatures) + 1 {
		older := slices.Concat([]byte{calibrationVersion, byte(features)}, b[2:2+4*features], b[2+4*int(NumFeatures):])
		want := *full
		clear(want.Ranker.Weights[features:])
		if got, err := ParseCalibration(older); err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("%d features: %+v, %v, want %+v", features, got, err, want)
		}
	}
	b[1] = byte(NumFeatures) + 1
	if _, err := ParseCalibration(b); errors.Is(err, pack.ErrCorrupt) || !strings.Contains(err.Error(), "needs a newer normlet: its number of features") {
		t.Errorf("a feature more: %v", err)
	}
}

// TestOtherVersions refuses all versions but the current one, and says what to do.
func TestOtherVersions(t *testing.T) {
	for version := range 256 {
		b := calibration().AppendBinary(nil)
		b[0] = byte(version)
		_, err := ParseCalibration(b)
		if version == calibrationVersion {
			if err != nil {
				t.Errorf("version %d: %v", version, err)
			}
			continue
		}
		if v, ok := errors.AsType[*pack.VersionError](err); !ok || v.Want != version || v.Have != calibrationVersion {
			t.Errorf("version %d: %v", version, err)
		}
	}
}

func TestBadCalibrations(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for what, change := range map[string]func(c *Calibration){
		"weight":                 func(c *Calibration) { c.Ranker.Weights[2] = nan },
		"NIL":                    func(c *Calibration) { c.Ranker.NIL = inf },
		"base":                   func(c *Calibration) { c.Forests.Has.Base = 101 },
		"leaf":                   func(c *Calibration) { c.Forests.Right.Trees[0].Leaves[7] = inf },
		"split":                  func(c *Calibration) { c.Forests.Right.Trees[0].At[3] = nan },
		"input":                  func(c *Calibration) { c.Forests.Right.Trees[0].Input[3] = NumInputs },
		"trees":                  func(c *Calibration) { c.Forests.Right.Trees = make([]Tree, maxTrees+1) },
		"slope":                  func(c *Calibration) { c.Scalings[1].Slope = -1 },
		"shift":                  func(c *Calibration) { c.Scalings[1].Shift = nan },
		"ceiling":                func(c *Calibration) { c.Scalings[1].Ceiling = 1.1 },
		"ceiling of a namespace": func(c *Calibration) { c.Namespaces[1].Scalings[0].Ceiling = nan },
		"share":                  func(c *Calibration) { c.Share = 1 },
		"share of a namespace":   func(c *Calibration) { c.Namespaces[0].Share = nan },
		"order of namespaces":    func(c *Calibration) { slices.Reverse(c.Namespaces) },
		"order of common names":  func(c *Calibration) { slices.Reverse(c.Commonness) },
	} {
		c := calibration()
		change(c)
		if got, err := ParseCalibration(c.AppendBinary(nil)); !errors.Is(err, pack.ErrCorrupt) {
			t.Errorf("%s: %+v, %v", what, got, err)
		}
	}
}

// TestTrustRead requires a calibration to keep its trust, and one out of range to be refused.
func TestTrustRead(t *testing.T) {
	for trust, ok := range map[float32]bool{0: true, 0.75: true, 1: true, 1.01: false, -0.01: false, float32(math.NaN()): false} {
		c := calibration()
		c.Trust = trust
		if got, err := ParseCalibration(c.AppendBinary(nil)); (err == nil) != ok || ok && got.Trust != trust {
			t.Errorf("trust %v: %+v, %v", trust, got, err)
		}
	}
}

// TestHugeRanker refuses weights each of which is finite, with which scores are not.
func TestHugeRanker(t *testing.T) {
	for name, weight := range map[string]func(i int) float32{
		"of both signs": func(i int) float32 { return float32(1-2*(i%2)) * 3e38 },
		"of one sign":   func(int) float32 { return 3e38 },
		"one":           func(i int) float32 { return float32(i/14) * 1.1e30 },
	} {
		c := calibration()
		for i := range c.Ranker.Weights {
			c.Ranker.Weights[i] = weight(i)
		}
		if _, err := ParseCalibration(c.AppendBinary(nil)); !errors.Is(err, pack.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c := calibration()
	c.Ranker.NIL = -3e38
	if _, err := ParseCalibration(c.AppendBinary(nil)); !errors.Is(err, pack.ErrCorrupt) {
		t.Errorf("NIL: %v", err)
	}
}

// resting returns a row that is evidence of a kind.
func resting(e Evidence) *Candidate {
	c := &Candidate{Stage: StageHamming}
	switch e {
	case ExactPrimary, ExactOther:
		c.Stage, c.Features[Normalized] = StageExact, 1
	case NormalizedPrimary, NormalizedOther:
		c.Stage, c.Features[Normalized] = StageNormalized, 1
	case LooselySame:
		c.Features[Normalized] = looselySame
	case Abbreviation:
		c.Features[Acronym] = 0.5
	}
	c.Features[NotPrimary] = bit(e == ExactOther || e == NormalizedOther)
	return c
}

func TestApply(t *testing.T) {
	c := calibration()
	sigmoid := func(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
	// Both forests say z; half of all is in the list, sigmoid(0.5) was in their worlds.
	has := func(z float64) float64 { return shiftTo(sigmoid(z), sigmoid(0.5), 0.5) }
	odds := func(z float64) float64 { p := has(z) * sigmoid(z); return math.Log(p / (1 - p)) }
	sure := 0.98 * sigmoid(0.5*odds(1)+0.1*math.Log(8)-0.2*math.Log(9)+0.2)
	near := 0.9 * sigmoid(1.2*odds(3)+0.7) // of names that are alike the forests say 3
	for _, tt := range []struct {
		what, namespace string
		evidence        Evidence
		p, want         []float64 // NIL last
	}{
		{"one and a rival", "A", ExactPrimary, []float64{0.8, 0.1, 0.1}, []float64{sure, has(1) - sure, 1 - has(1)}},
		{"equal ones", "A", ExactPrimary, []float64{0.4, 0.4, 0.1, 0.1}, []float64{sure / 2, sure / 2, has(1) - sure, 1 - has(1)}},
		{"no NIL any more", "A", Near, []float64{0.4, 0.05, 0.55}, []float64{near, has(3) - near, 1 - has(3)}},
		{"no rival", "A", Near, []float64{0.4, 0.6}, []float64{near, 1 - near}},
		{"as the ranker says", "X", Near, []float64{0.4, 0.35, 0.25}, []float64{0.4, 0.35, 0.25}},
	} {
		last := len(tt.p) - 1
		got := slices.Clone(tt.p)
		got[last] = apply(c, tt.namespace, tt.evidence, 0, got[:last], got[last])
		for i := range got {
			if !(math.Abs(got[i]-tt.want[i]) < 1e-4) {
				t.Errorf("%s: %v, want %v", tt.what, got, tt.want)
				break
			}
		}
	}
}

// apply applies c to an answer that rests on a kind of evidence.
func apply(c *Calibration, namespace string, e Evidence, share float64, p []float64, pNIL float64) float64 {
	cs := []Candidate{*resting(e)}
	for len(cs) < len(p) {
		cs = append(cs, Candidate{Stage: StagePart})
	}
	x := c.Inputs(cs, p, pNIL)
	var shifts []float64
	if share > 0 {
		shifts = slices.Repeat([]float64{c.Forests.Towards(share)}, int(NumStrata))
	}
	none, _ := c.Apply(namespace, cs, &x, shifts, p, pNIL)
	return none
}

// TestApplyNamesakes requires entities that share the mention as a name to share its probability, whatever the ranker
// gives to NIL, as far as they are not a fiftieth as likely.
func TestApplyNamesakes(t *testing.T) {
	c := calibration()
	cs := []Candidate{*resting(ExactPrimary), *resting(ExactOther), *resting(Near), *resting(ExactOther)}
	p := []float64{0.2, 0.05, 0.04, 0.001}
	x := c.Inputs(cs, p, 0.709)
	odds, _ := c.Forests.Logit(&x, c.Forests.Towards(c.listShare("A")))
	top := c.scaling("A", ExactPrimary).Top(odds, &x)
	pNIL, _ := c.Apply("A", cs, &x, nil, p, 0.709)
	if !(math.Abs(p[0]-top*16/17) < 1e-6) || !(math.Abs(p[1]-top/17) < 1e-6) || p[3] > 0.01 || !(math.Abs(p[0]+p[1]+p[2]+p[3]+pNIL-1) < 1e-6) {
		t.Errorf("%v and NIL %v, want %v for the first two together", p, pNIL, top)
	}
}

// TestApplyKeeps requires of any probabilities and shares that they still come to 1 and keep the order of entities.
func TestApplyKeeps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	c := calibration()
	for range 20000 {
		p := make([]float64, 2+rng.IntN(5))
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
		slices.SortFunc(p, func(a, b float64) int { return cmp.Compare(b, a) })
		before := slices.Clone(p)
		after := apply(c, "A", Evidence(rng.IntN(int(NumEvidence))), []float64{0, 0.001, 0.3, 0.999}[rng.IntN(4)], p, pNIL)
		sum = after
		for i, x := range p {
			sum += x
			if !(x >= 0 && x <= 1) || i > 0 && (x > p[i-1] || before[i] == before[i-1] && math.Abs(x-p[i-1]) > 1e-12) {
				t.Fatalf("%v becomes %v", before, p)
			}
		}
		if math.Abs(sum-1) > 1e-6 || !(after >= 0) {
			t.Fatalf("%v and NIL %v become %v and %v, %v in sum", before, pNIL, p, after, sum)
		}
	}
}

func FuzzParseCalibration(f *testing.F) {
	f.Add(calibration().AppendBinary(nil))
	f.Add(new(Calibration).AppendBinary(nil))
	f.Add([]byte{calibrationVersion, 0, 0, 0, 0, 0})
	f.Add([]byte{3, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseCalibration(data)
		if err != nil {
			return
		}
		p := []float64{0.5, 0.2, 0.2}
		pNIL := apply(c, "MESH", Near, 0.5, p, 0.1)
		if sum := p[0] + p[1] + p[2] + pNIL; !(math.Abs(sum-1) < 1e-6) || p[1] > p[0] || p[2] > p[1] {
			t.Errorf("%+v makes %v and %v", c.Scalings, p, pNIL)
		}
	})
}
