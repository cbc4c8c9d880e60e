// Package tag learns the weights with which internal/core/tag finds where texts name entities.
//
//	documents with marked entities --Read--> Document --Fit--> model of a type
//	names of a pack, looks.bin --FindTypes--> types of its namespaces
//	tagger.bin, fitted by lab/tag on open corpora --For--> section TAGR of a pack with namespaces of its types
//
// A model is an averaged structured perceptron (M. Collins, "Discriminative training methods for hidden Markov models",
// EMNLP 2002) over the labels outside, begin and inside. Each step leaves out a random fifth of the features, so that a
// model does not rely on single words. All sums are of integers and the seed is fixed: the same documents give the same
// bytes everywhere.
package tag
