package train

import (
	"bytes"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss"
	"github.com/normlet/normlet/train/data"
)

// tinyTeacher returns an encoder of another length than the pupils of these tests, which has learned other synonyms.
func tinyTeacher(t testing.TB, seed uint64) *encoder.Encoder {
	t.Helper()
	cfg := Config{Rows: 256, Hidden: 6, Dim: 12, Batch: 8, Epochs: 20, Rate: 1e-2, Threads: 1, Seed: seed}
	terms := toy(10)
	first := terms.Entities[0].Names[1:]
	for i := range len(terms.Entities) - 1 {
		terms.Entities[i].Names = append(terms.Entities[i].Names[:1:1], terms.Entities[i+1].Names[1:]...)
	}
	last := &terms.Entities[len(terms.Entities)-1]
	last.Names = append(last.Names[:1:1], first...)
	w, _, err := Run(t.Context(), cfg, terms, nil)
	if err != nil {
		t.Fatal(err)
	}
	return finished(t, w)
}

func finished(t testing.TB, w *encoder.Weights) *encoder.Encoder {
	t.Helper()
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
	l := loss.Teacher{Temperature: 0.05}
	return l.Loss(nn.NewMatrix(x.Rows, x.Cols), x, vectors(teacher))
}

// TestPupil trains an n-gram encoder with and without a teacher: it comes to lie as the
// teacher does, the more the larger the share; and a teacher without a share changes nothing.
func TestPupil(t *testing.T) {
	terms, teacher := toy(10), tinyTeacher(t, 1)
	train := func(share float64, teacher *encoder.Encoder) ([]byte, float64) {
		cfg := Config{Rows: 512, Dim: 16, Batch: 16, Epochs: 60, Threads: 2, Seed: 1, Rate: 1e-2, TableRate: 1e-2, TeacherShare: share}
		if teacher != nil {
			cfg.Teacher = teacher
		}
		w, _, err := Run(t.Context(), cfg, terms, nil)
		if err != nil {
			t.Fatal(err)
		}
		content, err := w.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		if teacher == nil {
			return content, math.NaN()
		}
		return content, distance(t, finished(t, w), teacher, terms)
	}
	alone, _ := train(0, nil)
	tiny, far := train(1e-9, teacher)
	_, half := train(0.5, teacher)
	_, whole := train(1, teacher)
	if !(whole < half && half < far && whole < 0.5*far) {
		t.Errorf("divergence from the teacher: %v by a share of 1, %v of 0.5, %v of nothing", whole, half, far)
	}
	if len(alone) != len(tiny) {
		t.Errorf("an encoder of %d bytes, %d with a teacher", len(alone), len(tiny))
	}
	if again, _ := train(0.5, teacher); bytes.Equal(again, alone) {
		t.Error("the teacher changes nothing")
	}
}

// TestPupilSees requires the teacher to read the text of each example.
func TestPupilSees(t *testing.T) {
	e := tinyTeacher(t, 1)
	s := tinyStepper(t, Config{Threads: 2, Teacher: e})
	n := s.task.Begin(0)
	s.read(Part{0, 0, n})
	seen := map[float32]bool{}
	for i := range n {
		row := nn.Row(s.pupil.vectors, i)
		if norm := nn.SumOfSquares(row); math.Abs(norm-1) > 1e-3 {
			t.Errorf("example %d has a vector of length %v", i, math.Sqrt(norm))
		}
		seen[row[0]] = true
	}
	if len(seen) < 3 || e.Dim() != s.pupil.vectors.Cols {
		t.Errorf("%d different vectors of %d elements", len(seen), s.pupil.vectors.Cols)
	}
}

// TestOtherTeacher goes on from a checkpoint with its teacher alone.
func TestOtherTeacher(t *testing.T) {
	cfg := small()
	cfg.Teacher = tinyTeacher(t, 1)
	want, _ := trainOn(t, cfg, toy(8))
	cfg.Checkpoint, cfg.Resume, cfg.Every = filepath.Join(t.TempDir(), "x.ckpt"), true, 1
	trainTo(t, cfg, toy(8), 2)
	for _, c := range []struct {
		teacher Teacher
		share   float64
		want    string
	}{
		{tinyTeacher(t, 2), 0.5, "checkpoint was made with another teacher"},
		{cfg.Teacher, 0.25, "checkpoint was made with teacher-share 0.5, this run has teacher-share 0.25"},
		{nil, 0, "checkpoint was made with teacher-share 0.5, this run has teacher-share 0"},
	} {
		other := cfg
		other.Teacher, other.TeacherShare = c.teacher, c.share
		if _, _, err := Run(t.Context(), other, toy(8), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	if got, rep := trainOn(t, cfg, toy(8)); !bytes.Equal(got, want) || rep.Resumed == 0 {
		t.Errorf("resumed after step %d, another encoder: %v", rep.Resumed, !bytes.Equal(got, want))
	}
}

// TestTeacherShare requires a share, of 0 to 1, where there is a teacher alone.
func TestTeacherShare(t *testing.T) {
	for _, c := range []struct {
		cfg  Config
		want string
	}{
		{Config{TeacherShare: 0.5}, "teacher share 0.5 without a teacher"},
		{Config{TeacherShare: 1.5, Teacher: &encoder.Encoder{}}, "teacher share 1.5; want 0 to 1"},
		{Config{TeacherShare: -1, Teacher: &encoder.Encoder{}}, "teacher share -1; want 0 to 1"},
	} {
		if err := c.cfg.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.cfg, err, c.want)
		}
	}
}
