package kg

import (
	"math"
	"math/rand/v2"

	"github.com/normlet/normlet/internal/nn"
)

// Model holds the vectors that were learned of a graph.
type Model struct {
	*Names
	Rank   int       // complex numbers in a vector
	Config Config    // that it was trained with
	Loss   []float64 // mean loss of each epoch

	entities  nn.Matrix // a row of 2*Rank for each entity
	relations nn.Matrix // for each relation, then for each reciprocal one
}

func newModel(n *Names, rank int) *Model {
	return &Model{Names: n, Rank: rank, entities: nn.NewMatrix(len(n.Entities), 2*rank), relations: nn.NewMatrix(2*len(n.Relations), 2*rank)}
}

func (m *Model) init(seed uint64, deviation float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for _, x := range m.params() {
		for i := range x {
			x[i] = float32(deviation * rng.NormFloat64())
		}
	}
}

func (m *Model) params() [][]float32 { return [][]float32{m.entities.Data, m.relations.Data} }

// Entity returns the vector of an entity, real parts, then imaginary ones. It is not to be
// changed.
func (m *Model) Entity(id int) []float32 { return nn.Row(m.entities, id) }

func (m *Model) finite() bool {
	for _, x := range m.params() {
		for _, v := range x {
			if v-v != 0 {
				return false
			}
		}
	}
	return true
}

func bad(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }
