package link

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/normlet/normlet/internal/nn"
)

// Material is what a Linker is trained on.
type Material struct {
	Space  *Space
	Data   *Dataset
	Encode func(dst []float32, text string) []float32 // the vector of a mention
	// Rivals returns up to k entities whose names are most like a mention, for hard negatives; nil: none.
	Rivals func(mention string, k int) []int32
}

// Train learns a Linker. It ends with ctx's error, or when a loss is no finite number.
func Train(ctx context.Context, m *Material, cfg Config) (*Linker, error) {
	cfg = cfg.withDefaults()
	if len(m.Data.Train) == 0 || len(m.Data.Fit) == 0 {
		return nil, fmt.Errorf("link: %w: %d mentions to train on, %d to fit", errEmptySplit, len(m.Data.Train), len(m.Data.Fit))
	}
	t := newTrainer(m, cfg)
	best, kept := math.Inf(1), [][]float32{}
	for epoch := range cfg.Epochs {
		loss, err := t.epoch(ctx, epoch)
		if err != nil {
			return nil, err
		}
		valid := t.valid()
		if math.IsNaN(valid) || math.IsInf(valid, 0) {
			return nil, fmt.Errorf("link: the loss on the middle part is not a finite number after epoch %d; try a lower learning rate", epoch+1)
		}
		t.Loss, t.Valid = append(t.Loss, loss), append(t.Valid, valid)
		if valid < best {
			best, t.Best, kept = valid, epoch+1, kept[:0]
			for _, p := range t.params() {
				kept = append(kept, slices.Clone(p))
			}
		}
	}
	for i, p := range t.params() {
		copy(p, kept[i])
	}
	return t.Linker, nil
}

// trainer is a training under way. Everything random follows from the seed and the step.
type trainer struct {
	*Linker
	grad   *Linker
	m      *Material
	adam   nn.Adam
	rivals map[string][]int32 // rows of the space, of each mention
}

func newTrainer(m *Material, cfg Config) *trainer {
	dim := m.Space.dim()
	t := &trainer{Linker: newLinker(cfg, m.Encode, dim), grad: newLinker(cfg, m.Encode, dim), m: m, rivals: map[string][]int32{}}
	t.initialize()
	return t
}

// epoch trains on all examples once and returns the mean loss.
func (t *trainer) epoch(ctx context.Context, epoch int) (float64, error) {
	rng := rand.New(rand.NewPCG(t.Config.Seed, 1<<32+uint64(epoch)))
	list := pointers(t.m.Data.Train)
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	total, size := 0.0, t.Config.Batch
	steps := (len(list) + size - 1) / size
	for step := range steps {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		batch := list[step*size : min((step+1)*size, len(list))]
		loss := t.step(batch, rng)
		if math.IsNaN(loss) || math.IsInf(loss, 0) {
			return 0, fmt.Errorf("link: the loss of step %d of epoch %d is not a finite number; try a lower learning rate", step+1, epoch+1)
		}
		total += loss * float64(len(batch))
		if t.Config.Progress != nil {
			t.Config.Progress(epoch*steps+step+1, t.Config.Epochs*steps)
		}
	}
	return total / float64(len(list)), nil
}

func (t *trainer) step(batch []*Example, rng *rand.Rand) float64 {
	loss := t.gradient(batch, t.candidates(batch, rng, t.Config.Hard))
	params, grads := t.params(), t.grad.params()
	t.adam.Begin(params)
	for i, p := range params {
		t.adam.Update(i, p, grads[i], 0, len(p), t.Config.Rate)
	}
	return loss
}

// gradient returns the loss of a batch among candidates, and adds to the gradients.
func (t *trainer) gradient(batch []*Example, candidates []int32) float64 {
	x := nn.NewMatrix(len(batch), t.out.In)
	t.input(x, batch)
	z, dz := nn.NewMatrix(len(batch), t.out.Out), nn.NewMatrix(len(batch), t.out.Out)
	t.out.Forward(z, x)
	loss := t.loss(dz, z, batch, candidates)
	t.backward(t.grad, x, dz)
	return loss
}

func (t *trainer) loss(dz, z nn.Matrix, batch []*Example, candidates []int32) float64 {
	c := nn.NewMatrix(len(candidates), z.Cols)
	for i, r := range candidates {
		copy(nn.Row(c, i), nn.Row(t.m.Space.Vectors, int(r)))
	}
	gold := make([][]int32, len(batch))
	for i, e := range batch {
		for _, r := range t.m.Space.rows(e.Gold) {
			at, _ := slices.BinarySearch(candidates, r)
			gold[i] = append(gold[i], int32(at))
		}
	}
	return distanceLoss(dz, z, c, gold, float32(t.Config.Sharpness))
}

// rows returns the rows of those entities that have one.
func (s *Space) rows(entities []int32) []int32 {
	var out []int32
	for _, e := range entities {
		if r, ok := s.Row(e); ok {
			out = append(out, r)
		}
	}
	return out
}

// candidates returns the rows that a batch is to choose from, ascending: its gold, some drawn ones, and
// hard ones.
func (t *trainer) candidates(batch []*Example, rng *rand.Rand, hard int) []int32 {
	var out []int32
	for range t.Config.Uniform {
		out = append(out, int32(rng.IntN(len(t.m.Space.Entities))))
	}
	for _, e := range batch {
		out = append(out, t.m.Space.rows(e.Gold)...)
		out = append(out, t.rivalsOf(e.Mention, hard)...)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	for len(out)%8 != 0 && len(out) < len(t.m.Space.Entities) { // products over other lengths are slow, see f32.MatVec
		r := int32(rng.IntN(len(t.m.Space.Entities)))
		if at, ok := slices.BinarySearch(out, r); !ok {
			out = slices.Insert(out, at, r)
		}
	}
	return out
}

func (t *trainer) rivalsOf(mention string, k int) []int32 {
	if t.m.Rivals == nil || k <= 0 {
		return nil
	}
	rows, ok := t.rivals[mention]
	if !ok {
		rows = t.m.Space.rows(t.m.Rivals(mention, k))
		t.rivals[mention] = rows
	}
	return rows
}

// valid returns the loss on the middle part, each mention among the same candidates after every epoch.
func (t *trainer) valid() float64 {
	rng := rand.New(rand.NewPCG(t.Config.Seed, 6))
	list := pointers(t.m.Data.Fit)
	z := t.points(t.m.Data.Fit)
	total, size := 0.0, t.Config.Batch
	for lo := 0; lo < len(list); lo += size {
		hi := min(lo+size, len(list))
		dz := nn.NewMatrix(hi-lo, z.Cols)
		total += float64(hi-lo) * t.loss(dz, nn.Rows(z, lo, hi), list[lo:hi], t.candidates(list[lo:hi], rng, t.Config.Hard))
	}
	return total / float64(len(list))
}
