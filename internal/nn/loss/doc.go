// Package loss holds the training losses. All of them work on cosine: their
// inputs are unit vectors, one a row.
//
//	InfoNCE      every row finds its partner among all rows of the other side (softmax), both ways or one
//	Proxy        every row is pulled to its partner and pushed away from all other rows, past a margin
//	Contrastive  rows in pairs, with a wanted similarity from 0 to 1 each
//	Teacher      rows are as similar to each other as by the vectors of another encoder
//
// A loss sets the gradients in its inputs, two but for Teacher, taken as free vectors: the
// gradient through the normalization to unit length belongs to the network.
// InfoNCE and Proxy share a signature. Their second side may be longer than the
// first, the additional rows being mined hard negatives.
//
// SoftBits and FGSM change what a loss sees: the vectors as a phone's bits will
// show them, and inputs moved to where the loss is worse.
package loss

// sum adds up x in order.
func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}
