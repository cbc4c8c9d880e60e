package experiment

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/internal/core/engine"
	"github.com/normlet/normlet/internal/f32"
	"github.com/normlet/normlet/lab/internal/experiment/sentence"
	"github.com/normlet/normlet/train/eval"
)

// packNames returns the names of the small pack, with its queries.
func packNames(t *testing.T) *nameVectors {
	t.Helper()
	o := small()
	x, err := newNames(context.Background(), o.Pack, Corpus{"genes", packTerminology(o.Pack), o.Queries})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestNames: hits are those that package eval finds, by vectors and by the codes of
// the pack, which a terminology taken out of the pack gives again.
func TestNames(t *testing.T) {
	ctx, o, x := context.Background(), small(), packNames(t)
	content := engine.Of(o.Pack).Contents()
	h, err := binarize.ParseHead(content.Head)
	if err != nil {
		t.Fatal(err)
	}
	c, err := x.encode(ctx, h)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.codes, content.Codes) {
		t.Error("the codes are not those of the pack")
	}
	hamming, err := x.hits(ctx, c.near(shortlist, nil))
	if err != nil {
		t.Fatal(err)
	}
	for stage, got := range map[string]shares{eval.Float: x.float, eval.Hamming: hamming} {
		r, err := eval.Run(ctx, o.Pack, o.Queries, nil, eval.Options{Stage: stage}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []float64{r.Hits.At1, r.Hits.At10, r.Hits.At64} {
			if math.Abs(got[i]-want) > 1e-9 {
				t.Errorf("%s: hits at %d are %v, eval says %v", stage, depths[i], got[i], want)
			}
		}
	}
	if r := x.retention(x.float); math.Abs(r-1) > 1e-12 {
		t.Errorf("floats keep %v of their own hits", r)
	}
}

// TestScores: what is finer than bits comes closer to the cosine.
func TestScores(t *testing.T) {
	x := packNames(t)
	h, err := head(context.Background(), fit.RandomProjection, x.rows, fit.Config{Bits: 512, Orthogonal: true})
	if err != nil {
		t.Fatal(err)
	}
	c, err := x.encode(context.Background(), h)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := c.decoded()
	if err != nil {
		t.Fatal(err)
	}
	var cosine []float64
	score := c.cosine(0)
	for row := range x.rows.Len() {
		cosine = append(cosine, float64(score(row)))
	}
	for _, s := range []struct {
		name  string
		score func(mention int) func(row int) float32
		least float64
	}{{"int8", c.int8(), 0.9999}, {"asymmetric", c.asymmetric, 0.9}, {"levels", c.levels(), 0.9}, {"decoded", decoded, 0.9}, {"estimate", c.estimate(), 0.9}} {
		var got []float64
		score := s.score(0)
		for row := range x.rows.Len() {
			got = append(got, float64(score(row)))
		}
		if r := correlation(cosine, got); r < s.least {
			t.Errorf("%s: correlation with the cosine %v, want at least %v", s.name, r, s.least)
		}
	}
}

func correlation(a, b []float64) float64 {
	var ma, mb, ab, aa, bb float64
	for i := range a {
		ma, mb = ma+a[i]/float64(len(a)), mb+b[i]/float64(len(a))
	}
	for i := range a {
		ab, aa, bb = ab+(a[i]-ma)*(b[i]-mb), aa+(a[i]-ma)*(a[i]-ma), bb+(b[i]-mb)*(b[i]-mb)
	}
	return ab / math.Sqrt(aa*bb)
}

func TestRanked(t *testing.T) {
	if got, want := ranked([]float64{3, -1, 3, 7, 3}), []float64{2, 0, 2, 4, 2}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestParaphrases: three are paraphrases; two of the three called so are.
func TestParaphrases(t *testing.T) {
	pairs := []sentence.Pair{{Score: 1}, {Score: 1}, {Score: 1}, {Score: 0}, {Score: 0}}
	got := paraphrases(pairs, []float64{0.9, 0.8, 0.5, 0.7, 0.1}, 0.5)
	if want := [2]float64{3. / 5, 4. / 6}; got != want {
		t.Errorf("accuracy and F1 %v, want %v", got, want)
	}
	if got := paraphrases(pairs[3:], []float64{0, 0}, 0.5); got != [2]float64{1, 0} {
		t.Errorf("nothing called so: %v", got)
	}
}

// TestAngles: codes of many random bits tell the cosine of unit vectors.
func TestAngles(t *testing.T) {
	o := small()
	s, err := newSentences(o, sentence.Poolings()[1])
	if err != nil {
		t.Fatal(err)
	}
	h, err := head(context.Background(), fit.RandomProjection, s.fitted, fit.Config{Bits: 1024, Orthogonal: true, Cut: fit.CutValue})
	if err != nil {
		t.Fatal(err)
	}
	v := s.test[0]
	angle, share := angles(h)(v), hammings(h)(v)
	for i := range len(s.sets[0].Test) {
		cosine := float64(f32.Dot(v.Row(2*i), v.Row(2*i+1)))
		if math.Abs(angle(i)-cosine) > 0.16 || math.Abs(share(i)-(1-math.Acos(cosine)/math.Pi)) > 0.06 {
			t.Errorf("pair %d: cosine %v, angle %v, share %v", i, cosine, angle(i), share(i))
		}
	}
	same := s.agree(func(fit.Vectors) func(int) float64 {
		return func(i int) float64 { return s.sets[0].Test[i].Score }
	})
	if r := same[0]; math.Abs(r[0]-1) > 1e-12 || math.Abs(r[1]-1) > 1e-12 {
		t.Errorf("the grades agree with themselves by %v", r)
	}
}

func TestBitsOf(t *testing.T) {
	for _, c := range []struct {
		method string
		dim    int
		want   []int
	}{
		{fit.HardThreshold, 100, []int{128}}, {fit.HardThreshold, 64, []int{64}}, {fit.PCA, 100, []int{64}},
		{fit.ITQ, 128, []int{64, 128}}, {fit.AutoencoderSP, 100, []int{64, 128, 256}},
	} {
		if got := bitsOf(c.method, []int{64, 128, 256}, c.dim); !slices.Equal(got, c.want) {
			t.Errorf("%s of %d dimensions: %v, want %v", c.method, c.dim, got, c.want)
		}
	}
}

func TestBeats(t *testing.T) {
	g := grid{}
	for _, v := range []struct {
		method string
		bits   int
		v      float64
	}{{fit.AutoencoderSP, 64, 0.1}, {fit.PCA, 64, 0.5}, {fit.AutoencoderSP, 128, 0.75}, {fit.PCA, 128, 0.75}} {
		g.set(v.method, v.bits, v.v)
	}
	if f := g.beats("here"); f.Verdict != reached || f.Evidence != "no worse at 128 bits: 0.7500, pca 0.7500" {
		t.Errorf("%+v", f)
	}
	g.set(fit.Autoencoder, 128, 0.8)
	if f := g.beats("here"); f.Verdict != notReached || f.Evidence != "worse at 128 bits: 0.7500, ae 0.8000" {
		t.Errorf("%+v", f)
	}
}

func TestTop(t *testing.T) {
	best := newTop()
	for i := range 100 {
		best.offer(float32(i * 37 % 100))
	}
	for i, v := range best {
		if v != float32(90+i) {
			t.Fatalf("%v, want 90 to 99", best)
		}
	}
}

// TestHTML: the page holds what results say, escaped, and no address.
func TestHTML(t *testing.T) {
	r := &Result{Name: "n", Title: "T <b>", Setting: []string{"s & t."}, Findings: []Finding{{"c", reached, "e"}, {"d", "odd", "f"}},
		Figures: []Figure{{Name: "f", Title: "F"}, {Name: "none", Title: "undrawn"}}, Run: &RunInfo{Command: "do it"}}
	table := Table{Title: "A", Columns: []string{"x", "y"}}
	table.add("a<b", 1.0)
	long := Table{Title: "long", Columns: []string{"x"}}
	for i := range shownRows + 1 {
		long.add(i)
	}
	r.Tables = []Table{table, long, {Title: "empty", Columns: []string{"z"}}}
	page, err := HTML([]*Result{r}, func(_ *Result, f *Figure) ([]byte, error) {
		if f.Name == "none" {
			return nil, nil
		}
		return []byte("<?xml version=\"1.0\"?>\n<!-- c -->\n<svg width=\"9\"\n\txmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><g/></svg>\n"), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"T &lt;b&gt;", "s &amp; t.", `<span class="verdict good">reached</span>: c`, `<span class="verdict open">odd`, `<td class="text">a&lt;b</td><td class="number">1.0000</td>`,
		`<svg width="9" viewBox="0 0 1 1"><g/></svg>`, "undrawn: not drawn", "do it", "<h3>A</h3>", "<details><summary>long (13 rows)</summary>", "<h3>empty</h3>"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("no %q in the page:\n%s", want, page)
		}
	}
	for _, never := range []string{"http", "<?xml", "src=", "ZgotmplZ"} {
		if strings.Contains(string(page), never) {
			t.Errorf("%q is in the page", never)
		}
	}
}
