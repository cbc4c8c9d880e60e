package tag

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/normlet/normlet/internal/wire"
)

// TestBounds has taggers at the ends of what a payload may say, and just beyond.
func TestBounds(t *testing.T) {
	for _, tt := range []struct {
		name         string
		bits, models int
		change       func(m *Model)
		ok           bool
	}{
		{"few bits", minBits, 2, nil, true},
		{"too few bits", minBits - 1, 2, nil, false},
		{"many bits", maxBits, 1, nil, true},
		{"too many bits", maxBits + 1, 1, nil, false},
		{"no model", minBits, 0, nil, false},
		{"one model", minBits, 1, nil, true},
		{"many models", minBits, maxModels, nil, true},
		{"too many models", minBits, maxModels + 1, nil, false},
		{"no number", minBits, 1, func(m *Model) { m.Offset = float32(math.NaN()) }, false},
		{"infinite", minBits, 1, func(m *Model) { m.Slope = float32(math.Inf(-1)) }, false},
		{"the last weight", minBits, 1, func(m *Model) { m.Weights[len(m.Weights)-1] = 1 }, true},
		{"a weight too many", minBits, 1, func(m *Model) { m.Weights = append(m.Weights, 1) }, false},
		{"all weights", minBits, 1, func(m *Model) {
			for i := range m.Weights {
				m.Weights[i] = -1
			}
		}, true},
	} {
		models := make([]Model, tt.models)
		for i := range models {
			models[i] = Model{Type: "T", Namespaces: both, Offset: 1, Weights: make([]int8, 2<<tt.bits)}
		}
		if tt.change != nil {
			tt.change(&models[0])
		}
		bits, back, err := ParseModels(AppendBinary(nil, tt.bits, models))
		if (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err != nil && (bits != 0 || back != nil) || err == nil && (bits != tt.bits || len(back) != tt.models) {
			t.Errorf("%s: %d bits, %d models, %v", tt.name, bits, len(back), err)
		}
	}
}

// TestPayloadNumbers has weights of steps that the payload cannot hold, and a version that is not ours.
func TestPayloadNumbers(t *testing.T) {
	bits, models := small()
	models[0].Step[Outside] = [Labels]int32{math.MaxInt16 + 1, math.MinInt16 - 1, math.MinInt16}
	b := AppendBinary(nil, bits, models)
	_, back, err := ParseModels(b)
	if err != nil || back[0].Step[Outside] != [Labels]int32{math.MaxInt16, math.MinInt16, math.MinInt16} {
		t.Errorf("%v, %v", back, err)
	}
	if m := back[1]; m.Step != models[1].Step || m.Offset != -1 || m.Slope != 0.5 || m.Weights[3] != 7 || m.Weights[len(m.Weights)-1] != -9 {
		t.Errorf("%v", m)
	}
	b[0]++
	var of *wire.VersionError
	if bits, _, err := ParseModels(b); !errors.As(err, &of) || bits != 0 {
		t.Errorf("another version: %v", err)
	}
	if _, _, err := ParseModels(append(AppendBinary(nil, bits, models), 0)); err == nil {
		t.Error("a byte behind the tagger is part of it")
	}
}

// score is what labels of tokens are worth, less than any if inside follows outside.
func score(labels []uint8, scores []int32, step *[Labels][Labels]int32) (sum int32) {
	before := uint8(Outside)
	for i, l := range labels {
		if l == Inside && before == Outside {
			return impossible
		}
		sum += step[before][l]
		if l != Outside {
			sum += scores[2*i+int(l)-1]
		}
		before = l
	}
	return sum
}

// TestBestOfAll compares Best with all labels that there are, for few tokens.
func TestBestOfAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var p Path
	for round := range 300 {
		n := 1 + round%6
		scores := make([]int32, 2*n)
		for i := range scores {
			scores[i] = int32(rng.IntN(61) - 30)
		}
		var step [Labels][Labels]int32
		for a := range step {
			for b := range step[a] {
				step[a][b] = int32(rng.IntN(41) - 20)
			}
		}
		most := int32(impossible)
		for number := range int(math.Pow(Labels, float64(n))) {
			labels := make([]uint8, n)
			for i := range labels {
				labels[i], number = uint8(number%Labels), number/Labels
			}
			most = max(most, score(labels, scores, &step))
		}
		if got := score(p.Best(scores, 2, n, &step), scores, &step); got != most {
			t.Fatalf("%v, steps %v: %d, want %d", scores, step, got, most)
		}
		own := make([]uint8, n+1) // the last token is outside
		own[0] = Begin
		for i := 1; i < n; i++ {
			own[i] = Inside
		}
		last := Inside
		if n == 1 {
			last = Begin
		}
		want := score(own, append(scores, 0, 0), &step) - score(make([]uint8, n+1), append(scores, 0, 0), &step)
		if got := Margin(scores, 2, 0, n, &step) + step[last][Outside] - step[Outside][Outside]; got != want {
			t.Fatalf("%v, steps %v: margin %d, want %d", scores, step, got, want)
		}
	}
}
