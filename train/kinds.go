package train

import (
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/normlet/normlet/internal/f64"
)

// kinds draws names of several kinds, which are namespaces, so that each has its share, however
// many names it has. A batch consists of blocks of one kind each, because it is names of one kind
// that are hard to tell apart.
type kinds struct {
	of     [][]int32 // the names of each kind, in the order of this pass over them
	taken  []int     // names of each, in this pass
	until  []float64 // the shares, added up
	block  int       // names of a block
	batch  []int32
	drawn  int // batches
	random *rand.Rand
}

// newKinds returns the kinds of a set. The share of a kind of n names is proportional to n to the
// power of cfg.Balance.
func newKinds(cfg Config, set *examples, pairs int) *kinds {
	k := &kinds{block: cfg.Block, batch: make([]int32, pairs), random: rand.New(rand.NewPCG(cfg.Seed, 1))}
	k.of = make([][]int32, set.kinds)
	for name, kind := range set.kind {
		k.of[kind] = append(k.of[kind], int32(name))
	}
	k.of = slices.DeleteFunc(k.of, func(names []int32) bool { return len(names) == 0 })
	k.taken = make([]int, len(k.of))
	sum := 0.0
	for kind, names := range k.of {
		k.shuffle(kind)
		sum += f64.Pow(float64(len(names)), cfg.Balance)
		k.until = append(k.until, sum)
	}
	return k
}

func (k *kinds) shuffle(kind int) {
	names := k.of[kind]
	k.random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	k.taken[kind] = 0
}

func (k *kinds) draw(step int) []int32 {
	for ; k.drawn <= step; k.drawn++ {
		for rest := k.batch; len(rest) > 0; {
			n := min(k.block, len(rest))
			k.fill(rest[:n])
			rest = rest[n:]
		}
	}
	return k.batch
}

// fill sets a block to the next names of a kind.
func (k *kinds) fill(block []int32) {
	last := len(k.of) - 1
	u := k.random.Float64() * k.until[last]
	kind := sort.Search(last, func(i int) bool { return k.until[i] >= u })
	for i := range block {
		if k.taken[kind] == len(k.of[kind]) {
			k.shuffle(kind)
		}
		block[i] = k.of[kind][k.taken[kind]]
		k.taken[kind]++
	}
}
