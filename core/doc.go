// Package core answers mentions: it opens a pack and maps a noisy name to entities of the pack's terminology, each with a
// probability.
//
// Open and OpenBytes make a Normalizer. Lookup answers one mention, and LookupMany answers many. Suggest completes what
// somebody types, and Entity describes the entity of an id. EstimateCoverage estimates how many mentions of a column the pack
// has, so that the probabilities fit the column. Package document takes the text around mentions into account, and package
// annotate finds mentions in text.
//
// A look-up finds candidates by exact and rewritten names, abbreviations, parts and rare words of the mention, and the
// nearest codes. It ranks them, merges entities that several lists have, marks ties, and decides whether the answer is NIL:
// the pack lacks the entity.
//
// # What opening a pack checks
//
// Package pack checks the file. This package checks that its parts fit together: encoder, binarizer and codes have matching
// sizes, the encoder gives the codes of section SELF and of sixteen rows from all over the pack, and encoder and binarizer
// have the digests in the metadata. It computes bounds from the weights of encoder, binarizer and ranker, and refuses a pack
// that could lead to infinite numbers. Limits bound the work of opening.
//
// The codes of other rows are not checked, because that takes ten microseconds for each. A wrong code can make its name a
// near match of another mention, but equal names are found without codes. Checksums catch accidents, so only a faulty builder
// or a forger makes such a pack. OpenOptions.CheckCodes and the command normlet verify check every code; a signature says who
// built the pack.
//
// A Normalizer never changes between Open and Close, and is safe for concurrent use. Open checks everything that a look-up
// reads, so a look-up fails only because of its options, or after Close.
package core
