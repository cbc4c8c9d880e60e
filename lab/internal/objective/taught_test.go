package objective

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/lab/internal/losses"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

// tinyTeacher returns an encoder of another length than the pupils of these tests, which has learned other synonyms.
func tinyTeacher(t testing.TB, seed uint64) *encoder.Encoder {
	t.Helper()
	cfg := Config{Config: train.Config{Rows: 256, Hidden: 6, Dim: 12, Batch: 8, Epochs: 20, Rate: 1e-2, Threads: 1, Seed: seed}}
	terms := toy(10)
	first := terms.Entities[0].Names[1:]
	for i := range len(terms.Entities) - 1 {
		terms.Entities[i].Names = append(terms.Entities[i].Names[:1:1], terms.Entities[i+1].Names[1:]...)
	}
	last := &terms.Entities[len(terms.Entities)-1]
	last.Names = append(last.Names[:1:1], first...)
	return finished(t, cfg, terms)
}

func finished(t testing.TB, cfg Config, terms *data.Terminology) *encoder.Encoder {
	t.Helper()
	w, _, err := Run(t.Context(), cfg, terms, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := encoder.New(w)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// distance returns the loss of an encoder's vectors of all names against the teacher's.
func distance(t *testing.T, e, teacher *encoder.Encoder, terms *data.Terminology) float64 {
	t.Helper()
	vectors := func(e *encoder.Encoder) (m nn.Matrix) {
		m.Cols, m.Stride = e.Dim(), e.Dim()
		for _, entity := range terms.Entities {
			for _, n := range entity.Names {
				m.Data, m.Rows = e.Encode(m.Data, n.Text), m.Rows+1
			}
		}
		return m
	}
	x := vectors(e)
	l := losses.Teacher{Temperature: 0.05}
	return l.Loss(nn.NewMatrix(x.Rows, x.Cols), x, vectors(teacher))
}

// TestTaught trains an encoder with a teacher: it comes to lie as the teacher does, the more the larger the share; and
// a teacher almost without a share changes nothing.
func TestTaught(t *testing.T) {
	terms, teacher := toy(10), tinyTeacher(t, 1)
	far := func(share float64) float64 {
		c := Config{Config: train.Config{Rows: 512, Dim: 16, Batch: 16, Epochs: 60, Threads: 2, Seed: 1, Rate: 1e-2, TableRate: 1e-2}}
		c.Teacher, c.TeacherShare = teacher, share
		return distance(t, finished(t, c, terms), teacher, terms)
	}
	none, half, whole := far(1e-9), far(0.5), far(1)
	if !(whole < half && half < none && whole < 0.5*none) {
		t.Errorf("divergence from the teacher: %v by a share of 1, %v of 0.5, %v of nothing", whole, half, none)
	}
}

// TestOtherTeacher goes on from a checkpoint with its teacher alone.
func TestOtherTeacher(t *testing.T) {
	c := with("infonce", Settings{Teacher: tinyTeacher(t, 1)})
	want, _ := trained(t, c, toy(8))
	c.Checkpoint, c.Resume, c.Until = filepath.Join(t.TempDir(), "x.ckpt"), true, 2
	c.Every = 1
	trained(t, c, toy(8))
	c.Until = 0
	for _, s := range []Settings{{Teacher: tinyTeacher(t, 2)}, {Teacher: c.Teacher, TeacherShare: 0.25}, {}} {
		other := c
		other.Settings = s
		if _, _, err := Run(t.Context(), other, toy(8), nil); err == nil || !strings.Contains(err.Error(), "checkpoint was made with loss infonce taught by ") {
			t.Errorf("%+v: error %v", s, err)
		}
	}
	if got, rep := trained(t, c, toy(8)); !bytes.Equal(got, want) || rep.Resumed == 0 {
		t.Errorf("resumed after step %d, another encoder: %v", rep.Resumed, !bytes.Equal(got, want))
	}
}
