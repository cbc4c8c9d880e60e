// Package link links mentions to entities by a knowledge graph and the sentence around the mention:
// candidate generation and disambiguation by graph embeddings, as an experiment on real mentions.
//
//	triples --kg, ComplEx--> a vector [re, im] for every entity: the graph space
//	mention --core/encoder--> vector ----------------+
//	words left and right of it --hashed--> context --+--linear map--> z, a point of the graph space
//
// The context is nothing ("none"), an embedding bag for each side ("bag"), the final states of a small
// BiLSTM over the nearest words ("bilstm"), or what filters over three words in a row find in the
// mention and beside it ("cnn"). It and the linear map are trained; the pack's
// encoder stays as it is. The loss of a mention is the cross-entropy of the softmax over negative
// distances to candidate entities,
//
//	-log( sum over gold g of exp(-Sharpness |z - v(g)|) / sum over candidates c of exp(-Sharpness |z - v(c)|) )
//
// candidates being the gold entities of the batch, drawn ones, and those whose names have the codes
// nearest to a mention's. Training keeps the epoch that is best on the middle part, see Split.
//
// A Pool joins Y candidates by their names (3-gram TF-IDF, Hamming distance, or look-up) with X more
// that are next to z by cosine. Their link score is p surface + q context: the similarity of names
// and the cosine to z, weighted by a conditional logit fitted on the middle part. An entity without
// a vector gets the mean context of the others.
//
// A mention whose gold ids the pack has not, or none of whose gold entities has a vector, is counted
// and left out. A mention without a sentence has an empty context; one that its sentence does not
// contain has the whole sentence to its left. Only the MaxWords nearest words on each side count.
// An empty part, and a graph without entities of the pack, are errors. The same seed and input give
// the same bits.
package link
