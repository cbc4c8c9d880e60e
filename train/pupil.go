package train

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/normlet/normlet/core/encoder"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss"
	"github.com/normlet/normlet/internal/nn/vec"
)

// pupil is what a network needs to learn from a teacher: the loss of a batch becomes
//
//	(1 - share) * its loss + share * loss.Teacher
//
// for the vectors as for the soft bits. The teacher reads what the network reads, before features of
// it are dropped, so each batch costs it as many encodings as there are examples.
type pupil struct {
	teacher *encoder.Encoder
	share   float32
	loss    loss.Teacher
	vectors nn.Matrix // the teacher's, of the examples of the batch
	dx      nn.Matrix
}

// newPupil returns the pupil of cfg's teacher, with room for n examples. It fails when the teacher is
// no encoder.
func newPupil(cfg Config, n int) (*pupil, error) {
	teacher, err := encoder.New(cfg.Teacher)
	if err != nil {
		return nil, err
	}
	return &pupil{
		teacher: teacher, share: float32(cfg.TeacherShare),
		loss:    loss.Teacher{Temperature: float32(cfg.Temperature), Threads: cfg.Threads},
		vectors: nn.NewMatrix(n, teacher.Dim()), dx: nn.NewMatrix(n, cfg.Dim),
	}, nil
}

// read lets the teacher encode example i.
func (p *pupil) read(i int, form []byte) { p.teacher.EncodeForm(nn.Row(p.vectors, i)[:0], form) }

// with returns the loss that is mixed of another one and of the teacher's, see labelLoss.
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

// digestOf returns the digest of an encoder, "" of none.
func digestOf(w *encoder.Weights) (string, error) {
	if w == nil {
		return "", nil
	}
	content, err := w.AppendBinary(nil)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:]), nil
}
