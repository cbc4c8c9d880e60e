// Package core answers mentions: it opens a pack and maps a noisy name to
// entities of the pack's terminology, each with a probability.
//
// # The cascade
//
//	mention
//	  read       names.Form, words, numbers, abbreviation       score.Query
//	  retrieve   1 exact and normalized: rows of the mention's letters and digits
//	             2 rewritten: if there are none, rows of the mention in other letters or words
//	             3 abbreviation: rows whose names it may abbreviate, the best of many
//	             4 part and word: without any of 1 and 2, the longest names that it
//	               begins and ends with, and names that share a rare word with it
//	             5 hamming: unless 1 decides the answer, encoder -> vector -> binarize.Head
//	               -> code -> nearest rows by Hamming distance, among names of about its length
//	  featurize  tables of the pack for every row, names for the best (package score)
//	  readings   names that a mention stands for without having their letters: of a date
//	             the symbol that a spreadsheet made it of, of a group its members, and
//	             what is left without modifications, tags and mutations; each looked up
//	             as a mention of its own
//	  rank       score = weights x features; an entity scores as its best row; text
//	             around the mention tells close ones apart (package topic)
//	  answer     softmax over entities and "none of them" (NIL), calibrated
//
// Rows of the first step are neighbours in the pack, because rows are sorted by
// their normalized form: a binary search finds them, without a table. A mention
// with Greek letters is looked up a second time with Latin ones in their place, one
// with a number in the other figures, Roman or Arabic.
//
// The weights of the score and the score of NIL form a score.Ranker. It is a
// conditional logit fitted when the pack is built, from the terminology itself:
// names taken out of the index, entities taken out of the index, names written
// as people write them. Every pack has its own.
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
