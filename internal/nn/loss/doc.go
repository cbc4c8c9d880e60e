// Package loss holds the training losses. All of them work on cosine: their
// inputs are unit vectors, one a row.
//
//	InfoNCE  every row finds its partner among all rows of the other side (softmax), both ways
//	Teacher  rows are as similar to each other as by the vectors of another encoder
//
// A loss sets the gradients in its inputs, taken as free vectors: the gradient through the
// normalization to unit length belongs to the network. The second side of InfoNCE may be longer than
// the first, the additional rows being mined hard negatives.
//
// SoftBits change what a loss sees: the vectors as a phone's bits will show them.
package loss

// sum adds up x in order.
func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}
