package bitvec

// Kernel is one implementation of Table.Scan.
type Kernel struct {
	name     string
	runnable bool // on this machine
	scan     func(words int) (scanFunc, layout)
	four     func(words int) fourFunc // nil, or returning nil, where there is none
}

// scanFunc is Table.Scan for one width, after its checks.
type scanFunc func(codes []uint64, hits []Hit, q *Query, allow []uint64, from, to, limit int) (n, next int)

// fourFunc is Four.Scan after its checks: it fills f.found and returns the number of blocks in it.
type fourFunc func(f *Four, allow []uint64, from, to int) (n, next int)

// Name returns the short name used in reports: go, avx2, avx512 or neon.
func (k *Kernel) Name() string { return k.name }

// Runnable reports whether this machine has the instructions that the kernel needs.
func (k *Kernel) Runnable() bool { return k.runnable }

var plain = &Kernel{name: "go", runnable: true, scan: plainScan}

// Kernels returns every kernel of this build, best first; the last one is plain Go and always runnable.
func Kernels() []*Kernel { return append(archKernels(), plain) }

// Best returns the first kernel that this machine can run.
func Best() *Kernel {
	for _, k := range archKernels() {
		if k.runnable {
			return k
		}
	}
	return plain
}
