// Package bitvec counts differing bits between one query and many packed binary codes.
//
// A code is a fixed number of 64-bit words; bit i is bit i%64 of word i/64. Codes arrive row-major. A Table lays them out
// for one Kernel and answers one question, Scan: which rows of a range are nearer to the query than a limit and allowed by
// a bit set?
//
// # Kernels
//
// A Kernel is one implementation of Scan, chosen when the table is built:
//
//	go       every platform; row-major codes used in place, one unrolled loop per common width
//	avx2     amd64; codes of one or two words by byte planes, wider ones by nibble look-up (VPSHUFB) and VPSADBW
//	avx512   amd64; VPOPCNTQ, eight rows an instruction
//	neon     arm64; VCNT and widening pairwise adds
//
// The build tag purego leaves only the first.
//
// # Layout for the vector kernels
//
// Blocks of eight rows, word-major inside a block: one vector load holds the same word of several rows, and a horizontal
// sum is needed only at the end of a block:
//
//	block b = [ word 0 of rows 8b..8b+7 ][ word 1 of rows 8b..8b+7 ] ...
//
// Zero words pad the last block; the allowed bits beyond the last row are zero, so padding is never returned. One byte of
// the allowed set is the mask of a block, so a filter costs one AND per block. Plain Go reads row-major codes faster.
//
// # Byte planes
//
// Codes of one or two words lie in groups of 32 rows, byte by byte, where there is no VPOPCNTQ:
//
//	group g = [ byte 0 of rows 32g..32g+31 ][ byte 1 of rows 32g..32g+31 ] ...
//
// VPSHUFB looks the differing bits of a nibble up for 32 rows, in a table of the query, and a byte holds the sum over 128
// bits: no exclusive or, no horizontal sum, one comparison for 32 rows. A Four scans for four queries, which share the
// splitting of codes into nibbles; a byte of a table serves two queries, since a nibble differs in 0 to 4 bits. That is 62
// vector instructions for 32 rows of 128 bits and a query; one query alone takes 114 by planes and 144 by blocks.
//
// With VPOPCNTQ, a Four goes over blocks: four queries of one or two words fit registers, and share the loads of a block.
//
// # Contract of a scan
//
// A scan writes the rows it finds, with their distances, in row order into a buffer and stops when less than one block, or
// group, of room is left. The caller lowers its limit and resumes. Once the limit is tight nearly no row passes, and the
// kernel runs at close to the speed of reading. Kernels never read outside the slices they are given.
package bitvec

//go:generate sh -c "cd ../../lab/kernels && go run . -out ../../internal/bitvec/scan_amd64.s -stubs ../../internal/bitvec/stub_amd64.go -pkg bitvec"
