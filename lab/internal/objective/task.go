package objective

import (
	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/parallel"
	"github.com/normlet/normlet/lab/internal/losses"
	"github.com/normlet/normlet/train"
	"github.com/normlet/normlet/train/data"
)

// Task implements train.Objective.
func (o objective) Task(cfg train.Config, t *data.Terminology, usual *train.Synonyms) (task train.Task, err error) {
	task = usual
	switch o.loss {
	case "ce":
		usual.Compare = (&losses.CrossEntropy{Temperature: float32(cfg.Temperature), Threads: cfg.Threads}).Loss
	case "proxy":
		usual.Compare = (&losses.Proxy{Alpha: float32(o.Alpha), Margin: float32(o.Margin), Threads: cfg.Threads}).Loss
	case "contrastive":
		if task, err = newGraded(cfg, o.Settings, t, usual.Pairs()); err != nil {
			return nil, err
		}
	}
	if o.FGSM {
		task = &adversarial{task, usual.Pairs(), cfg.Threads, float32(o.Epsilon), o.Lambda}
	}
	if o.Teacher != nil {
		task = newTaught(cfg, task, o.Teacher, o.TeacherShare)
	}
	return task, nil
}

var _ train.SecondPass = (*adversarial)(nil)

// adversarial is a task with a second pass over each batch from adversarial inputs.
type adversarial struct {
	train.Task
	first   int // example that is moved: positives and negatives are; the names that look for them stay
	threads int
	epsilon float32
	lambda  float64
}

// Perturber is a network of which FGSM can move the inputs.
type Perturber interface {
	// Perturb moves the input embeddings of the examples from number first on by losses.FGSM of the
	// gradient that Backward has found for them.
	Perturb(p train.Part, first int, epsilon float32)
}

// Again implements train.SecondPass.
func (a *adversarial) Again(net train.Network, n int) float64 {
	parallel.Parts(a.threads, n, func(shard, lo, hi int) {
		p := train.Part{Shard: shard, Lo: lo, Hi: hi}
		if own, ok := net.(Perturber); ok {
			own.Perturb(p, a.first, a.epsilon)
		} else {
			a.perturb(net.(inputs), p)
		}
	})
	return a.lambda
}

// inputs is the network of the encoder of packs.
type inputs interface {
	Inputs(p train.Part) (x, dx nn.Matrix)
}

func (a *adversarial) perturb(net inputs, p train.Part) {
	p.Lo = max(p.Lo, a.first)
	if p.Lo >= p.Hi {
		return
	}
	x, dx := net.Inputs(p)
	step := nn.NewMatrix(x.Rows, x.Cols)
	losses.FGSM(step, dx, a.epsilon)
	for i := range x.Rows {
		to := nn.Row(x, i)
		for j, v := range nn.Row(step, i) {
			to[j] += v
		}
	}
}
