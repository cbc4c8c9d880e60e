//go:build !purego

package vec

import (
	"math"

	"golang.org/x/sys/cpu"
)

var hasVectors = cpu.X86.HasAVX2

// constants are what the kernels of exponentials compute with, each eight times: as in f32.exp, and 87, the sign bit and 10.
var constants = func() (table [15][lanes]float32) {
	const (
		ln2Hi     = 355. / 512
		wholeBits = 0x4b400000
	)
	for i, v := range [...]float32{
		1 / math.Ln2, 3 << 22, ln2Hi, math.Ln2 - ln2Hi, 1. / 5040, 1. / 720, 1. / 120, 1. / 24, 1. / 6, 1. / 2, 1,
		math.Float32frombits((127 - wholeBits) & math.MaxUint32), 87, math.Float32frombits(1 << 31), 10,
	} {
		for j := range table[i] {
			table[i][j] = v
		}
	}
	return table
}()

//go:noescape
func addAVX2(y, x *float32, n int)

//go:noescape
func scaleAVX2(x *float32, n int, alpha float32)

//go:noescape
func addRowsAVX2(out, table *float32, rows *uint32, count, dim int)

//go:noescape
func maxAVX2(x *float32, n int) (most float32, number bool)

//go:noescape
func expBelowAVX2(x *float32, n int, top, least float32, table *[15][lanes]float32)

//go:noescape
func sigmoidAVX2(x *float32, n int, table *[15][lanes]float32)

//go:noescape
func tanhAVX2(x *float32, n int, table *[15][lanes]float32)

//go:noescape
func adamAVX2(p, grad, m, v *float32, n int, c *AdamStep)

//go:noescape
func dots2x4AVX2(c0, c1, a0, a1, b *float32, n, k int)

func add(y, x *float32, n int)                              { addAVX2(y, x, n) }
func scale(x *float32, n int, alpha float32)                { scaleAVX2(x, n, alpha) }
func addRows(out, table *float32, rows *uint32, n, dim int) { addRowsAVX2(out, table, rows, n, dim) }
func largest(x *float32, n int) (most float32, number bool) { return maxAVX2(x, n) }
func expBelow(x *float32, n int, top, least float32)        { expBelowAVX2(x, n, top, least, &constants) }
func sigmoid(x *float32, n int)                             { sigmoidAVX2(x, n, &constants) }
func tanh(x *float32, n int)                                { tanhAVX2(x, n, &constants) }
func adam(p, g, m, v *float32, n int, s *AdamStep)          { adamAVX2(p, g, m, v, n, s) }
func dots2(c0, c1, a0, a1, b *float32, n, k int)            { dots2x4AVX2(c0, c1, a0, a1, b, n, k) }
