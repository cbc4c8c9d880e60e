// Package annotate finds the entities that a text names: it takes a text and returns spans with their ids.
//
//	text
//	  -> tokens      runs of letters, runs of digits, and single other characters
//	  -> candidates  spans that the pack's tagger finds, with a model for each type and the names of the pack;
//	                 abbreviations of these spans, and other places of the same text if the tagger is certain;
//	                 the longest names of namespaces that no model covers
//	  -> resolve     all candidates of a type together (package document), in the namespaces of the type
//	  -> decide      the likeliest spans that do not overlap
//	  -> assert      negated, hypothetical, or of somebody else
//
// In a pack without a tagger, all candidates are names of the pack. Words of a text that equal a name often mean something
// else. The probability of the look-up, given the share of such names in the text, decides which ones mean the entity.
//
// Offsets count bytes of the given text; Places converts them. Annotating takes time in proportion to the text, because a
// look-up reads only a window of a long text. New makes an Annotator from a core.Normalizer.
//
// # Assertions
//
// Assertions follow the rules of NegEx (W. W. Chapman et al., "A simple algorithm for identifying negated findings and
// diseases in discharge summaries", Journal of Biomedical Informatics 34 (2001), 301-310), with our own table of English
// triggers, knowledge/clinic/triggers.tsv, which packs of biology and medicine contain. A trigger such as "no" applies to
// the six tokens after it, or before it ("was ruled out"); a found entity counts as one token. The end of a sentence, a
// semicolon, or a word such as "but" ends its scope.
//
// A subject such as "none", "nobody" or "no patients" negates the object of its verb: "none of the patients with diabetes had
// a fever" negates the fever, not the diabetes. Its six tokens count from the first verb of the table, such as "had", which
// has to follow within twelve tokens in the same clause. Other verbs negate nothing: "nobody knows what causes lupus".
package annotate
