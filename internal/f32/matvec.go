package f32

// MatVec sets dst[i] to Dot(row i of w, x), to the last bit; w has len(dst) rows of len(x) elements. Vector instructions,
// where there are some, have the eight lanes of the package comment.
func MatVec(dst, w, x []float32) {
	w = w[:len(dst)*len(x)]
	done := 0
	if len(x) > 0 {
		done = matVec(dst, w, x)
	}
	for i := done; i < len(dst); i++ {
		dst[i] = Dot(w[i*len(x):(i+1)*len(x)], x)
	}
}
