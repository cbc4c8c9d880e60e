// Package core answers mentions: it opens a pack and maps a noisy name to
// entities of the pack's terminology, each with a probability.
//
// Open or OpenBytes makes a Normalizer. Lookup answers one mention, LookupMany many at once; Suggest completes what
// somebody types, and Entity says what the pack has of an id. EstimateCoverage says how many of the mentions of a column the
// pack has, which makes their probabilities those of the column. Package document takes the text around mentions into
// account, package annotate finds mentions in text.
//
// Package internal/core/engine finds what a mention may mean: by exact and rewritten names, abbreviations, parts and rare
// words, and by the nearest codes. This package turns the candidates into an answer: it merges entities that are one
// thing, marks ties, and decides whether the answer is NIL.
//
// # What opening a pack checks
//
// Beside all that package pack checks, the parts have to fit together: encoder,
// binarizer and codes in their sizes, encoder and codes by the pairs of section
// SELF and by the names of sixteen rows all over the pack, encoder and binarizer
// with the digests that the metadata state. All numbers that weights can lead to are
// finite: what encoder, binarizer and ranker can reach is bounded from their
// weights, and a pack beyond is refused. The work is bounded as well: see Limits.
//
// Codes of all other rows are not checked, ten microseconds each. A wrong one can make
// its name a near match of another mention; which rows have the letters and digits of
// a mention does not depend on it. Checksums catch accidents, so only a faulty builder
// or a forger makes such a pack. OpenOptions.CheckCodes and normlet verify encode every
// name; a signature vouches for who built the pack.
//
// A Normalizer never changes between Open and Close and is safe for concurrent use.
// Open checks all that a look-up reads, so a look-up fails only on its options and
// after Close.
package core
