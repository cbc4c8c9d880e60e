package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/binarize"
	"github.com/normlet/normlet/binarize/fit"
	"github.com/normlet/normlet/lab/internal/experiment/sentence"
)

// TestTransferTasks: no sentence that is judged is left to learn from, and splits judge each example
// once, none that they learn from.
func TestTransferTasks(t *testing.T) {
	o := small()
	tasks, rest := newTransferTasks(o, 100)
	if len(tasks) != 3 || tasks[0].train != 0 || tasks[1].train != 100 || tasks[2].train != 100 || !tasks[2].pairs {
		t.Fatalf("%d tasks: %+v", len(tasks), tasks)
	}
	if n := len(tasks[2].texts); n != 2*len(tasks[2].labels) || tasks[1].classes != 3 || len(rest) != 140+240 {
		t.Errorf("%d sentences in %d pairs, %d classes, %d left over", n, len(tasks[2].labels), tasks[1].classes, len(rest))
	}
	for _, task := range tasks {
		examples, splits := task.draw(transferSize{60, 3}, 5)
		times := make([]int, len(examples))
		for _, s := range splits {
			for _, i := range s.Test {
				times[i]++
				if slices.Contains(s.Train, i) {
					t.Errorf("%s: example %d is learned from and judged", task.name, i)
				}
			}
			if task.train > 0 && slices.ContainsFunc(s.Train, func(i int) bool { return examples[i] >= task.train }) {
				t.Errorf("%s: a test example is learned from", task.name)
			}
		}
		want := slices.Repeat([]int{1}, len(examples))
		if task.train > 0 {
			clear(want[:60])
		}
		if !slices.Equal(times, want) {
			t.Errorf("%s: examples are judged so many times: %v", task.name, times)
		}
		if other, _ := task.draw(transferSize{60, 3}, 6); slices.Equal(other, examples) {
			t.Errorf("%s: another seed draws the same", task.name)
		}
	}
	c := &transferRun{Options: o, Result: new(Result), transferSizes: newTransferSizes(o)}
	c.prepare()
	judged := judgedTexts(c.tasks)
	if i := slices.IndexFunc(c.unlabelled, func(s string) bool { return judged[s] }); i >= 0 || len(c.unlabelled) == 0 {
		t.Errorf("sentence %d of %d to learn from is judged", i, len(c.unlabelled))
	}
}

// TestFeatures compares what classifiers see with what is worked out by hand.
func TestFeatures(t *testing.T) {
	x := fit.Vectors{Dim: 4, Data: []float32{1, -2, 0.5, 3, -1, 2, 0.5, 1}}
	one, two := &transferTask{}, &transferTask{pairs: true}
	if got := features(one, x, []int{1}, nil).Data; !slices.Equal(got, []float32{-2, 4, 1, 2}) {
		t.Errorf("floats: %v", got)
	}
	if got := features(two, x, []int{0}, nil).Data; !slices.Equal(got, []float32{4, 8, 0, 4, -4, -16, 1, 12}) {
		t.Errorf("a pair of floats: %v", got)
	}
	h := &binarize.Head{Bits: 64, Dim: 4, W: make([]float32, 256), T: make([]float32, 64), Method: fit.RandomProjection}
	for i := range 4 {
		h.W[i*4+i] = 1
	}
	if got := features(one, x, []int{1}, h).Data[:5]; !slices.Equal(got, []float32{-1, 1, 1, 1, -1}) {
		t.Errorf("bits: %v", got)
	}
	got := features(two, x, []int{0}, h).Data
	if differ, both := got[:5], got[64:69]; !slices.Equal(differ, []float32{1, 1, 0, 0, 0}) || !slices.Equal(both, []float32{0, 0, 1, 1, 0}) {
		t.Errorf("a pair of codes: they differ in %v, both have %v", differ, both)
	}
}

// TestTransferJudge: classes that vectors show are found, and F1 is that of the second class.
func TestTransferJudge(t *testing.T) {
	task := transferTask{name: "sign", classes: 2, train: 40}
	v := &transferVectors{tasks: []fit.Vectors{{Dim: 2}}}
	for i := range 60 {
		sign := float32(1 - 2*(i%2))
		task.labels = append(task.labels, i%2)
		v.tasks[0].Data = append(v.tasks[0].Data, sign, 0.1*float32(i%3))
	}
	for i := 40; i < 44; i++ {
		task.labels[i] = 1 - task.labels[i] // four of 20 examples to judge are wrong
	}
	accuracy, f1, err := judgeTask(&task, v, 0, nil, transferSize{40, 0}, 1)
	if err != nil || math.Abs(accuracy-0.8) > 1e-12 || math.Abs(f1-0.8) > 1e-12 {
		t.Errorf("accuracy %v, F1 %v, %v, want 0.8 and 0.8", accuracy, f1, err)
	}
}

// judgements returns runs with so much accuracy, and correlations that are twice that.
func judgements(accuracy ...float64) (out []transferScore) {
	for _, a := range accuracy {
		out = append(out, transferScore{accuracy: []float64{a}, pearson: []float64{2 * a}})
	}
	return out
}

// TestTransferFindings: the order of methods is judged over all seeds and common lengths, from 128
// bits on, and the loss against floats by means.
func TestTransferFindings(t *testing.T) {
	runs := transferRuns{
		floats:               {3200: judgements(0.5, 0.5)},
		fit.AutoencoderSP:    {64: judgements(0.1, 0.1), 128: judgements(0.4, 0.42), 256: judgements(0.49, 0.495)},
		fit.Autoencoder:      {64: judgements(0.3, 0.3), 128: judgements(0.39, 0.4), 256: judgements(0.4, 0.41)},
		fit.PCA:              {128: judgements(0.5, 0.5)},
		fit.RandomProjection: {128: judgements(0.5, 0.4), 256: judgements(0.5, 0.5)},
		fit.HardThreshold:    {512: judgements(0.1, 0.1)},
	}
	c := &transferRun{Result: new(Result), graded: []string{"grades"}, transferSizes: transferSizes{seeds: 2, compared: []int{128, 256}}}
	c.orders("x", runs)
	c.drop("x", 100, runs)
	var got []string
	for _, f := range c.Findings {
		got = append(got, fmt.Sprintf("%s: %s", f.Claim, f.Verdict))
	}
	want := []string{
		"x, mean accuracy: ae-sp is above ae: reproduced", "x, mean accuracy: ae is above pca: not reproduced", "x, mean accuracy: pca is above rp: undecided",
		"x, grades Pearson: ae-sp is above ae: reproduced", "x, grades Pearson: ae is above rp: not reproduced", "x, grades Pearson: rp is above pca: not reproduced",
		"x: ae-sp of 256 bits loses at most 2 % of the accuracy of floats: reached",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if e := c.Findings[0].Evidence; !strings.Contains(e, "128 to 256 bits: +0.051") {
		t.Errorf("evidence %q", e)
	}
	if e := c.Findings[6].Evidence; e != "0.4925 of 0.5000, a loss of 1.50 %, with 32 bytes instead of 400" {
		t.Errorf("evidence %q", e)
	}
	runs[fit.AutoencoderSP][256] = judgements(0.48, 0.49)
	c.drop("x", 100, runs)
	if f := c.Findings[7]; f.Verdict != notReached {
		t.Errorf("%+v", f)
	}
	table := c.spread("x", runs)
	if row := table.Rows[0]; len(table.Rows) != 4 || row[2] != rounded(0.395) || row[6] != rounded(0.015) || row[7] != rounded(0.01) || row[8] != rounded(0.02) {
		t.Errorf("%v", table.Rows)
	}
}

// TestTransferEncoders: the encoders whose codes are compared exist.
func TestTransferEncoders(t *testing.T) {
	for _, name := range transferEncoders {
		if !slices.ContainsFunc(sentence.Encoders(64), func(e sentence.Encoder) bool { return e.Name == name }) {
			t.Errorf("there is no encoder %q", name)
		}
	}
}

// TestPerBit: the weight of triples falls in proportion to the bits from 128 on.
func TestPerBit(t *testing.T) {
	for _, c := range []struct {
		lambda float64
		bits   int
		want   float64
	}{{0.8, 64, 0.8}, {0.8, 128, 0.8}, {0.8, 512, 0.2}, {0, 512, -1}} {
		if got := perBit(c.lambda, c.bits); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("lambda %v, %d bits: %v, want %v", c.lambda, c.bits, got, c.want)
		}
	}
}
