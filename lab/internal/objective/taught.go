package objective

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/vec"
	"github.com/normlet/normlet/internal/wire"
	"github.com/normlet/normlet/lab/internal/losses"
	"github.com/normlet/normlet/train"
)

// Teacher is a finished encoder to learn from, of any kind and length of vectors. It is safe for concurrent use.
type Teacher interface {
	Dim() int
	// EncodeForm appends the unit vector of a text form to dst.
	EncodeForm(dst []float32, form []byte) []float32
}

// taught is a task whose loss becomes
//
//	(1 - share) * its loss + share * losses.Teacher
//
// for the vectors as for the soft bits. The teacher reads what the network reads, before features of
// it are dropped, so each batch costs it as many encodings as there are examples.
type taught struct {
	train.Task
	teacher Teacher
	share   float32
	loss    losses.Teacher
	vectors nn.Matrix // the teacher's, of the examples of the batch
	dx      nn.Matrix
}

func newTaught(cfg train.Config, task train.Task, teacher Teacher, share float64) *taught {
	return &taught{
		Task: task, teacher: teacher, share: float32(share),
		loss:    losses.Teacher{Temperature: float32(cfg.Temperature), Threads: cfg.Threads},
		vectors: nn.NewMatrix(task.Examples(), teacher.Dim()), dx: nn.NewMatrix(task.Examples(), cfg.Dim),
	}
}

// Text implements train.Task.
func (t *taught) Text(i int, rng *rand.Rand) string {
	text := t.Task.Text(i, rng)
	t.teacher.EncodeForm(nn.Row(t.vectors, i)[:0], names.AppendForm(nil, text))
	return text
}

// Loss implements train.Task.
func (t *taught) Loss(dx, x nn.Matrix) float64 {
	own := nn.Rows(t.dx, 0, x.Rows)
	l := float64(float64(1-t.share)*t.Task.Loss(dx, x)) + float64(float64(t.share)*t.loss.Loss(own, x, nn.Rows(t.vectors, 0, x.Rows)))
	for i := range x.Rows {
		to, from := nn.Row(dx, i), nn.Row(own, i)
		vec.Scale(1-t.share, to)
		vec.Scale(t.share, from)
		vec.Add(to, from)
	}
	return l
}

// digestOf returns a digest of what a teacher makes of a few texts, which tells it from others.
func digestOf(teacher Teacher) string {
	var vectors []float32
	for _, text := range []string{"forkhead box p2", "plcg2", "type 2 diabetes mellitus", "aspirin"} {
		vectors = teacher.EncodeForm(vectors, []byte(text))
	}
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE(wire.AppendFloat32s(nil, vectors)))
}
