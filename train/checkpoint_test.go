package train

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/resume"
)

// small returns the settings of a run with few steps.
func small() Config {
	return Config{Rows: 16, Dim: 8, Hidden: 4, Epochs: 2, Batch: 8, Threads: 2, Seed: 1}
}

func weightBytes(t *testing.T, w *encoder.Weights) []byte {
	t.Helper()
	b, err := w.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// trainTo trains until so many steps are done, then cancels.
func trainTo(t *testing.T, cfg Config, terminology *data.Terminology, steps int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if _, _, err := Run(ctx, cfg, terminology, func(done, total int, _ float64) {
		if done >= steps {
			cancel()
		}
	}); !errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "\n") {
		t.Fatalf("cancelled after step %d: error %v", steps, err)
	}
}

// TestResume ends a run after every step and resumes it, and requires the bits of
// a run that was left alone.
func TestResume(t *testing.T) {
	for _, c := range []func(*Config){
		func(c *Config) {},
		func(c *Config) { c.Objective = shifted{by: 0.1, weight: 0.5} },
	} {
		cfg, terminology := small(), toy(8)
		c(&cfg)
		want, wantReport := trainOn(t, cfg, terminology)
		cfg.Checkpoint, cfg.Resume = filepath.Join(t.TempDir(), "x.ckpt"), true
		total := wantReport.Steps
		if total < 6 {
			t.Fatalf("%+v takes %d steps: too few to tell", cfg, total)
		}
		for step := 1; step < total; step++ {
			trainTo(t, cfg, terminology, step)
		}
		got, report := trainOn(t, cfg, terminology)
		if !bytes.Equal(got, want) {
			t.Errorf("%+v: other weights after resuming from every step", cfg)
		}
		if report.Resumed != total-1 || report.Steps != total ||
			!slices.Equal(report.Loss, wantReport.Loss) || !slices.Equal(report.GradientNorm, wantReport.GradientNorm) {
			t.Errorf("report %+v, want %+v", report, wantReport)
		}
		if got, report := trainOn(t, cfg, terminology); !bytes.Equal(got, want) || report.Resumed != total {
			t.Errorf("%+v: other weights from the checkpoint of the last step (resumed after %d)", cfg, report.Resumed)
		}
		if files, err := os.ReadDir(filepath.Dir(cfg.Checkpoint)); err != nil || len(files) != 1 {
			t.Errorf("files %v, error %v; want the checkpoint alone", files, err)
		}
	}
}

// TestEvery takes the checkpoints of a run that nobody cancels, and goes on from
// each.
func TestEvery(t *testing.T) {
	cfg, terminology := small(), toy(8)
	want, _ := trainOn(t, cfg, terminology)
	cfg.Checkpoint, cfg.Every = filepath.Join(t.TempDir(), "x.ckpt"), 2
	var taken [][]byte
	if _, _, err := Run(t.Context(), cfg, terminology, func(int, int, float64) {
		b, err := os.ReadFile(cfg.Checkpoint)
		if err == nil && (len(taken) == 0 || !bytes.Equal(b, taken[len(taken)-1])) {
			taken = append(taken, b)
		}
	}); err != nil {
		t.Fatal(err)
	}
	var steps []int
	cfg.Resume = true
	for _, b := range taken {
		c, _ := parsed(t, cfg, b)
		steps = append(steps, c.Steps)
		if err := os.WriteFile(cfg.Checkpoint, b, 0o666); err != nil {
			t.Fatal(err)
		}
		if got, _ := trainOn(t, cfg, terminology); !bytes.Equal(got, want) {
			t.Errorf("other weights when resumed after step %d", c.Steps)
		}
	}
	if want := []int{2, 3, 4, 6}; !slices.Equal(steps, want) { // three steps an epoch
		t.Errorf("checkpoints after steps %v, want %v", steps, want)
	}
}

// TestNoCheckpointYet: a run that ended before it had a checkpoint is resumed
// from the beginning.
func TestNoCheckpointYet(t *testing.T) {
	cfg := small()
	want, _ := trainOn(t, cfg, toy(8))
	cfg.Checkpoint, cfg.Resume = filepath.Join(t.TempDir(), "none.ckpt"), true
	if got, report := trainOn(t, cfg, toy(8)); !bytes.Equal(got, want) || report.Resumed != 0 {
		t.Errorf("other weights, resumed after step %d", report.Resumed)
	}
}

// TestOtherTraining refuses to go on from the checkpoint of another training, and
// says what differs.
func TestOtherTraining(t *testing.T) {
	cfg := small()
	cfg.Checkpoint = filepath.Join(t.TempDir(), "x.ckpt")
	trainTo(t, cfg, toy(8), 2)
	before, err := os.ReadFile(cfg.Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Resume = true
	other := toy(8)
	other.Entities[3].Names[1].Text += "x"
	for _, c := range []struct {
		change      func(*Config)
		terminology *data.Terminology
		want        string
	}{
		{func(c *Config) { c.Seed = 2 }, toy(8), "checkpoint was made with seed 1, this run has seed 2"},
		{func(c *Config) { c.Threads = 3 }, toy(8), "with threads 2, this run has threads 3"},
		{func(c *Config) { c.TableRate = 0.5 }, toy(8), "with table-rate 0.002, this run has table-rate 0.5"},
		{func(c *Config) { c.Objective = shifted{by: 1} }, toy(8), "with loss infonce, this run has loss shifted by 1, weight 0"},
		{func(c *Config) {}, other, "checkpoint was made with another terminology"},
		{func(c *Config) {}, toy(9), "checkpoint was made with another terminology"},
	} {
		changed := cfg
		c.change(&changed)
		_, _, err := Run(t.Context(), changed, c.terminology, nil)
		if err == nil || !strings.HasPrefix(err.Error(), cfg.Checkpoint+": ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	if after, err := os.ReadFile(cfg.Checkpoint); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the checkpoint changed, error %v", err)
	}
	cfg.Every = 7 // decides nothing
	trainTo(t, cfg, toy(8), 3)
}

// TestDifference changes every setting that goes to JSON.
func TestDifference(t *testing.T) {
	fields := reflect.TypeFor[Config]()
	for i := range fields.NumField() {
		a, b := Config{}.Defaults(), Config{}.Defaults()
		switch v := reflect.ValueOf(&b).Elem().Field(i); v.Kind() {
		case reflect.String:
			v.SetString("other")
		case reflect.Bool:
			v.SetBool(!v.Bool())
		case reflect.Float64:
			v.SetFloat(v.Float() + 1)
		case reflect.Uint64:
			v.SetUint(v.Uint() + 1)
		case reflect.Interface: // an objective's name is in Loss
			b.Objective = shifted{by: 1}
		default:
			v.SetInt(v.Int() + 1)
		}
		differ := resume.SameSettings(a, b) != nil
		if want := fields.Field(i).Tag.Get("json") != "-"; differ != want {
			t.Errorf("%s: differs: %v, want %v", fields.Field(i).Name, differ, want)
		}
	}
}

// parsed returns what a checkpoint says and its arrays.
func parsed(t *testing.T, cfg Config, content []byte) (c checkpoint, state [][]float32) {
	t.Helper()
	if err := os.WriteFile(cfg.Checkpoint, content, 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := resume.Open("test", cfg.Checkpoint, CheckpointMagic, true)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Resume(&c, func(x [][]float32) (int, error) { state = x; return 0, nil }); err != nil {
		t.Fatal(err)
	}
	return c, state
}

// TestDamagedCheckpoint has checkpoints of the right form that no run wrote.
func TestDamagedCheckpoint(t *testing.T) {
	cfg := small()
	cfg.Checkpoint, cfg.Resume = filepath.Join(t.TempDir(), "x.ckpt"), true
	trainTo(t, cfg, toy(8), 2)
	good, err := os.ReadFile(cfg.Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		change func(c *checkpoint, state *[][]float32)
		want   string
	}{
		{func(c *checkpoint, _ *[][]float32) { c.Steps = 100 }, "damaged checkpoint: 100 steps of 6"},
		{func(_ *checkpoint, s *[][]float32) { *s = (*s)[:20] }, "damaged checkpoint: 17 arrays of numbers, want 18"},
		{func(_ *checkpoint, s *[][]float32) { *s = nil }, "damaged checkpoint: 0 arrays"},
		{func(_ *checkpoint, s *[][]float32) { (*s)[0] = (*s)[0][1:] }, "damaged checkpoint: array 0 has 127 numbers, want 128"},
	} {
		head, state := parsed(t, cfg, good)
		c.change(&head, &state)
		f, err := resume.Open("test", cfg.Checkpoint, CheckpointMagic, false)
		if err == nil {
			err = errors.Join(f.Save(1, head, state), f.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = Run(t.Context(), cfg, toy(8), nil)
		if err == nil || !strings.HasPrefix(err.Error(), cfg.Checkpoint+": ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

func TestCheckpointFolderMissing(t *testing.T) {
	cfg := small()
	cfg.Checkpoint = filepath.Join(t.TempDir(), "no", "x.ckpt")
	if _, _, err := Run(t.Context(), cfg, toy(8), nil); err == nil || !strings.Contains(err.Error(), cfg.Checkpoint) {
		t.Errorf("error %v", err)
	}
}

// TestDivergenceKeepsCheckpoint requires the last good state to survive a run that
// ends in values which are no numbers.
func TestDivergenceKeepsCheckpoint(t *testing.T) {
	cfg, path := small(), filepath.Join(t.TempDir(), "x.ckpt")
	cfg.Checkpoint, cfg.Every, cfg.Epochs = path, 1, 100
	cfg.TableRate, cfg.Rate = 1e20, 1e37
	_, _, err := Run(t.Context(), cfg, toy(8), nil)
	if err == nil || !strings.Contains(err.Error(), "try a lower learning rate ("+path+" keeps the state after step ") {
		t.Fatalf("error %v", err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, state := parsed(t, cfg, b)
	for i, x := range state {
		if bad(nn.SumOfSquares(x)) {
			t.Errorf("array %d of the checkpoint has values that are no numbers", i)
		}
	}
}
