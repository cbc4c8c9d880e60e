package fit

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/internal/testfull"
)

// configs are settings every method can take for vectors of 64 elements.
func configs() map[string]Config {
	return map[string]Config{
		"default":    {Bits: 64},
		"sampled":    {Bits: 64, Sample: 200, Seed: 3, Iterations: 3, Epochs: 3},
		"median":     {Bits: 64, Cut: CutMedian, Iterations: 3, Epochs: 3},
		"value":      {Bits: 64, Cut: CutValue, Value: 0.1, Iterations: 3, Epochs: 3},
		"gaussian":   {Bits: 64, Gaussian: true, Iterations: 3, Epochs: 3},
		"orthogonal": {Bits: 64, Orthogonal: true, Iterations: 3, Epochs: 3},
		"stochastic": {Bits: 64, Stochastic: true, Iterations: 3, Epochs: 3},
		"random":     {Bits: 64, Start: StartRandom, Triples: TriplesRandom, Iterations: 3, Epochs: 3},
		"from pca":   {Bits: 64, Start: StartPCA, Batch: 64, Iterations: 3, Epochs: 3},
	}
}

// inputs are what each fits.
var inputs = clusters(256, 64, 1)

// fits are of inputs, by method and name of the config, made once.
var fits sync.Map

// each runs the test with every method and config, fitted to inputs.
func each(t *testing.T, test func(t *testing.T, method string, cfg Config, h *binarize.Head, r *Report)) {
	type result struct {
		h   *binarize.Head
		r   *Report
		err error
	}
	for _, method := range Methods() {
		for name, cfg := range configs() {
			t.Run(method+"/"+name, func(t *testing.T) {
				once, _ := fits.LoadOrStore(method+"/"+name, sync.OnceValue(func() result {
					h, r, err := Fit(context.Background(), method, inputs, cfg)
					return result{h, r, err}
				}))
				got := once.(func() result)()
				if got.err != nil {
					t.Fatal(got.err)
				}
				test(t, method, cfg, got.h, got.r)
			})
		}
	}
}

// TestHead: a fitted head is valid and equal to itself when stored and read.
func TestHead(t *testing.T) {
	each(t, func(t *testing.T, method string, cfg Config, h *binarize.Head, _ *Report) {
		if h.Method != method || h.Bits != 64 || h.Dim != 64 {
			t.Errorf("head %q of %d bits, %d dimensions", h.Method, h.Bits, h.Dim)
		}
		data, err := h.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		stored, err := binarize.ParseHead(data)
		if err != nil || !reflect.DeepEqual(stored, h) {
			t.Errorf("the stored head differs from the fitted one: %v", err)
		}
	})
}

// TestSameSeedSameHead fits twice; the vectors stay as they are.
func TestSameSeedSameHead(t *testing.T) {
	before := inputs.clone()
	each(t, func(t *testing.T, method string, cfg Config, h *binarize.Head, r *Report) {
		if !testfull.On() && cfg.Cut != CutMean { // which comes after all that is random
			return
		}
		again, report, err := Fit(context.Background(), method, inputs, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(again, h) || !reflect.DeepEqual(report, r) {
			t.Error("the second fit differs from the first")
		}
		if !slices.Equal(inputs.Data, before.Data) {
			t.Fatal("the vectors changed")
		}
	})
	for _, method := range []string{RandomProjection, ITQ} {
		a, _, _ := Fit(context.Background(), method, inputs, Config{Bits: 64, Seed: 1})
		b, _, _ := Fit(context.Background(), method, inputs, Config{Bits: 64, Seed: 2})
		if reflect.DeepEqual(a, b) {
			t.Errorf("%s: the seed changes nothing", method)
		}
	}
}

// TestReport checks the ranges, and that codes keep more neighbours than chance.
func TestReport(t *testing.T) {
	each(t, func(t *testing.T, method string, cfg Config, h *binarize.Head, r *Report) {
		if r.Method != method || r.Bits != 64 || r.Dim != 64 || r.Vectors != 256 {
			t.Errorf("report for %s %d bits, %d dimensions, %d vectors", r.Method, r.Bits, r.Dim, r.Vectors)
		}
		const chance = 10.0 / 255
		if r.Retention < 10*chance || r.Retention > 1 || r.Asymmetric < r.Retention-0.05 || r.Asymmetric > 1 {
			t.Errorf("retention %v by Hamming distance, %v asymmetric", r.Retention, r.Asymmetric)
		}
		constant, imbalance := bitsOf(h, inputs)
		if cfg.Cut != CutValue && constant != 0 {
			t.Errorf("%d constant bits", constant)
		}
		learned := method == Autoencoder || method == AutoencoderSP
		if learned {
			cfg.Cut = CutMean // does not apply
		}
		most := map[Cut]float64{CutMean: 0.06, CutMedian: 0.001, CutValue: 0.5}[cfg.Cut]
		if method != HardThreshold && cfg.Sample == 0 && imbalance > most {
			t.Errorf("imbalance %v, want at most %v", imbalance, most)
		}
		if hasVariance := r.Variance > 0.99; hasVariance != (method == PCA || method == ITQ || learned && cfg.Start != StartRandom) {
			t.Errorf("variance %v", r.Variance)
		}
		if (r.Loss != nil) != (method == ITQ || learned) {
			t.Errorf("loss %v", r.Loss)
		}
	})
}

// TestMoreBits: longer codes keep more of the neighbourhood.
func TestMoreBits(t *testing.T) {
	x := clusters(600, 96, 1)
	var last float64
	for _, bits := range []int{64, 256, 1024} {
		_, r, err := Fit(context.Background(), RandomProjection, x, Config{Bits: bits})
		if err != nil {
			t.Fatal(err)
		}
		if r.Retention <= last {
			t.Errorf("%d bits: retention %v, not above %v", bits, r.Retention, last)
		}
		last = r.Retention
	}
	if last < 0.8 {
		t.Errorf("1024 bits keep %v of the neighbours", last)
	}
}

// TestCuts checks the thresholds against the projections themselves.
func TestCuts(t *testing.T) {
	x := clusters(401, 64, 2)
	for _, method := range []string{HardThreshold, RandomProjection, PCA, ITQ} {
		for _, c := range []Cut{CutMean, CutMedian, CutValue} {
			h, _, err := Fit(context.Background(), method, x, Config{Bits: 64, Cut: c, Value: 0.25})
			if err != nil {
				t.Fatal(err)
			}
			raw := *h
			raw.T = make([]float32, h.Bits)
			for b := range h.Bits {
				var column []float32
				var sum float64
				for i := range x.Len() {
					p := raw.Project(nil, x.Row(i))[b]
					column = append(column, p)
					sum += float64(p)
				}
				slices.Sort(column)
				want := []float64{sum / 401, float64(column[200]), 0.25}[c]
				if math.Abs(float64(h.T[b])-want) > 1e-5 {
					t.Fatalf("%s, cut %d, bit %d: threshold %v, want %v", method, c, b, h.T[b], want)
				}
			}
		}
	}
}

func TestDefaults(t *testing.T) {
	x := clusters(300, 192, 1)
	for method, bits := range map[string]int{HardThreshold: 192, RandomProjection: 128, PCA: 128, ITQ: 128, Autoencoder: 128, AutoencoderSP: 128} {
		h, _, err := Fit(context.Background(), method, x, Config{Iterations: 2, Epochs: 1})
		if err != nil {
			t.Fatal(err)
		}
		if h.Bits != bits {
			t.Errorf("%s: %d bits, want %d", method, h.Bits, bits)
		}
	}
}

// TestFilledUp: the hard threshold of vectors that do not fill words has the bits
// of their dimensions, and zeros.
func TestFilledUp(t *testing.T) {
	x := clusters(300, 100, 1)
	h, _, err := Fit(context.Background(), HardThreshold, x, Config{})
	if err != nil {
		t.Fatal(err)
	}
	if constant, _ := bitsOf(h, x); h.Bits != 128 || h.Dim != 100 || constant != 28 {
		t.Errorf("%d bits of %d dimensions, %d constant, want 128 of 100, 28", h.Bits, h.Dim, constant)
	}
	for i := range x.Len() {
		proj := h.Project(nil, x.Row(i))
		for b, p := range proj {
			if want := b < 100 && x.Row(i)[b] > h.T[b]; (p > 0) != want {
				t.Fatalf("row %d, bit %d: %v", i, b, p)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	good := clusters(200, 64, 1)
	spoil := func(edit func(x Vectors)) Vectors {
		x := good.clone()
		edit(x)
		return x
	}
	constant := spoil(func(x Vectors) {
		for i := range x.Len() {
			x.Row(i)[7] = 0.5
		}
	})
	tests := []struct {
		name   string
		method string
		x      Vectors
		cfg    Config
		text   string
	}{
		{"method", "lsh", good, Config{}, `unknown method "lsh": want one of ` + strings.Join(Methods(), ", ")},
		{"NaN", RandomProjection, spoil(func(x Vectors) { x.Row(3)[5] = float32(math.NaN()) }), Config{}, "row 3 (counting from 0) has NaN in column 5"},
		{"infinity", PCA, spoil(func(x Vectors) { x.Row(9)[0] = float32(math.Inf(-1)) }), Config{}, "row 9 (counting from 0) has -Inf in column 0"},
		{"zero row", ITQ, spoil(func(x Vectors) { clear(x.Row(4)) }), Config{}, "row 4 (counting from 0) is all zeros"},
		{"no vectors", RandomProjection, Vectors{Dim: 64}, Config{}, "0 vectors"},
		{"one vector", RandomProjection, Vectors{Data: good.Row(0), Dim: 64}, Config{}, "1 vectors"},
		{"all equal", RandomProjection, Vectors{Data: slices.Repeat(good.Row(0), 5), Dim: 64}, Config{}, "all 5 vectors are equal"},
		{"shape", RandomProjection, Vectors{Data: good.Data[:100], Dim: 64}, Config{}, "100 numbers do not make vectors of 64"},
		{"no dimension", RandomProjection, Vectors{}, Config{}, "vectors of 0 elements"},
		{"bits", RandomProjection, good, Config{Bits: 100}, "100 bits: want a multiple of 64"},
		{"too many bits", RandomProjection, good, Config{Bits: 8192}, "from 64 to 4096"},
		{"ht bits", HardThreshold, good, Config{Bits: 128}, "one bit per element, in a code of 64"},
		{"ht constant", HardThreshold, constant, Config{}, "column 7 is 0.5 in every vector"},
		{"pca bits", PCA, good, Config{Bits: 128}, "only as many principal components"},
		{"itq bits", ITQ, good, Config{Bits: 128}, "only as many principal components"},
		{"pca constant", PCA, constant, Config{Bits: 64}, "vary in 63 directions only"},
		{"few vectors", ITQ, Vectors{Data: good.Data[:64*64], Dim: 64}, Config{Bits: 64}, "64 vectors for 64 bits"},
		{"few to learn from", AutoencoderSP, Vectors{Data: good.Data[:64*64], Dim: 64}, Config{Bits: 64}, "64 vectors for 64 bits: an autoencoder needs more"},
		{"ae constant", Autoencoder, constant, Config{Bits: 64}, "vary in 63 directions only"},
		{"ae NaN", Autoencoder, spoil(func(x Vectors) { x.Row(3)[5] = float32(math.NaN()) }), Config{}, "row 3 (counting from 0) has NaN in column 5"},
		{"start", Autoencoder, good, Config{Start: 99}, "unknown start 99"},
		{"signs", Autoencoder, Vectors{Data: good.Data, Dim: 128}, Config{Bits: 64, Start: StartSigns}, "only with at least a bit for each element"},
		{"triples", AutoencoderSP, good, Config{Bits: 64, Triples: 99}, "unknown triples 99"},
		{"cut", RandomProjection, good, Config{Cut: 9}, "unknown cut 9"},
		{"value", RandomProjection, good, Config{Cut: CutValue, Value: float32(math.Inf(1))}, "threshold of bit 0 is +Inf"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h, r, err := Fit(context.Background(), test.method, test.x, test.cfg)
			if err == nil || !strings.Contains(err.Error(), test.text) {
				t.Errorf("error %v, want one with %q", err, test.text)
			}
			if h != nil || r != nil {
				t.Error("a head or a report came with the error")
			}
		})
	}
}

// TestFewVectors: a random projection needs no more than two vectors, so that a
// terminology of any size can be built.
func TestFewVectors(t *testing.T) {
	x := clusters(2, 16, 1)
	_, r, err := Fit(context.Background(), RandomProjection, x, Config{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Retention != 1 {
		t.Errorf("the only neighbour was lost: %v", r.Retention)
	}
}

// TestInputUntouched: fitting and measuring only read the vectors.
func TestMeasure(t *testing.T) {
	x := clusters(300, 64, 1)
	h, r, err := Fit(context.Background(), PCA, x, Config{Bits: 64, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Measure(h, x, 5)
	if err != nil {
		t.Fatal(err)
	}
	got.Variance = r.Variance // known to the fitting alone
	if !reflect.DeepEqual(got, r) {
		t.Errorf("measured alone %+v, by Fit %+v", got, r)
	}
	if _, err := Measure(h, clusters(10, 32, 1), 0); err == nil || !strings.Contains(err.Error(), "32 elements for a head that takes 64") {
		t.Errorf("vectors of another dimension: %v", err)
	}
}

// TestChoose: choose draws without repetition, in order.
func TestChoose(t *testing.T) {
	for _, k := range []int{0, 1, 7, 10, 20} {
		got := choose(newRand(1, streamSample), 10, k)
		if len(got) != min(k, 10) || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
			t.Errorf("%d of 10: %v", k, got)
		}
	}
	a, b := choose(newRand(1, 1), 100, 10), choose(newRand(2, 1), 100, 10)
	if slices.Equal(a, b) {
		t.Error("the seed changes nothing")
	}
}

func BenchmarkFit(b *testing.B) {
	x := clusters(100_000, 128, 1)
	for _, method := range Methods() {
		b.Run(method, func(b *testing.B) {
			var data []byte
			for b.Loop() {
				h, r, err := Fit(context.Background(), method, x, Config{Bits: 128})
				if err != nil {
					b.Fatal(err)
				}
				if data, err = h.AppendBinary(data[:0]); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(r.Retention, "retention@10")
				b.ReportMetric(r.Asymmetric, "asymmetric@10")
			}
			b.ReportMetric(float64(len(data)), "bytes")
		})
	}
}

// TestSample requires a fit to the vectors that Fit looks at to find the head that Fit finds in all.
func TestSample(t *testing.T) {
	x := clusters(900, 64, 3)
	for _, name := range []string{HardThreshold, ITQ, Autoencoder} {
		cfg := Config{Bits: 64, Seed: 5, Sample: 300, Epochs: 2}
		rows, some := Sample(x.Len(), cfg), Vectors{Dim: x.Dim}
		for _, i := range rows {
			some.Data = append(some.Data, x.Row(i)...)
		}
		want, _, err := Fit(context.Background(), name, x, cfg)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Head(context.Background(), name, some, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != 300 || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: another head from the %d rows that it looks at", name, len(rows))
		}
	}
	if n := len(Sample(100, Config{})); n != 100 {
		t.Errorf("%d of 100 vectors", n)
	}
}
