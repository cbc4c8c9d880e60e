// Package vec holds the loops in which training spends its time, with vector instructions (AVX2) where there are some.
//
// As in package f32, a loop gives the same bits with and without them, on every platform: products are rounded before
// they are added, and sums have one order. So the machine decides only how long training takes.
//
// The build tag purego leaves only plain Go.
package vec

import (
	"math"

	"github.com/normlet/normlet/internal/f32"
)

// lanes is the number of elements that a vector instruction takes; loops in plain Go take the rest.
const lanes = 8

// whole returns how many of n elements vector instructions take: all but the last few, none without these instructions.
func whole(n int) int {
	if !hasVectors {
		return 0
	}
	return n &^ (lanes - 1)
}

// Add adds x to y. y must be at least as long as x.
func Add(y, x []float32) {
	y = y[:len(x)]
	n := whole(len(x))
	if n > 0 {
		add(&y[0], &x[0], n)
	}
	for i := n; i < len(x); i++ {
		y[i] += x[i]
	}
}

func Scale(alpha float32, x []float32) {
	n := whole(len(x))
	if n > 0 {
		scale(&x[0], n, alpha)
	}
	f32.Scale(alpha, x[n:])
}

// AddRows sets out to the sum of rows of a table, in their order; a row is as long as out.
func AddRows(out, table []float32, rows []uint32) {
	dim := len(out)
	if n := whole(dim); n == dim && n > 0 && len(rows) > 0 {
		for _, r := range rows {
			_ = table[int(r)*dim : (int(r)+1)*dim]
		}
		addRows(&out[0], &table[0], &rows[0], len(rows), dim)
		return
	}
	clear(out)
	for _, r := range rows {
		Add(out, table[int(r)*dim:(int(r)+1)*dim])
	}
}

// Max returns the largest element of x, which must not be empty, or NaN if one is.
func Max(x []float32) float32 {
	n := whole(len(x))
	top := x[0]
	if n > 0 {
		var number bool
		if top, number = largest(&x[0], n); !number {
			return float32(math.NaN())
		}
	}
	for _, v := range x[n:] {
		top = max(top, v)
	}
	return top
}

// ExpBelow replaces every element of x by f32.Exp(x - top), or by 0 where x - top is less than least. No element may be
// larger than top, and least no less than -87.
func ExpBelow(x []float32, top, least float32) {
	n := whole(len(x))
	if n > 0 {
		expBelow(&x[0], n, top, least)
	}
	for i, v := range x[n:] {
		if v -= top; v < least {
			x[n+i] = 0
		} else {
			x[n+i] = f32.Exp(v)
		}
	}
}

// Sigmoid replaces every element of x by its f32.Sigmoid.
func Sigmoid(x []float32) { replace(x, sigmoid, f32.Sigmoid) }

// Tanh replaces every element of x by its f32.Tanh.
func Tanh(x []float32) { replace(x, tanh, f32.Tanh) }

// replace replaces elements of x by whole vectors, and the rest one by one.
func replace(x []float32, many func(x *float32, n int), one func(float32) float32) {
	n := whole(len(x))
	if n > 0 {
		many(&x[0], n)
	}
	for i, v := range x[n:] {
		x[n+i] = one(v)
	}
}

// AdamStep is what a step of Adam has in common for all parameters: the shares that the moments keep and take over, the
// learning rate and epsilon, both corrected for the bias of the first steps.
type AdamStep struct{ Keep1, Take1, Keep2, Take2, Rate, Epsilon float32 }

// Update changes parameters p and their moments m and v by the gradient g, which it clears. All are as long as g.
func (s *AdamStep) Update(p, g, m, v []float32) {
	p, m, v = p[:len(g)], m[:len(g)], v[:len(g)]
	n := whole(len(g))
	if n > 0 {
		adam(&p[0], &g[0], &m[0], &v[0], n, s)
	}
	for j := n; j < len(g); j++ {
		d := g[j]
		m[j] = float32(s.Keep1*m[j]) + float32(s.Take1*d)
		v[j] = float32(s.Keep2*v[j]) + float32(float32(s.Take2*d)*d)
		p[j] -= float32(s.Rate*m[j]) / (f32.Sqrt(v[j]) + s.Epsilon)
		g[j] = 0
	}
}

// Dots2 sets c0[i] and c1[i] to f32.Dot(row i of b, a0) and f32.Dot(row i of b, a1); rows of b are as long as a0 and a1.
func Dots2(c0, c1, a0, a1, b []float32) {
	k := len(a0)
	c1, a1, b = c1[:len(c0)], a1[:k], b[:len(c0)*k]
	n := len(c0) &^ 3
	if !hasVectors || k%lanes != 0 || n == 0 || k == 0 {
		n = 0
	} else {
		dots2(&c0[0], &c1[0], &a0[0], &a1[0], &b[0], n, k)
	}
	f32.MatVec(c0[n:], b[n*k:], a0)
	f32.MatVec(c1[n:], b[n*k:], a1)
}
