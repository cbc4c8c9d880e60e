// Package benchmark measures what normlet promises to be fast: the search of codes, a look-up from end to end, and
// opening a pack.
//
// # Ratios, not times
//
// A time says as much about the machine and its other users as about the program. Search therefore measures every
// variant in the same run and in turn: round after round, each variant answers the same queries, so that a slow second
// slows all of them. A round has three tries of a variant and keeps the fastest, since other work on the machine only ever
// slows one. What is reported is the median over the rounds, and next to it the median of the ratio to the limit in the
// same round. The limit is one pass over the same codes that only adds them up: a scan has to read them, too, and is
// faster only in a batch, which reads once for many queries.
//
// # Checked
//
// A fast wrong answer is worth nothing. Before anything is timed, every variant answers some queries that a loop in plain
// Go has answered before, and an error ends the run when one hit differs. All variants are exact, so their recall is 1.
//
// # Data
//
// Codes lie around 20,000 random centres, with 5 to 15 % of the bits flipped, as the codes of names lie around those of
// their entities; queries are drawn the same way. Floats are the signs of the bits, so that a dot product ranks as the
// Hamming distance does and can be checked like it.
//
// FAISS, for comparison, takes part with the build tag faiss, which needs cgo and its library.
package benchmark
