package train

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss"
	"github.com/normlet/normlet/internal/nn/vec"
	"github.com/normlet/normlet/internal/wire"
)

// pupil is what a network needs to learn from a teacher: the loss of a batch becomes
//
//	(1 - share) * its loss + share * loss.Teacher
//
// for the vectors as for the soft bits. The teacher reads what the network reads, before features of
// it are dropped, so each batch costs it as many encodings as there are examples.
type pupil struct {
	teacher Teacher
	share   float32
	loss    loss.Teacher
	vectors nn.Matrix // the teacher's, of the examples of the batch
	dx      nn.Matrix
}

// Teacher is a finished encoder to learn from, of any kind and length of vectors. It is safe for concurrent use.
type Teacher interface {
	Dim() int
	// EncodeForm appends the unit vector of a text form to dst.
	EncodeForm(dst []float32, form []byte) []float32
}

// newPupil returns the pupil of cfg's teacher, with room for n examples.
func newPupil(cfg Config, n int) *pupil {
	return &pupil{
		teacher: cfg.Teacher, share: float32(cfg.TeacherShare),
		loss:    loss.Teacher{Temperature: float32(cfg.Temperature), Threads: cfg.Threads},
		vectors: nn.NewMatrix(n, cfg.Teacher.Dim()), dx: nn.NewMatrix(n, cfg.Dim),
	}
}

// read lets the teacher encode example i.
func (p *pupil) read(i int, form []byte) { p.teacher.EncodeForm(nn.Row(p.vectors, i)[:0], form) }

// with returns the loss that is mixed of another one, see Task.Loss, and of the teacher's.
func (p *pupil) with(other func(dx, x nn.Matrix) float64) func(dx, x nn.Matrix) float64 {
	return func(dx, x nn.Matrix) float64 {
		own := nn.Rows(p.dx, 0, x.Rows)
		l := float64(float64(1-p.share)*other(dx, x)) + float64(float64(p.share)*p.loss.Loss(own, x, nn.Rows(p.vectors, 0, x.Rows)))
		for i := range x.Rows {
			to, from := nn.Row(dx, i), nn.Row(own, i)
			vec.Scale(1-p.share, to)
			vec.Scale(p.share, from)
			vec.Add(to, from)
		}
		return l
	}
}

// asked is how many names tell one teacher from another.
const asked = 1000

// digestOf returns a digest of what a teacher makes of the first names, "" of none.
func digestOf(teacher Teacher, texts []string) string {
	if teacher == nil {
		return ""
	}
	h := sha256.New()
	var form []byte
	var vector []float32
	for _, text := range texts[:min(asked, len(texts))] {
		form = names.AppendForm(form[:0], text)
		vector = teacher.EncodeForm(vector[:0], form)
		h.Write(wire.AppendFloat32s(nil, vector))
	}
	return hex.EncodeToString(h.Sum(nil))
}
