// Package bitvec counts differing bits between one query and many packed binary codes.
//
// A code is a fixed number of 64-bit words; bit i is bit i%64 of word i/64. Codes arrive row-major. A Table lays them
// out for one Kernel. Its Scan finds the rows of a range that are nearer to the query than a limit and allowed by a bit
// set.
//
// # Kernels
//
// A Kernel is one implementation of Scan, chosen when the table is built:
//
//	go       every platform; codes of one or two words by bit planes, wider ones row-major, one unrolled loop a common width
//	avx2     amd64; codes of one or two words by bit planes, wider ones by nibble look-up (VPSHUFB) and VPSADBW
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
// the allowed set is the mask of a block, so a filter costs one AND per block.
//
// With VPOPCNTQ, a Four scans blocks for four queries of one or two words, which fit registers and share the loads.
//
// # Bit planes
//
// Codes of one or two words lie in groups of 64 rows for plain Go and 256 for AVX2, bit by bit, after eight planes of the
// numbers of bits set in the rows, and one of zeros:
//
//	group g = [ bit 0 of the numbers ] ... [ zeros ][ bit 0 of rows 256g..256g+255 ][ bit 1 of rows 256g..256g+255 ] ...
//
// The distance of a code x from a query q is
//
//	|x| + |q| - 2|x&q|  =  |q| - |x| + 2|x&^q|
//
// where |.| is the number of bits set. So a scan adds only the planes where the query has a one or, if they are fewer,
// those where it has a zero: at most half of a code, and neither an exclusive or nor a count of bits. A full adder makes
// two planes of three, five instructions for all rows of a register. The borrow of a subtraction, bit by bit, is a mask of
// the rows below the limit: no row costs a branch. That is 54 vector instructions for 32 rows of 128 bits, and 144 by
// blocks.
//
// Reading one row gathers a bit of each plane and takes as long as scanning a few hundred rows. Wider planes, half of
// which a scan skips, were slower: beyond the caches, memory is read whole anyway. With VPOPCNTQ blocks are as fast as
// reading them, so AVX-512 keeps them.
//
// # Contract of a scan
//
// A scan writes the rows it finds, with their distances, in row order into a buffer and stops when the rows that come next
// might not fit, or earlier. The caller lowers its limit and resumes. Once the limit is tight nearly no row passes, and the
// kernel runs at close to the speed of reading. Kernels never read outside the slices they are given.
package bitvec

//go:generate sh -c "cd ../../lab/kernels && go run . -out ../../internal/bitvec/scan_amd64.s -stubs ../../internal/bitvec/stub_amd64.go -pkg bitvec"
