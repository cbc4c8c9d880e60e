// Package loss holds the training loss, InfoNCE: every row finds its partner among all rows of the other
// side (softmax), both ways. It works on cosine: its inputs are unit vectors, one a row.
//
// It sets the gradients in its inputs, taken as free vectors: the gradient through the normalization to
// unit length belongs to the network. The second side may be longer than the first, the additional rows
// being further negatives.
//
// SoftBits change what a loss sees: the vectors as a phone's bits will show them.
package loss
