package mmap

import "golang.org/x/sys/unix"

// adviseHuge asks for huge pages, which save a scan most of its address
// translations. It is a hint: of file mappings only those on tmpfs and on file
// systems with large folios can follow it, and a refusal changes nothing.
func adviseHuge(data []byte) { _ = unix.Madvise(data, unix.MADV_HUGEPAGE) }
