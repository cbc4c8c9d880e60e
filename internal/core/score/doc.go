// Package score estimates how well a row of a pack fits a mention, and how likely the answer is right.
//
//	Query (the mention, read once) + Row (a name and its entries in the tables of the pack)
//	  --features-->    [NumFeatures]float32    the registry in feature.go
//	  --Ranker-->      score                   sum of weight times feature; NIL has a score, too
//	  --Fold-->        an entity has the score of its best row
//	  --Probabilities-->  softmax over entities and NIL
//	  --Forest-->      probability that the best entity is right, learned from answers for other lists
//	  --Calibration--> p of the best entity: the Forest's, adjusted to labelled mentions of the list (Scaling)
//
// Start with feature.go: a feature is one entry of its registry, which has the weight that training starts from; a pack
// stores the fitted weight. constants.go has the constants of ranking.
package score
