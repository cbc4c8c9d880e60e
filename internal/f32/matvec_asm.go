//go:build !purego && (amd64 || arm64)

package f32

// dot4 sets dst[0:rows] to the inner products of x with rows of w. rows is a positive multiple of 4, n, the length of x
// and of a row, one of 8.
//
//go:noescape
func dot4(dst, w, x *float32, rows, n int)

// matVec does the first rows of MatVec, where it can, and returns their number.
func matVec(dst, w, x []float32) int {
	rows := len(dst) &^ 3
	if !hasDot4 || rows == 0 || len(x)%8 != 0 {
		return 0
	}
	dot4(&dst[0], &w[0], &x[0], rows, len(x))
	return rows
}
