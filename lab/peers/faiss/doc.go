// Package faiss searches with the exact indexes of FAISS, one thread, so that benchmarks can stand next to it. It is empty
// unless built with the tag faiss, which takes cgo and the library with its headers (libfaiss-dev on Debian).
package faiss
