// Package document resolves the mentions of a document together: it reads them in order and returns the entities that
// each means.
//
//	places, in order (a mention each, or a row of a table)
//	  -> abbreviations   that the text defines (Schwartz and Hearst), that mentions nearby explain
//	  -> look up         the mentions, then their long forms, then the parts of composite mentions,
//	                     many queries at once
//	  -> choose          long form or mention, whole or parts
//	  -> re-rank         collectively: what the mentions nearby mean changes P
//	results, in the order of the places
//
// All callers come this way: map, eval, phones, browsers. They differ in the number of matches that they show and in
// Options.Composites, which they set where an answer may be several entities. New makes a Resolver.
//
// Two mentions of a document are nearby if they are at most Reach places apart. So the result for a place depends on
// Reach places before and after it and no others, memory is bounded whatever the number of places, and a table may be
// cut anywhere: with Reach places more on both sides the results stay the same.
//
// # Abbreviations
//
// Package internal/abbreviation finds what an abbreviation stands for: where the text defines it, "ataxia telangiectasia
// (AT)", or where a mention nearby explains it, OAB beside overactive bladder. The long form replaces the mention if it
// is a name of the terminology, and otherwise if it is the likelier of the two. A loose explanation, one that few
// initials support, never replaces a name.
//
// # Composite mentions
//
// "breast and ovarian cancer" names two entities that share a word, "BRCA1/2" two that share letters. Only a
// terminology knows whether "and" joins two names or belongs to one, as in "hand, foot and mouth disease". So a mention
// is split if it is no name and every part is likelier than the whole. Of several ways to split it, the one with the
// likeliest weakest part wins.
//
// Two names of one entity with a slash between them, "p21/WAF1", are that entity, once. Callers that show one answer
// for a mention get the answer for the whole, tied with the entities of all parts.
//
// # Collective re-ranking
//
// A text mentions few entities, each often and by several names. An entity that a mention nearby clearly means gets a
// part of the probability that the mention in question leaves in doubt. No terminology has all names, so the nearest of
// these entities become candidates, with core.StageNeighbour, if the look-up has not found them. Other occurrences of
// the same mention do not count.
package document
