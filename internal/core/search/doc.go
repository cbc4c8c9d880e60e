// Package search finds the nearest binary codes to a query, exactly, by Hamming distance.
//
// An Index holds one code for each row and finds the k nearest rows of a query (AppendNearest) or of many at once
// (NearestBatch). Hits are ordered by distance, then by row, so every method returns the same hits. For look-ups, an
// exact scan beats every graph or hash index on time and memory: see docs/search.md.
//
// A scan keeps the k best by counting: distances are small integers, so a histogram of the distances seen so far gives
// the current k-th distance without a heap, and a counting sort orders the survivors. Its cost hardly depends on k.
//
// NearestBatch reads the codes in tiles that stay in the second-level cache, and scans four queries at once where the
// kernel can: with AVX2 and codes of up to 128 bits that takes about half the time of one query after the other.
//
// # Memory
//
// With a vector kernel the index keeps its own copy of the codes in the kernel's layout and drops the caller's slice.
// The plain Go kernel reads the caller's slice in place, unless Config.Order gives rows an order of their own, so that
// rows that are searched together lie together and Options.From and To bound a search to them. Both add one bit for
// each row.
package search
