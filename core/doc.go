// Package core answers mentions: it opens a pack and maps a noisy name to
// entities of the pack's terminology, each with a probability.
//
// # The cascade
//
//	mention --encoder.TextForm--> form
//	  1 exact        rows whose name is the mention, but for a capital at the start of a sentence
//	                 and, from six letters on, for all capitals
//	  2 normalized   rows with the same letters and digits ("FOX-P2" and "FOXP2"); if there
//	                 are none, words of the mention that no name has are respelled, and from
//	                 here on the mention is what that gives ("nephrotoxicity": kidney toxicity);
//	                 if that is none, a name that says it in other words ("renal damage":
//	                 kidney disease) takes its place, and passes for found by stage 3
//	    other        rows whose names the mention may abbreviate, the best of many; without
//	                 any of the above, also those with a rare word of it, and the longest
//	                 names that it begins and ends with
//	  3 hamming      encoder -> vector -> binarize.Head -> code -> nearest rows by Hamming distance,
//	                 among names of about the mention's length (see near)
//	  4 rescore      every row so found gets a score from its features (see Feature)
//	  5 fold         an entity scores as its best row
//	  6 probability  softmax over the entities found and "none of them" (NIL), then the
//	                 probability of the best is scaled (see Scaling, Evidence)
//
// What is found by abbreviation, rare word or part passes for found by stage 3. Entities
// that share the best name or are nearly as likely make an answer ambiguous.
//
// Rows of stages 1 and 2 are neighbours in the pack, because rows are sorted by
// their normalized form: a binary search finds them, without a table. A mention
// with Greek letters is looked up a second time with Latin ones in their place, one
// with a number in the other figures, Roman or Arabic.
//
// The weights of the score and the score of NIL form the Ranker. It is a
// conditional logit fitted when the pack is built, from the terminology itself:
// names taken out of the index, entities taken out of the index, names written
// as people write them. Every pack has its own.
//
// # What opening a pack checks
//
// Beside all that package pack checks, the parts have to fit together: encoder,
// binarizer and codes in their sizes, encoder and codes by the pairs of section
// SELF and by the names of sixteen rows all over the pack, encoder and binarizer
// with the digests that the metadata state. No weight may lead to what is no finite
// number: what encoder, binarizer and ranker can reach is bounded from their
// weights, and a pack beyond is refused, so that no vector, score or probability is
// NaN. The work is bounded as well: see Limits and package pack.
//
// One thing that could be checked is left out because of its cost: the codes of all
// other rows, ten microseconds each. A wrong one can make its name a near match of
// another mention, and it is one feature of the score of a name found by other
// means; which rows have the letters and digits of a mention does not depend on it.
// No accident of writing or of the disk does this, since checksums would tell: it
// takes a builder that is wrong, or a forger. OpenOptions.CheckCodes and normlet
// verify encode every name; a signature vouches for who built the pack. What a pack
// states (priors, kinds, word counts, synonyms, calibration) is its own and nothing
// to check it against.
//
// A Normalizer never changes between Open and Close and is safe for concurrent
// use. Look-up has no error path: Open has checked everything. Apply changes the
// names of a pack, which makes another pack.
package core
