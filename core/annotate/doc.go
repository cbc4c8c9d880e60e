// Package annotate finds the entities that a text names: it takes a text and returns spans with their ids.
//
//	text
//	  -> tokens      runs of letters, runs of digits, and single other characters
//	  -> candidates  spans that the pack's tagger finds, with a model for each type and the names of the pack;
//	                 abbreviations of these spans, and other places of the same text if the tagger is certain;
//	                 the longest names of namespaces that no model covers, and names that are all of a line
//	  -> resolve     all candidates of a type together (package document), in the namespaces of the type
//	  -> decide      p of names, and of all that is found in long texts; the likeliest spans that do not overlap
//	  -> assert      negated, hypothetical, of the past, or of somebody else
//
// In a pack without a tagger, all candidates are names of the pack. Words of a text that equal a name often mean something
// else. The probability of the look-up, given the share of such names in the text, decides which ones mean the entity.
//
// Offsets count bytes of the given text; Places converts them. Annotating takes time in proportion to the text, because a
// look-up reads only a window of a long text. New makes an Annotator from a core.Normalizer.
//
// # Assertions
//
// Assertions follow the rules of NegEx and ConText (W. W. Chapman et al., "A simple algorithm for identifying negated findings
// and diseases in discharge summaries", Journal of Biomedical Informatics 34 (2001), 301-310; H. Harkema et al., "ConText", 42
// (2009), 839-851), with our own tables of triggers: of English, knowledge/clinic/triggers.tsv, which packs of biology and
// medicine contain, and of the language of a pack's names, such as knowledge/es/triggers.tsv. The language of a text, of which
// the triggers count, is the one with the most words in it: words common in the language, which all programs know, and
// triggers of the pack. Nothing is marked in a text of another language, where "no" may mean "in the". A trigger such as "no"
// applies to the six tokens after it, or before it ("was ruled out"); a found entity counts as one token. A comma, or a word
// such as "or", gives the next item of a list four tokens more. The end of a sentence or line, a semicolon, or a word such as
// "but" ends the scope; behind a comma, so does what begins something else, such as "reports", or a name with a
// result or a trigger of its own: "no CNV, CMO resolved"; and so does the end of the bracket that a trigger is in. In notes,
// what brackets hold does not count, and words such as "in 2011" look back as far as a verb or another trigger. Some triggers
// are about the nearer name, "stopped", and some count in notes alone: knowledge/clinic/triggers.tsv lists the places.
//
// A trigger that is all that stands behind a colon, a dash or a question mark applies to what stands before: "asthma: no". A
// trigger that is a heading, as "past medical history:" is, applies to its section. No span lies in a trigger, crosses one of
// its ends, or is a heading or another word of notes of the table, unless the text defines it as an abbreviation.
//
// In notes, abbreviations of wards mean what knowledge/clinic/wards.tsv says, whatever models took them for; symbols that the
// pack lacks are no entities, nor are types of the table; and mentions nearby re-rank none. A text is a note if it has two
// headings or words that only notes have, or five of these abbreviations.
//
// A subject such as "none", "nobody" or "no patients" negates the object of its verb: "none of the patients with diabetes had
// a fever" negates the fever, not the diabetes. Its six tokens count from the first verb of the table, such as "had", which
// has to follow within twelve tokens in the same clause. Other verbs negate nothing: "nobody knows what causes lupus".
package annotate
