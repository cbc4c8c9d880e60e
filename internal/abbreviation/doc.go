// Package abbreviation finds what abbreviations stand for: where a text defines them, and where mentions nearby do.
//
// A text defines an abbreviation if one of long and short form stands in parentheses after the other: "ataxia
// telangiectasia (AT)", "AT (ataxia telangiectasia)". The algorithm is that of A. S. Schwartz and M. A. Hearst, "A
// simple algorithm for identifying abbreviation definitions in biomedical text", Pacific Symposium on Biocomputing 8
// (2003), 451-462. A text also says "AT, ataxia telangiectasia", "AT = ...", "hereafter AT", or has a list of
// abbreviations, whose long forms may have other letters. Lists of mentions without a text explain abbreviations, too: OAB beside overactive bladder.
package abbreviation

// The bounds of short forms are those of Schwartz and Hearst.
const (
	minShort      = 2  // characters
	maxShort      = 10 // characters
	maxShortWords = 2
)

// maxNameWords is how many words a name may have that stands before its abbreviation and has other letters.
const maxNameWords = 6

// maxBeside is how many parentheses with the same word beside them count.
const maxBeside = 8

// looseInitials is the share of a short form's letters that start words of the long form below which an explanation
// by a mention nearby is loose. Chosen so that SDS is not steroids.
const looseInitials = 0.5

// The bounds of texts, in bytes, keep hostile input cheap.
const (
	maxParenthesis = 256  // content of a parenthesis
	maxLong        = 512  // distance from a parenthesis in which its long form starts; longer texts are no mentions
	maxExpanded    = 1024 // mention with its long form
)
