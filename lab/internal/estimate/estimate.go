// Package estimate makes of the score of a float query for a code an unbiased estimate of inner product or distance.
package estimate

import "github.com/normlet/normlet/internal/f32"

// Factor says how far a projected vector m lies from the corner of the cube that its
// code stands for, which [binarize.Query.Score] cannot know from the code. Kept beside the
// code, 8 bytes, it turns scores into unbiased estimates, as in RaBitQ (Gao and Long,
// SIGMOD 2024).
//
// The score of a query projection q is the inner product of q with the corner c. Along
// m, c has the length |m|1 / |m| (1-norm over 2-norm). Its rest is orthogonal to m, in
// no preferred direction if the rows of W are a random rotation. Then score * |m|^2 /
// |m|1 has the inner product of m and q as its mean, with a standard error of about
// |m| |q| sqrt(0.57/bits). For fitted orthonormal rows (pca, itq) this nearly holds.
type Factor struct {
	Scale  float32 // |m|^2 / |m|1, 0 for a zero vector
	Square float32 // |m|^2
}

// NewFactor returns the factor of a vector by its projection (see
// [binarize.Head.Project]), whose code is Signs(proj).
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

// Distance returns the estimated squared distance between the projections of the vector
// and of a query, given the query's score for the code and the square of its
// projection. It may be below zero. With a head that only rotates and shifts, it is the
// distance of the vectors themselves and orders unit vectors as their cosine does.
func (f Factor) Distance(score, querySquare float32) float32 {
	return f.Square - 2*f.dot(score) + querySquare
}
