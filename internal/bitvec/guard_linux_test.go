package bitvec

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// guarded returns a copy of words that ends where an unreadable page starts: a read past it ends the test program.
func guarded(t *testing.T, words []uint64) []uint64 {
	t.Helper()
	page := unix.Getpagesize()
	size := (len(words)*8 + page - 1) / page * page
	m, err := unix.Mmap(-1, 0, size+page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Munmap(m) })
	if err := unix.Mprotect(m[size:], unix.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	if len(words) == 0 {
		return nil
	}
	out := unsafe.Slice((*uint64)(unsafe.Pointer(&m[size-len(words)*8])), len(words))
	copy(out, words)
	return out
}

// TestScanReadsInside runs every kernel on codes, query and allowed set that end at unreadable memory.
func TestScanReadsInside(t *testing.T) {
	runnable(t, func(t *testing.T, k *Kernel) {
		r := rand.New(rand.NewPCG(4, 4))
		for _, words := range testWidths {
			for _, rows := range testRows {
				table, err := NewTable(k, randomCodes(r, rows*words), words, nil)
				if err != nil {
					t.Fatal(err)
				}
				table.data = guarded(t, table.data)
				q, allow := guarded(t, randomCodes(r, words)), guarded(t, allowSet(r, rows, 1))
				scanAll(t, table, q, allow, 0, rows, words*32, 64)
			}
		}
	})
}
