// Package tag finds where a text names entities, not which: it has the tokens of a text, the names of a pack among
// them, and a learned tagger.
//
//	text --Read--> tokens --Lexicon--> names of the pack, by group of namespaces
//	                      \--Tagger--> spans, by type, with a margin
//
// A Tagger has a linear model for each type of entity, over the labels outside, begin and inside. Each type is learned
// and decoded by itself: most corpora mark some types only, and a pack of one list takes only the model that it needs.
// Weights are integers, so that every machine finds the same spans.
//
// Features are hashed: the word, its shape, its beginnings, endings and parts, the words around it, and whether the
// tokens are a name of the pack. The features of a word alone, and those that it adds to its neighbours, are summed
// once for each distinct word.
package tag
