package loss_test

import (
	"fmt"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/internal/nn/loss"
)

// The loss of two mentions, their partners, and a hard negative that is nearer to the second mention
// than its partner is. The partners look for the mentions, too.
func ExampleInfoNCE() {
	mentions := nn.Matrix{Rows: 2, Cols: 2, Stride: 2, Data: []float32{1, 0, 0, 1}}
	names := nn.Matrix{Rows: 3, Cols: 2, Stride: 2, Data: []float32{1, 0, 0.8, 0.6, -0.6, 0.8}}
	dm, dn := nn.NewMatrix(2, 2), nn.NewMatrix(3, 2)
	entropy := loss.InfoNCE{Temperature: 0.1}
	fmt.Printf("%.3f\n", entropy.Loss(dm, dn, mentions, names, []int32{7, 8}, []int32{7, 8, 9}))
	// Output: 2.191
}
