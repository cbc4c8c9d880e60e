// Package annotate finds the entities that a text names, and gives their ids: text in, spans out.
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
// In a pack without a tagger, all candidates are names of the pack. Few words of a text that equal a name mean its
// entity, so the pack's own probability, given the share of such names in the text, decides which ones do.
//
// Offsets are bytes of the text as it was given; Places converts them. Annotating takes time in proportion to the text:
// a look-up sees a window of a long text. New makes an Annotator of a core.Normalizer.
//
// # What a text says of an entity
//
// The rules are those of NegEx (W. W. Chapman et al., "A simple algorithm for identifying negated findings and diseases
// in discharge summaries", Journal of Biomedical Informatics 34 (2001), 301-310) with our own table of English triggers,
// knowledge/clinic/triggers.tsv, which packs of biology and medicine have. A trigger such as "no" reaches the six tokens
// after it, or before it ("was ruled out"); a found entity counts as one token. The end of a sentence, a semicolon, or a
// word such as "but" ends its scope.
//
// A subject such as "none", "nobody" or "no patients" denies what its verb says: "none of the patients with diabetes
// had a fever" denies the fever, not the diabetes. The six tokens count from the first verb of the table, such as
// "had", at most twelve tokens after the subject in its clause. Other verbs deny nothing: "nobody knows what causes
// lupus".
package annotate
