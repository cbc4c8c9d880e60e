// Package link links mentions to entities with the help of a knowledge graph and of the sentence that a mention stands in:
// candidate generation and disambiguation by graph embeddings, as an experiment on real mentions.
//
//	triples --train/kg, ComplEx--> a vector [re, im] for every entity: the graph space
//	mention --core/encoder--> vector ----------------+
//	words left and right of it --hashed--> context --+--linear map--> z, a point of the graph space
//
// The context is nothing ("none"), two embedding bags, one for each side ("bag"), or the two final states of a small BiLSTM
// over the nearest words ("bilstm"). It and the linear map are trained; the mention's encoder is the pack's and stays as it
// is. The loss of a mention is the cross-entropy of the softmax over negative distances to candidate entities,
//
//	-log( sum over gold g of exp(-Sharpness |z - v(g)|) / sum over candidates c of exp(-Sharpness |z - v(c)|) )
//
// candidates being the gold entities of the batch, entities drawn anew for every step, and the entities whose names have the
// codes nearest to that of a mention, which are hard to tell from it. Training keeps the epoch that is best on the middle
// part of the mentions, see Split.
//
// A Pool joins Y candidates by their names (3-gram TF-IDF, Hamming distance, or the whole look-up) with X more that are next
// to z by cosine. Their link score is
//
//	p surface + q context
//
// where surface is the similarity of names, context the cosine to z, and p and q are the weights of a conditional logit that
// is fitted on the middle part. An entity without a vector gets the mean context of the others.
//
// What unusual input means: a mention whose gold ids the pack has not, or none of whose gold entities has a vector, is
// counted and left out. A mention without a sentence has an empty context, and one whose sentence does not contain it has
// the whole sentence to its left. Only the MaxWords nearest words on each side count, so that a sentence of a megabyte is
// no harm. A part without mentions and a graph without entities of the pack are errors.
//
// The same seed and input give the same bits.
package link
