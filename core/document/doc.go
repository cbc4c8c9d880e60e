// Package document resolves the mentions of a document together: it reads them in order and returns the entities that each
// one means. New makes a Resolver.
//
//	places, in order (each a mention, or a row of a table)
//	  -> abbreviations   that the text defines (Schwartz and Hearst) or mentions nearby explain
//	  -> look up         the mentions, then their long forms, then the parts of composite mentions,
//	                     many queries at once
//	  -> choose          long form or mention, whole or parts
//	  -> re-rank         collectively: the entities of mentions nearby change P
//	results, in the order of the places
//
// The commands, phones and browsers all use this package. They differ in the number of matches that they show, and in
// Options.Composites, which they set if an answer may be several entities.
//
// The result for a place depends only on the Reach places before and after it. So memory is bounded for any number of places,
// and a table can be cut anywhere: with Reach more places on both sides, the results stay the same.
//
// # Abbreviations
//
// The text defines an abbreviation, "ataxia telangiectasia (AT)", or a mention nearby explains it, as overactive bladder
// explains OAB; of several definitions, that before the mention counts. The long form replaces the mention if it is a name of
// the terminology, or else if it is likelier than the mention. A loose explanation, which few initials support, never
// replaces a name.
//
// Two mentions of which the text has one in brackets after the other, "nephropathy (CIN)", mean the same, as a long form
// that the text states and its abbreviation do. Of these the abbreviation counts only if it is a likelier name and the long
// form may mean the same entity, or if it has a number: what the list lacks is often abbreviated as something else that it has.
//
// # Composite mentions
//
// "breast and ovarian cancer" names two entities that share a word, "BRCA1/2" two that share letters. Only a terminology knows
// whether "and" joins two names or belongs to one, as in "hand, foot and mouth disease". So a mention is split if it is no
// name and every part is likelier than the whole. If it can be split in several ways, the one whose least likely part is the
// likeliest wins.
//
// Two names of the same entity with a slash between them, "p21/WAF1", give one answer. Without Options.Composites, a composite
// mention gets the answer for the whole, tied with the entities of all parts.
//
// # Collective re-ranking
//
// A text mentions few entities, each often and by several names. So an entity that a mention nearby clearly means gets a part
// of the probability that the look-up of a mention leaves in doubt. No terminology has all names, so the nearest of these
// entities become candidates even if the look-up has not found them (core.StageNeighbour). Other occurrences of the same
// mention do not count.
package document
