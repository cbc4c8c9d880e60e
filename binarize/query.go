package binarize

import "slices"

// The asymmetric score of a projection and a code is the sum of proj[i] where bit i of
// the code is set, and of -proj[i] where it is not: larger is better. The four bits of a
// nibble are added first, as (p0 + p1) + (p2 + p3) with their signs. Nibble j goes to
// lane j%4 of four running sums, which end as (s0 + s1) + (s2 + s3).

// Query is a projected vector prepared for scoring many codes. The zero value takes a
// projection by [Query.Reset]. Score may be called concurrently, Reset not.
//
// A table has the 16 possible sums of every nibble: 16 bytes per bit, so a code of 128
// bits costs 32 look-ups in 2 KiB. Tables per byte would halve the look-ups, but take
// too long to build for the hundred or so candidates of a mention.
type Query struct {
	table [][16]float32 // per nibble of the code
}

// NewQuery returns a query for a projection made by [Head.Project].
func NewQuery(proj []float32) *Query {
	q := new(Query)
	q.Reset(proj)
	return q
}

// Reset replaces the projection, whose length must be a multiple of 64. It keeps no
// reference to proj.
func (q *Query) Reset(proj []float32) {
	mustLen("projection", len(proj), len(proj)/64*64)
	n := len(proj) / 4
	q.table = slices.Grow(q.table[:0], n)[:n]
	for j := range q.table {
		fillNibble(&q.table[j], proj[4*j], proj[4*j+1], proj[4*j+2], proj[4*j+3])
	}
}

// fillNibble writes the sum of a nibble for every value of its four bits.
func fillNibble(t *[16]float32, p0, p1, p2, p3 float32) {
	a, b, c, d := -p0-p1, p0-p1, p1-p0, p0+p1
	for i, high := range [...]float32{-p2 - p3, p2 - p3, p3 - p2, p2 + p3} {
		t[4*i], t[4*i+1], t[4*i+2], t[4*i+3] = a+high, b+high, c+high, d+high
	}
}

// Score returns the asymmetric score of a code, which must have a word for every 64
// elements of the projection.
func (q *Query) Score(code []uint64) float32 {
	mustLen("code", len(code), len(q.table)/16)
	var s0, s1, s2, s3 float32
	for w, x := range code {
		t := (*[16][16]float32)(q.table[16*w:])
		s0 += t[0][x&15]
		s1 += t[1][x>>4&15]
		s2 += t[2][x>>8&15]
		s3 += t[3][x>>12&15]
		s0 += t[4][x>>16&15]
		s1 += t[5][x>>20&15]
		s2 += t[6][x>>24&15]
		s3 += t[7][x>>28&15]
		s0 += t[8][x>>32&15]
		s1 += t[9][x>>36&15]
		s2 += t[10][x>>40&15]
		s3 += t[11][x>>44&15]
		s0 += t[12][x>>48&15]
		s1 += t[13][x>>52&15]
		s2 += t[14][x>>56&15]
		s3 += t[15][x>>60]
	}
	return (s0 + s1) + (s2 + s3)
}
