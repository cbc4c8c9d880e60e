package kg

import "github.com/normlet/normlet/internal/f32"

// A penalty adds weight times the gradient of a regularizer to the gradients of a triple's vectors, and returns weight
// times its value.
type penalty struct {
	// entity is the part of x, the head or the tail of a triple with relation r.
	entity func(dx, dr, x, r []float32, weight float32) float64
	// relation is the part of the relation alone.
	relation func(dr, r []float32, weight float32) float64
}

var penalties = map[string]penalty{
	N3:   {each(n3), n3},
	L2:   {each(l2), l2},
	DURA: {dura, func(_, _ []float32, _ float32) float64 { return 0 }},
}

// each is a regularizer of every vector by itself.
func each(p func(dx, x []float32, weight float32) float64) func(dx, dr, x, r []float32, weight float32) float64 {
	return func(dx, _, x, _ []float32, weight float32) float64 { return p(dx, x, weight) }
}

// n3 is the nuclear 3-norm, sum |x_k|³, whose gradient is 3 |x_k| x_k.
func n3(dx, x []float32, weight float32) float64 {
	n := len(x) / 2
	re, im, dre, dim := x[:n], x[n:2*n], dx[:n], dx[n:2*n]
	var sum float64
	for k, a := range re {
		b := im[k]
		square := float32(a*a) + float32(b*b)
		size := f32.Sqrt(square)
		sum += float64(square) * float64(size)
		g := 3 * weight * size
		dre[k] += float32(g * a)
		dim[k] += float32(g * b)
	}
	return float64(weight) * sum
}

// l2 is sum |x_k|², whose gradient is 2 x_k.
func l2(dx, x []float32, weight float32) float64 {
	var sum float64
	for i, a := range x {
		sum += float64(a) * float64(a)
		dx[i] += float32(2 * weight * a)
	}
	return float64(weight) * sum
}

// The weights of an entity by itself and times its relation, those of Zhang, Cai and Wang.
const duraAlone, duraTimes = 0.5, 1.5

// dura is sum duraAlone |x_k|² + duraTimes |x_k|² |r_k|²: entities that a relation joins are drawn to each other, not to
// zero alone.
func dura(dx, dr, x, r []float32, weight float32) float64 {
	n := len(x) / 2
	var sum float64
	for k := range n {
		a, b, c, d := x[k], x[k+n], r[k], r[k+n]
		entity, relation := float32(a*a)+float32(b*b), float32(c*c)+float32(d*d)
		ofEntity, ofRelation := duraAlone+float32(duraTimes*relation), float32(duraTimes*entity)
		sum += float64(entity) * float64(ofEntity)
		g, h := 2*float32(weight*ofEntity), 2*float32(weight*ofRelation)
		dx[k] += float32(g * a)
		dx[k+n] += float32(g * b)
		dr[k] += float32(h * c)
		dr[k+n] += float32(h * d)
	}
	return float64(weight) * sum
}
