package train

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/core/pack"
	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/train/data"
)

// toy returns n entities of three names that have little in common.
func toy(n int) *data.Terminology {
	t := &data.Terminology{}
	for i := range n {
		t.Entities = append(t.Entities, data.Entity{
			ID: fmt.Sprintf("T:%d", i), Namespace: "T",
			Names: []data.Name{
				{Text: fmt.Sprintf("GEN%d", i*7919%1000), Kind: pack.KindPrimary},
				{Text: fmt.Sprintf("%c%c%c-%d", 'A'+i%26, 'C'+i%11, 'K'+i%13, i), Kind: pack.KindPrimary},
				{Text: fmt.Sprintf("growth factor %d receptor", i*31), Kind: pack.KindPrimary},
			},
		})
	}
	return t
}

// named returns one entity for each list of names.
func named(lists ...[]string) *data.Terminology {
	t := &data.Terminology{}
	for i, list := range lists {
		e := data.Entity{ID: fmt.Sprintf("N:%d", i), Namespace: "N"}
		for _, name := range list {
			e.Names = append(e.Names, data.Name{Text: name})
		}
		t.Entities = append(t.Entities, e)
	}
	return t
}

func tiny() Config {
	return Config{Rows: 256, Dim: 16, Hidden: 8, Epochs: 2, Batch: 16, Threads: 2, Seed: 1}
}

func trainOn(t *testing.T, cfg Config, terminology *data.Terminology) ([]byte, *Report) {
	t.Helper()
	w, rep, err := Run(t.Context(), cfg, terminology, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := w.AppendBinary(nil) // refuses what is not a finite number
	if err != nil {
		t.Fatal(err)
	}
	return b, rep
}

func TestRunIsReproducible(t *testing.T) {
	first, _ := trainOn(t, tiny(), toy(30))
	again, _ := trainOn(t, tiny(), toy(30))
	if !bytes.Equal(first, again) {
		t.Error("the same seed and threads give other weights")
	}
	other := tiny()
	other.Seed = 2
	if b, _ := trainOn(t, other, toy(30)); bytes.Equal(first, b) {
		t.Error("another seed gives the same weights")
	}
}

func TestLossFalls(t *testing.T) {
	cfg := tiny()
	cfg.Epochs, cfg.TableRate, cfg.Rate = 30, 2e-2, 1e-2
	_, rep := trainOn(t, cfg, toy(30))
	if first, last := rep.Loss[0], rep.Loss[len(rep.Loss)-1]; !(last < 0.6*first) {
		t.Errorf("the loss goes from %v to %v", first, last)
	}
}

// TestSynonymsMeet requires training to do what it is for: the loss falls, and a synonym that shares no letter with its entity's
// other name ends nearest to that.
func TestSynonymsMeet(t *testing.T) {
	terminology := named([]string{"aaaa bbbb", "xyxyxy"}, []string{"cccc dddd", "zwzwzw"}, []string{"eeee ffff", "uvuvuv"}, []string{"gggg hhhh", "qpqpqp"})
	cfg := Config{Rows: 1024, Dim: 16, Hidden: 8, Epochs: 150, Batch: 16, Threads: 2, Seed: 1, TableRate: 2e-2}
	w, rep, err := Run(t.Context(), cfg, terminology, nil)
	if err != nil {
		t.Fatal(err)
	}
	if first, last := rep.Loss[0], rep.Loss[len(rep.Loss)-1]; !(last < 0.8*first) {
		t.Errorf("the loss goes from %v to %v", first, last)
	}
	for _, wrong := range meetWrong(t, w, terminology) {
		t.Error(wrong)
	}
}

// meetWrong says which second names are not nearest to the first name of their
// own entity.
func meetWrong(t *testing.T, w *encoder.Weights, terminology *data.Terminology) (wrong []string) {
	enc, err := encoder.New(w)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range terminology.Entities {
		v := enc.Encode(nil, e.Names[1].Text)
		best, nearest := math.Inf(-1), -1
		for j, other := range terminology.Entities {
			s := 0.0
			for k, x := range enc.Encode(nil, other.Names[0].Text) {
				s += float64(x) * float64(v[k])
			}
			if s > best {
				best, nearest = s, j
			}
		}
		if nearest != i {
			wrong = append(wrong, fmt.Sprintf("%q is nearest to %q", e.Names[1].Text, terminology.Entities[nearest].Names[0].Text))
		}
	}
	return wrong
}

func TestReport(t *testing.T) {
	cfg := tiny()
	var calls []int
	_, rep, err := Run(t.Context(), cfg, toy(20), func(done, total int, loss float64) {
		if calls = append(calls, done); total != 6 || !(loss > 0) {
			t.Errorf("progress %d of %d, loss %v", done, total, loss)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	// 60 names in batches of 16 are three steps an epoch.
	if rep.Entities != 20 || rep.Names != 60 || rep.Steps != 6 || len(rep.Loss) != 2 || len(calls) != 6 || calls[5] != 6 {
		t.Errorf("report %+v after %v", rep, calls)
	}
	if !reflect.DeepEqual(rep.Config, cfg.Defaults()) {
		t.Errorf("the report's config lacks defaults: %+v", rep.Config)
	}
}

func TestOddTerminologies(t *testing.T) {
	var single, many, same [][]string
	for i := range 40 {
		single = append(single, []string{fmt.Sprintf("name %d", i)})
		same = append(same, []string{"the same name", fmt.Sprintf("other %d", i)})
	}
	crowd := make([]string, testfull.Or(2000, 10000))
	for i := range crowd {
		crowd[i] = fmt.Sprintf("synonym %d", i)
	}
	many = [][]string{crowd, {"the other entity"}}
	for _, c := range []struct {
		what  string
		lists [][]string
		batch int
	}{
		{"one name an entity", single, 16},
		{"two names in all", single[:2], 16},
		{"one name in many entities", same, 16},
		{"all names equal", [][]string{{"x"}, {"x"}, {"x"}}, 16},
		{"thousands of names in one entity", many, 512},
		{"names without a feature of their own", [][]string{{""}, {" "}, {"-"}, {"\x00"}}, 4},
		{"an entity without names", [][]string{{"a", "b"}, {}}, 16},
	} {
		cfg := tiny()
		cfg.Batch = c.batch
		w, rep, err := Run(t.Context(), cfg, named(c.lists...), nil)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		weightBytes(t, w) // refuses what is not a finite number
		for _, l := range rep.Loss {
			if math.IsNaN(l) || math.IsInf(l, 0) || l < -1e-6 {
				t.Errorf("%s: loss %v", c.what, rep.Loss)
			}
		}
	}
}

func TestTooFewNames(t *testing.T) {
	for _, terminology := range []*data.Terminology{{}, named([]string{"a"}), named([]string{"a", "b", "c"}), named([]string{"a"}, nil)} {
		_, _, err := Run(t.Context(), tiny(), terminology, nil)
		if err == nil || !strings.Contains(err.Error(), "too few to learn from") {
			t.Errorf("%d names of %d entities: %v", terminology.NumNames(), len(terminology.Entities), err)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	steps := 0
	w, _, err := Run(ctx, tiny(), toy(30), func(done, _ int, _ float64) {
		if steps = done; done == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || w != nil {
		t.Errorf("error %v", err)
	}
	if steps != 3 {
		t.Errorf("%d steps, cancelled after 3", steps)
	}
}

// TestDivergence requires an error, not weights that are no numbers.
func TestDivergence(t *testing.T) {
	cfg := tiny()
	cfg.Epochs, cfg.TableRate, cfg.Rate = 20, 1e30, 1e30
	_, _, err := Run(t.Context(), cfg, toy(30), nil)
	if err == nil || !strings.Contains(err.Error(), "try a lower learning rate") {
		t.Errorf("error %v", err)
	}
}

func TestSchedule(t *testing.T) {
	for _, c := range []struct {
		step, total int
		want        float64
	}{
		{0, 100, 0.5}, {1, 100, 1}, {2, 100, 1}, {51, 100, 0.55}, {100, 100, 0.1}, {0, 1, 1}, {0, 10, 1},
	} {
		if got := schedule(c.step, c.total); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("step %d of %d: %v, want %v", c.step, c.total, got, c.want)
		}
	}
}

func TestHeldOut(t *testing.T) {
	held := 0
	for i := range 16000 {
		name := fmt.Sprintf("name %d", i)
		if HeldOut("T:1", name, pack.KindPrimary) {
			t.Fatalf("the primary name %q is held out", name)
		}
		if HeldOut("T:1", name, pack.KindAlias) {
			held++
		}
	}
	if held < 900 || held > 1100 { // 1000 with a deviation of 31
		t.Errorf("%d of 16000 names are held out, want a sixteenth", held)
	}
	terminology := toy(1)
	for i := range 1000 {
		terminology.Entities[0].Names = append(terminology.Entities[0].Names, data.Name{Text: fmt.Sprintf("n%d", i), Kind: pack.KindExact})
	}
	x := newExamples(terminology)
	if len(x.names) > 980 || len(x.names) < 900 || len(x.of[0]) != len(x.names) || len(x.entity) != len(x.names) {
		t.Errorf("%d names to train on, %d of the entity, %d entities", len(x.names), len(x.of[0]), len(x.entity))
	}
}

func TestDefaults(t *testing.T) {
	c := Config{}.Defaults()
	if c.Rows != 16384 || c.Dim != 128 || c.Hidden != 128 || c.Epochs != 8 || c.Batch != 512 || c.Levels != 15 || c.Threads < 1 {
		t.Errorf("defaults %+v", c)
	}
	c = Config{Dim: 64, BitShare: -1, Dropout: -1, Rate: 0.5}.Defaults()
	if c.Hidden != 64 || c.BitShare != -1 || c.Dropout != -1 || c.Rate != 0.5 || c.Loss != "infonce" {
		t.Errorf("defaults %+v", c)
	}
	if !reflect.DeepEqual(c.Defaults(), c) { // a report's config has to say how to train the same again
		t.Errorf("Defaults changes its own result to %+v", c.Defaults())
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		cfg  Config
		want string // "": none
	}{
		{Config{}, ""},
		{Config{Loss: "infonce", Checkpoint: "x", Resume: true}, ""},
		{Config{Objective: shifted{by: 1}}, ""},
		{Config{Loss: "hinge"}, `loss "hinge" without its objective; want "infonce"`},
		{Config{Loss: "infonce", Objective: shifted{by: 1}}, `loss "infonce" without its objective; want "shifted by 1, weight 0"`},
		{Config{Resume: true}, "resume without a checkpoint"},
	} {
		err := c.cfg.Check()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.cfg, err, c.want)
		}
		if _, _, runErr := Run(t.Context(), c.cfg, &data.Terminology{}, nil); err != nil && (runErr == nil || runErr.Error() != "train: "+err.Error()) {
			t.Errorf("Run gives %v, Check %v", runErr, err)
		}
	}
}
