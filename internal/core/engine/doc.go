// Package engine finds what a mention may mean: it loads the tables of a pack, and returns for a mention the entities that
// it may be, ranked, with their probabilities. Package core makes answers of them.
//
// # The cascade
//
//	mention
//	  read       names.Form, words, numbers, abbreviation       score.Query
//	  retrieve   1 exact and normalized: rows of the mention's letters and digits
//	             2 rewritten: if there are none, rows of the mention in other letters or words
//	               encode: encoder -> vector -> binarize.Head -> code, always, as
//	               features need it
//	             3 abbreviation: rows whose names it may abbreviate, the best of many
//	             4 part and word: without any of 1 and 2, the longest names that it
//	               begins and ends with, and names that share a rare word with it
//	             5 hamming: unless 1 decides the answer, the nearest rows by Hamming
//	               distance, among names of about its length
//	  featurize  tables of the pack for every row, names for the best (package score)
//	  readings   names that a mention stands for without having their letters: of a date
//	             the symbol that a spreadsheet made it of, of a group its members, and
//	             what is left without modifications, tags and mutations; each looked up
//	             as a mention of its own
//	  rank       score = weights x features; an entity scores as its best row; text
//	             around the mention tells close ones apart (package topic)
//	  odds       softmax over entities and "none of them" (NIL), calibrated
//
// Rows of the first step are neighbours in the pack, because rows are sorted by
// their normalized form: a binary search finds them, without a table. A mention
// with Greek letters is looked up a second time with Latin ones in their place, one
// with a number in the other figures, Roman or Arabic; one that is no name, as names
// are written (names.Knowledge.Plainly).
//
// The weights of the score and the score of NIL form a score.Ranker. It is a
// conditional logit fitted when the pack is built, from the terminology itself:
// names taken out of the index, entities taken out of the index, names written
// as people write them. Every pack has its own.
//
// An open Engine never changes until Close and is safe for concurrent use.
package engine
