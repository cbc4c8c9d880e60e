package eval

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/score"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/core"
	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/train/data"
)

const dim = 64

// flat returns weights that give every text the same vector: distances are all
// equal, and so entities rank by their first row.
func flat() *encoder.Weights {
	w := &encoder.Weights{Rows: 256, Dim: dim, Gain: make([]float32, dim), Bias: make([]float32, dim), B2: make([]float32, dim)}
	w.Table = encoder.Quantize(make([]float32, w.Rows*dim), 127, 0)
	for i := range w.Bias {
		w.Gain[i], w.Bias[i] = 0, 1
	}
	return w
}

// random returns weights that give different texts different vectors.
func random() *encoder.Weights {
	w := flat()
	rng := rand.New(rand.NewPCG(1, 2))
	table := make([]float32, w.Rows*dim)
	for i := range table {
		table[i] = float32(rng.NormFloat64())
	}
	w.Table = encoder.Quantize(table, 127, 0)
	for i := range w.Gain {
		w.Gain[i], w.Bias[i] = 1, 0
	}
	return w
}

// The names of the pack, ordered by compact form as packs are. The entity is the
// index into ids.
var (
	ids  = []string{"C:3", "G:1", "G:2", "bare"}
	rows = []struct {
		name   string
		entity uint32
	}{{"aspirin", 0}, {"forkhead box P2", 1}, {"FOXP1", 2}, {"FOXP2", 1}, {"zinc", 3}}
)

func normalizer(t *testing.T, w *encoder.Weights) *core.Normalizer {
	t.Helper()
	return normalizerOf(t, w, []string{""}, make([]uint16, len(ids)))
}

// normalizerOf returns one whose entities are in namespaces.
func normalizerOf(t *testing.T, w *encoder.Weights, namespaces []string, of []uint16) *core.Normalizer {
	t.Helper()
	c := &pack.Contents{IDs: pack.NewStrings(ids), Namespaces: namespaces, EntityNamespace: of,
		Prior: make([]uint8, len(ids)), PrimaryRow: []uint32{0, 3, 2, 4}, Bits: dim}
	var list []string
	enc, err := encoder.New(w)
	check(t, err)
	head := &binarize.Head{Bits: dim, Dim: dim, T: make([]float32, dim), Method: "ht"}
	for i, r := range rows {
		list = append(list, r.name)
		c.RowEntity = append(c.RowEntity, r.entity)
		kind := pack.KindPrimary
		if c.PrimaryRow[r.entity] != uint32(i) {
			kind = pack.KindAlias
		}
		c.RowKind = append(c.RowKind, kind)
		c.Codes = append(c.Codes, head.Encode(nil, enc.Encode(nil, r.name))...)
	}
	c.Names = pack.NewStrings(list)
	c.Words = names.CountWords(c.Names.Range(0, len(rows)), len(rows), nil)
	c.Encoder, err = w.AppendBinary(nil)
	check(t, err)
	c.Head, err = head.AppendBinary(nil)
	check(t, err)
	ranker := score.Ranker{NIL: 8.5}
	for f, w := range map[score.Feature]float32{score.Cosine: 12, score.Normalized: 5, score.Trigram: 2, score.MentionIn: 3, score.NameIn: 3, score.Prior: 4} {
		ranker.Weights[f] = w
	}
	c.Calibration = (&score.Calibration{Ranker: ranker, Trust: 0.75}).AppendBinary(nil)
	n, err := core.New(c)
	check(t, err)
	return n
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// queries: eight occurrences, six pairs.
var queries = []data.Query{
	{Mention: "FOXP2", Gold: []string{"G:1"}},
	{Mention: "FOXP2", Gold: []string{"G:1"}},
	{Mention: "FOXP2", Gold: []string{"1"}}, // another pair, the same entity
	{Mention: "fox-p1", Gold: []string{"none", "G:2"}},
	{Mention: "fox-p1", Gold: []string{"G:2", "none"}}, // the same pair
	{Mention: "aspirin", Gold: []string{"3"}},
	{Mention: "zinc", Gold: []string{"X:bare"}},
	{Mention: "aspirin", Gold: []string{"C:99"}}, // not in the pack
}

func TestHitsByHand(t *testing.T) {
	// With the flat encoder the order is C:3, G:1, G:2, bare for every mention:
	// aspirin is found at 1; FOXP2 and fox-p1 by 3; zinc at 4.
	want := Result{
		Queries: 8, Unique: 6, WithoutEntity: 1,
		Hits:       Hits{1. / 8, 6. / 8, 7. / 8, 7. / 8, 7. / 8},
		HitsUnique: Hits{1. / 6, 4. / 6, 5. / 6, 5. / 6, 5. / 6},
	}
	n := normalizer(t, flat())
	for _, stage := range []string{Hamming, Float} {
		got, err := Run(context.Background(), n, queries, nil, Options{Stage: stage}, nil)
		check(t, err)
		if (got.Latency != nil) != (stage == Hamming) {
			t.Errorf("%s: latency %v", stage, got.Latency)
		}
		got.Latency, want.Stage = nil, stage
		if !reflect.DeepEqual(*got, want) {
			t.Errorf("%s: %+v\nwant %+v", stage, *got, want)
		}
	}
}

func TestFull(t *testing.T) {
	unlinked := []data.Query{{Mention: "?!", Gold: []string{"-1"}}, {Mention: "qqqqqq", Gold: []string{"-1"}}, {Mention: "?!", Gold: []string{"-1"}}}
	got, err := Run(context.Background(), normalizer(t, random()), queries, unlinked, Options{}, nil)
	check(t, err)
	// Every mention has a name of its normalized form, so all but C:99 are hits.
	if h := (Hits{7. / 8, 7. / 8, 7. / 8, 7. / 8, 7. / 8}); got.Hits != h {
		t.Errorf("hits %v, want %v", got.Hits, h)
	}
	if s := map[string]float64{"exact": 6. / 8, "normalized": 2. / 8}; !maps.Equal(got.StageShare, s) {
		t.Errorf("stages %v, want %v", got.StageShare, s)
	}
	if got.NIL == nil || got.NIL.AUPRC != 1 || got.NIL.Recall != 1 || got.Unlinked != 3 {
		t.Errorf("NIL %+v of %d: both texts are unlike any name", got.NIL, got.Unlinked)
	}
	if got.ECE == nil || *got.ECE < 0 || *got.ECE > 1 {
		t.Errorf("ECE %v", got.ECE)
	}
	if got.Latency == nil || got.Latency.P50 <= 0 || got.Latency.P99 < got.Latency.P50 {
		t.Errorf("latency %+v", got.Latency)
	}
}

// TestNamespaces looks for the entities of one namespace. With the flat encoder G:1
// comes before G:2 in both stages, C:3 and bare are not looked for.
func TestNamespaces(t *testing.T) {
	n := normalizerOf(t, flat(), []string{"", "C", "G"}, []uint16{1, 2, 2, 0})
	for _, stage := range []string{Full, Hamming, Float} {
		got, err := Run(context.Background(), n, queries, nil, Options{Stage: stage, Namespaces: []string{"G"}}, nil)
		check(t, err)
		if got.Hits.At64 != 5./8 || stage != Full && got.Hits.At1 != 3./8 {
			t.Errorf("%s: hits %v", stage, got.Hits)
		}
	}
	if _, err := Run(context.Background(), n, queries, nil, Options{Namespaces: []string{"X"}}, nil); !errors.Is(err, core.ErrNamespace) {
		t.Errorf("an unknown namespace: %v", err)
	}
}

// TestFloatScan compares the ranking with one sorted from scratch.
func TestFloatScan(t *testing.T) {
	n := normalizer(t, random())
	r := &run{ctx: context.Background(), n: n, progress: func(string, int, int) {}}
	mentions := []string{"FOXP2", "foxp", "forkhead", "zinc", "", "aspirine"}
	got, err := r.float(mentions)
	check(t, err)
	for i, m := range mentions {
		order := []int{0, 1, 2, 3, 4}
		cosine := func(row int) float32 { return f32.Dot(n.Vector(nil, rows[row].name), n.Vector(nil, m)) }
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(cosine(b), cosine(a)) })
		var want []int32
		for _, row := range order {
			if e := int32(rows[row].entity); !slices.Contains(want, e) {
				want = append(want, e)
			}
		}
		if !slices.Equal(got[i], want) {
			t.Errorf("%q: %v, want %v", m, got[i], want)
		}
	}
}

// TestOffer fills the list beyond its limit.
func TestOffer(t *testing.T) {
	const n = 3 * maxRank
	s := &scan{cosine: make([]float32, n), row: make([]int32, n)}
	rng := rand.New(rand.NewPCG(3, 4))
	all := make([]int32, n)
	for e := range all {
		all[e], s.cosine[e], s.row[e] = int32(e), float32(rng.IntN(20)), int32(n-e)
	}
	for _, e := range all {
		s.offer(e)
	}
	slices.SortFunc(all, s.compare)
	if !slices.Equal(s.top, all[:maxRank]) {
		t.Errorf("%v\nwant %v", s.top, all[:maxRank])
	}
}

func TestResolver(t *testing.T) {
	r := NewResolver(&pack.Contents{IDs: pack.NewStrings([]string{"A:1", "A:2", "B:1", "x"})})
	for _, c := range []struct {
		gold string
		want []int32
	}{
		{"A:1", []int32{0}}, {"1", []int32{0, 2}}, {"2", []int32{1}}, {"C:1", nil}, {"x", []int32{3}},
		{"A:x", []int32{3}}, {"A:2|B:1", []int32{1, 2}}, {"", nil}, {"y", nil}, {"A:", nil},
	} {
		if got := r.Entities(strings.Split(c.gold, "|")); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.gold, got, c.want)
		}
	}
	same := NewResolver(&pack.Contents{IDs: pack.NewStrings([]string{"A:1", "A:2", "B:1", "C:1"}), Same: []uint32{0, 1, 0, 0}})
	for gold, want := range map[string][]int32{"A:2": {1}, "B:1": {0, 2, 3}, "A:1": {0, 2, 3}} {
		if got := slices.Compact(slices.Sorted(slices.Values(same.Entities([]string{gold})))); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v, the same thing", gold, got, want)
		}
	}
}

func TestJSON(t *testing.T) {
	ece := 0.5
	hits := `{"1":0.25,"3":0.5,"5":0.5,"10":1,"64":1}`
	h := Hits{0.25, 0.5, 0.5, 1, 1}
	for _, c := range []struct {
		res  Result
		want string
	}{
		{Result{Stage: Float, Queries: 4, Unique: 2, Hits: h, HitsUnique: h},
			`{"queries":4,"unique":2,"hits":` + hits + `,"hits_unique":` + hits + `}`},
		{Result{Queries: 4, Unique: 2, Hits: h, HitsUnique: h, StageShare: map[string]float64{"normalized": 2, "hamming": 3, "exact": 1}, NIL: &NIL{1, 2, 3, 4, 5}, ECE: &ece, Latency: &Latency{6, 7}},
			`{"queries":4,"unique":2,"hits":` + hits + `,"hits_unique":` + hits + `,"stage_share":{"exact":1,"hamming":3,"normalized":2},` +
				`"nil":{"auprc":1,"precision":2,"recall":3,"f1":4,"threshold":5},"ece":0.5,"latency_us":{"p50":6,"p99":7}}`},
	} {
		got, err := json.Marshal(&c.res)
		check(t, err)
		if string(got) != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	n := normalizer(t, flat())
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx      context.Context
		queries  []data.Query
		unlinked []data.Query
		stage    string
		want     string
	}{
		{context.Background(), nil, nil, Full, "no queries"},
		{context.Background(), queries, nil, "fast", `no stage "fast"`},
		{context.Background(), queries, queries, Float, "unlinked queries go with"},
		{cancelled, queries, nil, Full, "canceled"},
		{cancelled, queries, nil, Hamming, "canceled"},
		{cancelled, queries, nil, Float, "canceled"},
	} {
		if _, err := Run(c.ctx, n, c.queries, c.unlinked, Options{Stage: c.stage}, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("stage %s: %v, want %q", c.stage, err, c.want)
		}
	}
	if _, err := Run(context.Background(), n, queries, nil, Options{Protocol: "strange"}, nil); err == nil || !strings.Contains(err.Error(), `no protocol "strange"`) {
		t.Error(err)
	}
}

func TestAveragePrecision(t *testing.T) {
	for _, c := range []struct {
		scores   string
		unlinked string // 1 for an unlinked query
		want     float64
	}{
		{"9 8 7 6", "1 1 0 0", 1},
		{"9 8 7 6", "0 0 1 1", (1./3 + 2./4) / 2},
		{"9 8 7 6", "1 0 1 0", (1. + 2./3) / 2},
		{"6 7 8 9", "0 1 0 1", (1. + 2./3) / 2}, // the order given does not matter
		{"5 5 5 5", "1 0 0 1", 0.5},             // one step: precision 2/4
		{"9 5 5", "1 1 0", (1. + 2./3) / 2},
		{"1 2", "0 0", 0},
	} {
		var ds []decision
		not := strings.Fields(c.unlinked)
		for i, s := range strings.Fields(c.scores) {
			var d decision
			fmt.Sscan(s, &d.score)
			d.unlinked, d.count = not[i] == "1", 1
			ds = append(ds, d)
		}
		if got := averagePrecision(ds); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s / %s: %v, want %v", c.scores, c.unlinked, got, c.want)
		}
	}
	// Two of three at the top: precision 2/3 for two thirds of the recall, then 3/4.
	counted := []decision{{score: 2, unlinked: true, count: 2}, {score: 2, count: 1}, {score: 1, unlinked: true, count: 1}}
	if got, want := averagePrecision(counted), (2*2./3+3./4)/3; math.Abs(got-want) > 1e-12 {
		t.Errorf("counts: %v, want %v", got, want)
	}
}

func TestNILScores(t *testing.T) {
	got := nilScores([]decision{
		{score: 0.9, calledNIL: true, unlinked: true, count: 3},
		{score: 0.8, calledNIL: true, count: 1},
		{score: 0.1, unlinked: true, count: 2},
		{score: 0.05, count: 4},
	})
	want := NIL{AUPRC: (3*1 + 2*5./6) / 5, Precision: 3. / 4, Recall: 3. / 5, F1: 2 * 3. / 9}
	if math.Abs(got.AUPRC-want.AUPRC) > 1e-12 || got.Precision != want.Precision || got.Recall != want.Recall || got.F1 != want.F1 {
		t.Errorf("%+v, want %+v", *got, want)
	}
}

func TestCalibrationError(t *testing.T) {
	for _, c := range []struct {
		ps   []Prediction
		want float64
	}{
		{[]Prediction{{1, true, 1}, {0, false, 1}}, 0},
		{[]Prediction{{1, false, 1}}, 1},
		// Bin [0.8, 0.9): mean p 0.85, 1 of 2 right. Bin [0.2, 0.3): 0.25, none of 2.
		{[]Prediction{{0.80, true, 1}, {0.89, false, 1}, {0.25, false, 2}}, 0.5*(0.845-0.5) + 0.5*0.25},
		{[]Prediction{{0.75, true, 3}, {0.75, false, 1}}, 0},
	} {
		if got := CalibrationError(c.ps); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v: %v, want %v", c.ps, got, c.want)
		}
	}
}

// TestChanceError requires what is certain to have no error by chance, and what is not less of it the
// more different mentions say so.
func TestChanceError(t *testing.T) {
	if got := chanceError([]Prediction{{1, false, 3}, {0, true, 5}}); got != 0 {
		t.Errorf("%v of certain ones", got)
	}
	one := chanceError([]Prediction{{0.5, true, 100}}) // right or wrong together
	if math.Abs(one-0.5) > 1e-9 {
		t.Errorf("%v of one mention, want 0.5", one)
	}
	many := make([]Prediction, 400)
	for i := range many {
		many[i] = Prediction{0.5, false, 1}
	}
	// The mean distance of a share from 0.5 is sqrt(2/pi) times its deviation, 0.5/sqrt(400).
	if got := chanceError(many); math.Abs(got-0.0199) > 0.003 {
		t.Errorf("%v of 400 mentions, want about 0.0199", got)
	}
}

func TestLatency(t *testing.T) {
	var ns []float64
	for i := range 200 {
		ns = append(ns, float64(200-i)*1000)
	}
	if got := *latency(ns); got != (Latency{100, 198}) {
		t.Errorf("%+v, want 100 and 198", got)
	}
	if got := *latency([]float64{5000}); got != (Latency{5, 5}) {
		t.Errorf("%+v of one", got)
	}
}
