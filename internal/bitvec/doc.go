// Package bitvec counts differing bits between one query and many packed binary codes.
//
// A code is a fixed number of 64-bit words; bit i of a code is bit i%64 of word i/64. Codes arrive row-major (all words
// of row 0, then all words of row 1). A Table lays them out for one Kernel and answers a single question, Scan: which
// rows of a range are nearer to the query than a limit and allowed by a bit set?
//
// # Kernels
//
// A Kernel is one implementation of Scan. It is chosen once, when the table is built, never per pair of codes:
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
// They read blocks of eight rows, word-major inside a block, so that one vector load holds the same word of several rows
// and no horizontal sum is needed until the end of a block:
//
//	block b = [ word 0 of rows 8b..8b+7 ][ word 1 of rows 8b..8b+7 ] ...
//
// The last block is padded with zero words; the allowed bits beyond the last row are zero, so padding is never returned.
// One byte of the allowed set is the mask of one block, so a filter costs one AND per block and no branch of its own.
// Plain Go reads row-major codes faster than blocks.
//
// # Byte planes
//
// Codes of one or two words lie in groups of 32 rows, byte by byte, where there is no VPOPCNTQ:
//
//	group g = [ byte 0 of rows 32g..32g+31 ][ byte 1 of rows 32g..32g+31 ] ...
//
// A look-up with VPSHUFB in a table of the query's own gives the differing bits of a nibble for 32 rows, and a byte holds
// the sum over 128 bits, so there is neither exclusive or nor horizontal sum, and one comparison serves 32 rows. A Four
// scans for four queries: the splitting of codes into nibbles is shared, and since a nibble's bits differ in 0 to 4 places,
// a byte of a table serves two queries. That is 62 vector instructions for 32 rows of 128 bits and a query, where one query
// alone takes 114 by planes and 144 by blocks.
//
// # Contract of a scan
//
// A scan writes the rows it finds, with their distances, in row order into a caller's buffer and stops early when less
// than one block, or group, of room is left. The caller lowers its limit from what it got and resumes. Until the limit tightens many
// rows pass; after that nearly none do, and the kernel runs over the codes undisturbed at close to the speed of reading
// them. Kernels never read outside the slices they are given.
package bitvec

//go:generate sh -c "cd _gen && go run . -out ../scan_amd64.s -stubs ../stub_amd64.go -pkg bitvec"
