package binarize

import "github.com/normlet/normlet/internal/f32"

// Factor is what [Query.Score] cannot know from a code: how far the projected
// vector m lies from the corner of the cube that its code stands for. It is kept
// beside the code, 8 bytes, and turns scores into unbiased estimates, as in
// RaBitQ (Gao and Long, SIGMOD 2024).
//
// The score of a query projection q is the inner product of q with the corner c.
// Along m, c has the length |m|1 / |m| (1-norm over 2-norm); its rest is
// orthogonal to m, and points in no preferred direction when the rows of W are
// those of a random rotation. Then score * |m|^2 / |m|1 has the inner product of
// m and q as its mean; the standard error is about |m| |q| sqrt(0.57/bits). With
// rows that are orthonormal but fitted (pca, itq) this holds nearly.
type Factor struct {
	Scale  float32 // |m|^2 / |m|1, 0 for a zero vector
	Square float32 // |m|^2
}

// NewFactor returns the factor of a vector by its projection (see
// [Head.Project]), whose code is Signs(proj).
func NewFactor(proj []float32) Factor {
	var norm1 float32
	for _, x := range proj {
		norm1 += max(x, -x)
	}
	square := f32.Dot(proj, proj)
	if norm1 == 0 {
		return Factor{}
	}
	return Factor{Scale: square / norm1, Square: square}
}

// dot returns the estimated inner product of the vector's projection with that
// of a query, given the query's score for the code.
func (f Factor) dot(score float32) float32 { return float32(f.Scale * score) }

// Distance returns the estimated squared distance between the vector's projection
// and a query's, given the query's score for the code and the square of its
// projection. With a head that only rotates and shifts, it is the
// squared distance of the vectors themselves: it orders unit vectors as their
// cosine does. It may come out below zero.
func (f Factor) Distance(score, querySquare float32) float32 {
	return f.Square - 2*f.dot(score) + querySquare
}
