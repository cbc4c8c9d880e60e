//go:build openblas

package nn

/*
#cgo LDFLAGS: -lopenblas
void openblas_set_num_threads(int n);
*/
import "C"

import (
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/netlib/blas/netlib"
)

// Training splits its batches over threads itself, so OpenBLAS gets one: more would fight for the same cores and change
// the order of additions. The results differ between kinds of processors in the last bits.
func init() {
	C.openblas_set_num_threads(1)
	blas32.Use(netlib.Implementation{})
}
