package bitvec

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const hugePage = 2 << 20

// adviseHuge asks for huge pages under memory that is about to be filled. It is a hint, so a refusal changes nothing.
func adviseHuge(p unsafe.Pointer, bytes int) {
	skip := int(-uintptr(p) % hugePage) // madvise takes whole pages
	if bytes < skip+hugePage {
		return
	}
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(p, skip)), (bytes-skip)/hugePage*hugePage), unix.MADV_HUGEPAGE)
}
