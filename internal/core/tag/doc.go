// Package tag finds where a text names entities: the tokens of a text, the names of a pack among them, and a learned
// tagger. What a found name means is not its business.
//
//	text --Read--> tokens --Lexicon--> names of the pack, by group of namespaces
//	                      \--Tagger--> spans, by type, with a margin
//
// A tagger is a linear model for each type of entity, a sequence of the labels outside, begin and inside. The types
// are learned and decoded apart: most corpora mark some types and leave the others out, and a pack of one list takes
// the one model that it needs. Weights are whole numbers, so that every machine finds the same spans.
//
// Features are hashed: the word, its shape, its beginnings, endings and parts, the words around it, and whether the
// tokens are a name of the pack. Those of a word alone, and those that it adds to its neighbours, are summed up once
// for every different word.
package tag
