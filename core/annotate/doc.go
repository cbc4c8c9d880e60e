// Package annotate finds the entities that a text names, and names them: text in, spans with ids out.
//
//	text
//	  -> tokens      runs of letters, of digits, other characters (package tag)
//	  -> candidates  spans of the pack's tagger, one model for each type, which also sees the names of the pack;
//	                 abbreviations of what it found, and the other places of what it is certain of;
//	                 the longest names of namespaces that no model knows
//	  -> resolve     all of one type together (package document), in the namespaces of the type
//	  -> decide      the likeliest spans that do not overlap
//	  -> assert      negated, hypothetical, of somebody else
//
// A pack without a tagger, of any list, finds its names. There the pack's own probability, for the share of these names
// that the text shows, decides which are entities: few words that a list has are what it means by them.
//
// Offsets are bytes of the text as it was given; Places converts them. A text takes time in proportion to
// its size: a look-up sees a window of a long text.
//
// # What a text says of an entity
//
// The rules are those of NegEx (W. W. Chapman et al., "A simple algorithm for identifying negated findings and diseases
// in discharge summaries", Journal of Biomedical Informatics 34 (2001), 301-310) with a table of triggers of our own,
// knowledge/clinic/triggers.tsv. A trigger such as "no" reaches the six tokens after it, or before it ("was ruled out"); a found entity
// counts as one. The end of a sentence, a semicolon, or a word such as "but" ends its scope. They are English.
//
// A subject such as "none", "nobody" or "no patients" denies what its verb says: "none of the patients with diabetes had a
// fever" is no fever, and diabetes. The six tokens count from the first verb of the table, such as "had", at most twelve
// tokens after the subject in its clause. Of other verbs nothing is denied: "nobody knows what causes lupus".
package annotate
