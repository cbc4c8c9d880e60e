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

// Training splits its batches over threads itself, so each product runs on the thread that asks for it, whatever
// OPENBLAS_NUM_THREADS says: more would fight for the same cores, and would make the order of additions depend on their
// number. The results differ from Gonum's, and between kinds of processors, in the last bits.
func init() {
	C.openblas_set_num_threads(1)
	blas32.Use(netlib.Implementation{})
}
