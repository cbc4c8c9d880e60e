package train

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss"
	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/resume"
)

// shifted is an objective with InfoNCE from hotter vectors, and once more from inputs that are moved.
type shifted struct {
	by     float32
	weight float64
}

func (o shifted) Name() string { return fmt.Sprintf("shifted by %v, weight %v", o.by, o.weight) }

func (o shifted) Task(cfg Config, t *data.Terminology, usual *Synonyms) (Task, error) {
	if o.by < 0 {
		return nil, errors.New("no such shift")
	}
	if n := t.NumNames(); n != len(usual.set.names) || n == 0 {
		return nil, fmt.Errorf("%d names of the terminology, %d to learn from", n, len(usual.set.names))
	}
	usual.Compare = (&loss.InfoNCE{Temperature: 0.8, Threads: cfg.Threads}).Loss
	return &shift{usual, o, cfg.Threads}, nil
}

type shift struct {
	*Synonyms
	shifted
	threads int
}

func (s *shift) Again(net Network, n int) float64 {
	parallel(s.threads, n, func(p Part) {
		x, dx := net.(*ngramNetwork).Inputs(p)
		for i := range x.Rows {
			if nn.SumOfSquares(nn.Row(dx, i)) == 0 {
				panic("no gradient of an input")
			}
			for j := range x.Cols {
				nn.Row(x, i)[j] += s.by * float32(1+j)
			}
		}
	})
	return s.weight
}

// TestObjective: a task that changes nothing gives the encoder of none; what one does differently, its loss, its texts and
// its second pass, shows.
func TestObjective(t *testing.T) {
	encoders := map[string]string{}
	for _, c := range []struct {
		name      string
		objective Objective
	}{
		{"none", nil}, {"usual", custom{}}, {"texts", custom{text: func(int) string { return "x" }}}, {"loss", shifted{}},
		{"twice", shifted{by: 0.1, weight: 0.5}}, {"twice, more", shifted{by: 0.1, weight: 2}}, {"twice, farther", shifted{by: 0.2, weight: 0.5}},
	} {
		cfg := tiny()
		cfg.Objective = c.objective
		content, rep := trainOn(t, cfg, toy(30))
		for other, its := range encoders {
			if same := its == string(content); same != (c.name == "usual" && other == "none") {
				t.Errorf("%s and %s give the same encoder: %v", c.name, other, same)
			}
		}
		encoders[c.name] = string(content)
		if c.objective != nil && rep.Config.Loss != c.objective.Name() {
			t.Errorf("%s: the report's loss is %q", c.name, rep.Config.Loss)
		}
	}
	cfg := tiny()
	cfg.Objective = shifted{by: -1}
	if _, _, err := Run(t.Context(), cfg, toy(30), nil); err == nil || err.Error() != "train: no such shift" {
		t.Errorf("error %v", err)
	}
}

// custom is an objective with other texts.
type custom struct{ text func(i int) string }

func (custom) Name() string { return "custom" }

func (c custom) Task(_ Config, _ *data.Terminology, usual *Synonyms) (Task, error) {
	return &customTask{usual, c.text}, nil
}

type customTask struct {
	*Synonyms
	text func(i int) string
}

func (c *customTask) Text(i int, rng *rand.Rand) string {
	text := c.Synonyms.Text(i, rng)
	if c.text != nil {
		return c.text(i)
	}
	return text
}

// TestOldCheckpoint goes on from a checkpoint with settings that are no more, unless it is of another loss.
func TestOldCheckpoint(t *testing.T) {
	cfg := small()
	want, _ := trainOn(t, cfg, toy(8))
	cfg.Checkpoint, cfg.Resume = filepath.Join(t.TempDir(), "x.ckpt"), true
	for loss, wrong := range map[string]string{
		"infonce": "", "proxy": "checkpoint was made with loss proxy, this run has loss infonce",
	} {
		if err := os.RemoveAll(cfg.Checkpoint); err != nil {
			t.Fatal(err)
		}
		trainTo(t, cfg, toy(8), 2)
		var head map[string]any
		var state [][]float32
		f, err := resume.Open("test", cfg.Checkpoint, CheckpointMagic, true)
		if err == nil {
			err = f.Resume(&head, func(x [][]float32) (int, error) { state = x; return 1, nil })
		}
		if err != nil {
			t.Fatal(err)
		}
		head["Config"].(map[string]any)["loss"] = loss
		head["Config"].(map[string]any)["alpha"] = 32
		if err := errors.Join(f.Save(2, head, state), f.Close()); err != nil {
			t.Fatal(err)
		}
		w, rep, err := Run(t.Context(), cfg, toy(8), nil)
		switch {
		case wrong != "":
			if err == nil || !strings.Contains(err.Error(), wrong) {
				t.Errorf("%s: error %v", loss, err)
			}
		case err != nil:
			t.Errorf("%s: %v", loss, err)
		case rep.Resumed != 2 || !bytes.Equal(weightBytes(t, w), want):
			t.Errorf("%s: resumed after step %d, or another encoder", loss, rep.Resumed)
		}
	}
}
