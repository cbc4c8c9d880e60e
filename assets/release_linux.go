package assets

import (
	"os"
	"syscall"
	"unsafe"
)

// Release gives the memory of the default pack back to the system, which reads the pack
// from the program's file again when somebody asks for it. Call it once the pack is open:
// what Open makes of it is elsewhere, and these 10 MB would be held beside it.
func Release() { release(defaultPack) }

// release gives the whole pages of b back. It tries one page first: of a program that was
// packed, the memory has no file behind it and would come back as zeros.
func release(b []byte) {
	size := os.Getpagesize()
	skip := -int(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) & (size - 1)
	if len(b) < skip+size {
		return
	}
	pages := b[skip : skip+(len(b)-skip)/size*size]
	first := string(pages[:size])
	if syscall.Madvise(pages[:size], syscall.MADV_DONTNEED) != nil {
		return
	}
	if string(pages[:size]) != first {
		copy(pages, first)
		return
	}
	_ = syscall.Madvise(pages, syscall.MADV_DONTNEED) // a refusal changes nothing
}
