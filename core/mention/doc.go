// Package mention prepares what people wrote for a look-up: it finds out what the
// abbreviations of a text stand for, and takes mentions of several entities apart.
//
// # Abbreviations
//
// A text defines an abbreviation where one of long and short form stands in
// parentheses behind the other: "ataxia telangiectasia (AT)", "AT (ataxia
// telangiectasia)". The algorithm is that of A. S. Schwartz and M. A. Hearst, "A
// simple algorithm for identifying abbreviation definitions in biomedical text",
// Pacific Symposium on Biocomputing 8 (2003), 451-462: the short form has two to
// ten characters in at most two words; the long form is looked for among the last
// min(n+5, 2n) words, n being the length of the short form; its letters and digits
// have to occur in the long form in their order, the first one at the start of a
// word; the shortest such long form is taken.
//
// Where only the mentions of a text are known, in their order, one may be the long
// form of an abbreviation beside it: see Neighbours.
//
// # Composite mentions
//
// "breast and ovarian cancer" names two entities and shares a word between them,
// "BRCA1/2" shares letters. Whether "and" joins two names or belongs to one, as in
// "hand, foot and mouth disease", only a terminology knows: look the whole mention
// up first, and take it apart when that finds nothing. Where a mention can be read
// in several ways, as "asthma and allergic rhinitis" and "breast and ovarian
// cancer" can, which have the same form, Readings returns them all.
//
// All functions are pure and take any bytes.
package mention
