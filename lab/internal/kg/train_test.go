package kg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// toy is a training of a few steps an epoch.
func toy(c Config) Config {
	c.Rank, c.Batch, c.Negatives = 8, 7, 6
	if c.Epochs == 0 {
		c.Epochs = 4
	}
	if c.Threads == 0 {
		c.Threads = 2
	}
	return c
}

func trained(t *testing.T, rows [][3]string, c Config) *Model {
	t.Helper()
	m, err := Train(context.Background(), NewGraph(rows), c)
	check(t, err)
	return m
}

func binary(t *testing.T, m *Model) []byte {
	t.Helper()
	b, err := m.AppendBinary(nil)
	check(t, err)
	return b
}

// TestTrainLearns: every loss, regularizer and optimizer learns a graph by heart.
func TestTrainLearns(t *testing.T) {
	rows := family(15)
	for _, c := range []Config{
		{}, {Regularizer: L2, Weight: 0.001}, {Regularizer: DURA, Weight: 0.005}, {Weight: -1}, {Loss: Sampled}, {Optimizer: Adam, Rate: 0.02}, {Loss: Sampled, Optimizer: Adam, Rate: 0.02}, {MaxTails: 1},
	} {
		c.Epochs = 150
		m := trained(t, rows, toy(c))
		if len(m.Loss) != 150 || m.Loss[149] > m.Loss[0] {
			t.Errorf("%+v: loss %v", c, m.Loss)
		}
		r, err := Evaluate(context.Background(), m, m.NewSplit(rows), EvalConfig{})
		check(t, err)
		if r.MRR < 0.9 {
			t.Errorf("%s %s %s: MRR %.3f on what was learned, want 0.9", m.Config.Loss, m.Config.Regularizer, m.Config.Optimizer, r.MRR)
		}
	}
}

// TestTrainSame: the seed decides every bit, and the number of threads none.
func TestTrainSame(t *testing.T) {
	rows := family(80)
	for _, loss := range []string{OneVsAll, Sampled} {
		want := binary(t, trained(t, rows, toy(Config{Loss: loss, Threads: 1})))
		for threads := 1; threads <= 3; threads++ {
			if !bytes.Equal(binary(t, trained(t, rows, toy(Config{Loss: loss, Threads: threads}))), want) {
				t.Errorf("%s: %d threads give other bits", loss, threads)
			}
		}
		if bytes.Equal(binary(t, trained(t, rows, toy(Config{Loss: loss, Seed: 1}))), want) {
			t.Errorf("%s: another seed gives the same bits", loss)
		}
	}
}

// TestResume stops a run after each of its steps, resumes it, and wants the bits of one that was left alone.
func TestResume(t *testing.T) {
	rows := family(12)
	for _, c := range []Config{{}, {Loss: Sampled, Optimizer: Adam, Every: 2}} {
		whole := trained(t, rows, toy(c))
		want := binary(t, whole)
		steps := 0
		count := toy(c)
		count.Progress = func(_, n int, _ float64) { steps = n }
		trained(t, rows, count)
		for stop := range steps {
			c := toy(c)
			c.Checkpoint = filepath.Join(t.TempDir(), "x.ckpt")
			ctx, cancel := context.WithCancel(context.Background())
			if stop == 0 {
				cancel()
			}
			c.Progress = func(step, _ int, _ float64) {
				if step == stop {
					cancel()
				}
			}
			if _, err := Train(ctx, NewGraph(rows), c); !errors.Is(err, context.Canceled) {
				t.Fatalf("step %d: %v", stop, err)
			}
			c.Resume, c.Progress = true, nil
			if !bytes.Equal(binary(t, trained(t, rows, c)), want) {
				t.Errorf("%+v stopped at step %d of %d: other bits", c, stop, steps)
			}
		}
	}
}

// TestResumeRefused: a checkpoint of another training, or a damaged one, is not taken.
func TestResumeRefused(t *testing.T) {
	rows := family(12)
	path := filepath.Join(t.TempDir(), "x.ckpt")
	trained(t, rows, toy(Config{Checkpoint: path}))
	good, err := os.ReadFile(path)
	check(t, err)
	damaged := bytes.Clone(good)
	damaged[len(damaged)/2] ^= 1
	for _, c := range []struct {
		content []byte
		rows    [][3]string
		config  Config
		want    string
	}{
		{good, rows, Config{Seed: 1}, "checkpoint was made with seed 0, this run has seed 1"},
		{good, rows, Config{Weight: 0.1}, "checkpoint was made with weight 0.05, this run has weight 0.1"},
		{good, rows[1:], Config{}, "checkpoint was made with another graph"},
		{damaged, rows, Config{}, "damaged checkpoint: its checksum is wrong"},
		{good[:20], rows, Config{}, "damaged checkpoint: its checksum is wrong"},
		{good[:4], rows, Config{}, "not a checkpoint"},
		{[]byte("NORMKGC2"), rows, Config{}, "checkpoint of version '2', which this program does not read"},
	} {
		check(t, os.WriteFile(path, c.content, 0o666))
		c.config.Checkpoint, c.config.Resume = path, true
		if _, err := Train(context.Background(), NewGraph(c.rows), toy(c.config)); err == nil || !strings.HasPrefix(err.Error(), path+": "+c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestDiverged: a loss that is no number ends the run with its step, and the checkpoint before it stays.
func TestDiverged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.ckpt")
	c := toy(Config{Checkpoint: path, Every: 1, Epochs: 50})
	steps := 0
	c.Progress = func(step, _ int, _ float64) { steps = step }
	c.EndEpoch = func(epoch int, m *Model) error {
		if epoch == 2 {
			m.entities.Data[0] = 1e38 // a weight that explodes
		}
		return nil
	}
	_, err := Train(context.Background(), NewGraph(family(12)), c)
	want := fmt.Sprintf("step %d is not a finite number; try a lower learning rate (%s keeps the state after step %d)", steps+1, path, steps)
	if err == nil || !strings.HasPrefix(err.Error(), "kg: ") || !strings.HasSuffix(err.Error(), want) {
		t.Fatalf("%v, want %s", err, want)
	}
	c.Resume, c.EndEpoch = true, nil
	trained(t, family(12), c)
}

func TestTrainRefused(t *testing.T) {
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{Rank: -1}, "kg: rank -1: want 1 to 4096"},
		{Config{Loss: "hinge"}, `kg: loss "hinge" is not known; want 1vsall or sampled`},
		{Config{Optimizer: "sgd"}, `kg: optimizer "sgd" is not known; want adagrad or adam`},
		{Config{Regularizer: "l1"}, `kg: regularizer "l1" is not known; want n3 or l2 or dura`},
		{Config{Rate: -1}, "kg: lr -1, "},
		{Config{Resume: true}, "kg: resume without a checkpoint"},
		{Config{}, "kg: no triples to learn from"},
	} {
		if _, err := Train(context.Background(), NewGraph(nil), c.config); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestSmallest: a graph of one entity and one self loop has nothing to tell apart, and a model.
func TestSmallest(t *testing.T) {
	rows := [][3]string{{"a", "r", "a"}}
	for _, loss := range []string{OneVsAll, Sampled} {
		m := trained(t, rows, Config{Loss: loss, Weight: -1})
		r, err := Evaluate(context.Background(), m, m.NewSplit(rows), EvalConfig{})
		check(t, err)
		if r.MRR != 1 || m.Loss[0] != 0 {
			t.Errorf("%s: MRR %v, loss %v; want 1 and 0", loss, r.MRR, m.Loss[0])
		}
	}
}
