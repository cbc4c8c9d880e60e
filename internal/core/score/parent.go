package score

import (
	"math"

	"github.com/normlet/normlet/internal/f64"
)

// Limits of what the candidates of an unsure answer are kinds of. docs/decisions/nil.md has what others gave.
const (
	UnsureBelow = 0.5 // p of the best match below which an answer is unsure, as one NIL is
	LeastShared = 0.7 // share of the probability of the candidates that their parent has
	LeastParent = 0.5 // p that it has at least
)

// parentWeights are fitted by lab parents on the mentions of NCBI Disease (train) that are unsure.
var parentWeights = [...]float64{1.46, 0.32, -0.03, 0.17}

// ParentInputs is what the p of a parent depends on: a constant, the share of the candidates' probability that it and its
// kinds have, how many these are, and the probability of NIL.
func ParentInputs(share float64, kinds int, pNIL float64) [len(parentWeights)]float64 {
	const rounding = 1e-4 // a pNIL of 1
	return [...]float64{1, logOdds(share), f64.Log(float64(kinds)) / math.Ln2, f64.Log(max(1-pNIL, rounding))}
}

// ParentP returns how likely a parent, or a kind of it, is meant: see ParentInputs.
func ParentP(share float64, kinds int, pNIL float64) float64 {
	var sum float64
	for i, x := range ParentInputs(share, kinds, pNIL) {
		sum += float64(parentWeights[i] * x)
	}
	return 1 / (1 + f64.Exp(-sum))
}
