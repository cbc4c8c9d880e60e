// Package losses holds the training losses that only experiments use, beside those of internal/nn/loss. All
// of them work on cosine: their inputs are unit vectors, one a row.
//
//	CrossEntropy  every row finds its partner among all rows of the other side (softmax): InfoNCE one way
//	Proxy         every row is pulled to its partner and pushed away from all other rows, past a margin
//	Contrastive   rows in pairs, with a wanted similarity from 0 to 1 each
//	Teacher       rows that are as similar to each other as by the vectors of another encoder
//	Across        rows of a batch that are no pairs, as pairs of similarity 0
//
// A loss sets the gradients in its inputs, taken as free vectors. CrossEntropy and Proxy share a
// signature with InfoNCE. Their second side may be longer than the first, the additional rows being
// hard negatives.
//
// FGSM changes what a loss sees: inputs moved to where the loss is worse.
package losses

// sum adds up x in order.
func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}
