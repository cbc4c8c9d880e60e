// Command c is the library for C and what calls C, such as Python and R: normlet.h is its interface.
//
//	go build -buildmode=c-shared -o libnormlet.so ./tools/c
//	go build -buildmode=c-archive -o libnormlet.a ./tools/c
//
// The border is plain: handles are numbers (handles), many mentions are one text with offsets, many answers are
// columns (columns), copied into one block of C memory (block). No pointer into Go's memory and no panic (guard)
// leaves, and every argument is checked before use.
//
// Files without C in their names can be tested by Go; c_*.go hold the border.
package main

// main is needed by the linker, and never called.
func main() {}
