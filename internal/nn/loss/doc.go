// Package loss holds the training loss, InfoNCE: each row must find its partner among all rows of the other side
// (softmax), both ways. It works on cosine: its inputs are unit vectors, one in each row.
//
// It computes the gradients of its inputs as if they were free vectors: the network adds the gradient through the
// normalization to unit length. The second side may be longer than the first; the additional rows are further
// negatives.
//
// SoftBits let a loss see the vectors as the bits of a phone will show them.
package loss
