package mmap

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// adviseHuge asks for huge pages, which save a scan most of its address
// translations. It is a hint: of file mappings only those on tmpfs and on file
// systems with large folios can follow it, and a refusal changes nothing.
func adviseHuge(data []byte) { _ = unix.Madvise(data, unix.MADV_HUGEPAGE) }

// PageOut tells the system that data will not be read soon: where a file is behind it, as behind what a program
// embeds, it need not be held in memory. A refusal changes nothing.
func PageOut(data []byte) {
	size := os.Getpagesize()
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(data)))) & (size - 1)
	if whole := (len(data) - skip) / size * size; whole > 0 {
		_ = unix.Madvise(data[skip:skip+whole], unix.MADV_PAGEOUT)
	}
}
