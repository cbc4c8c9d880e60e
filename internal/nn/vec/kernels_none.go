//go:build purego || !amd64

package vec

const hasVectors = false

// Without vector instructions none of these is called.

func add(y, x *float32, n int)                              {}
func scale(x *float32, n int, alpha float32)                {}
func addRows(out, table *float32, rows *uint32, n, dim int) {}
func largest(x *float32, n int) (most float32, number bool) { return 0, false }
func expBelow(x *float32, n int, top, least float32)        {}
func sigmoid(x *float32, n int)                             {}
func tanh(x *float32, n int)                                {}
func adam(p, g, m, v *float32, n int, s *AdamStep)          {}
func dots2(c0, c1, a0, a1, b *float32, n, k int)            {}
