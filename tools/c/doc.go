// Command c is the library for C and for languages that call C, such as Python and R: normlet.h is its interface.
//
//	go build -buildmode=c-shared -o libnormlet.so ./tools/c
//	go build -buildmode=c-archive -o libnormlet.a ./tools/c
//
// The border is plain: handles are numbers (handles), many mentions are one text with offsets, many answers are columns
// (columns), copied into one block of C memory (block). No pointer into Go's memory and no panic (guard) crosses it,
// and every argument is checked before use.
//
// The files c_*.go hold the border; go test covers the others.
package main

// main is needed by the linker, and never called.
func main() {}
