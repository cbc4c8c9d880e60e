// Package tag learns where texts name entities, for packs: the weights that internal/core/tag reads.
//
//	documents with marked entities --Read--> Document --Fit--> model of a type
//	names of a pack, looks.bin --FindTypes--> types of its namespaces
//	tagger.bin, fitted by lab/tag on open corpora --For--> section TAGR of a pack with namespaces of its types
//
// A model is an averaged structured perceptron (M. Collins, "Discriminative training methods for hidden Markov models",
// EMNLP 2002) over labels outside, begin, inside. A fifth of the features is left out at random in each step, so that a
// model does not lean on single words. All sums are of whole numbers and the seed is fixed: the same documents give the
// same bytes everywhere.
package tag
