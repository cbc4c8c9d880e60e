// Package score says how well a row of a pack fits a mention, and how sure that is.
//
//	Query (the mention, read once) + Row (a name and what the tables say of it)
//	  --features-->    [NumFeatures]float32    the registry in feature.go
//	  --Ranker-->      score                   weight times feature, and the score of NIL
//	  --Fold-->        an entity scores as its best row
//	  --Probabilities-->  softmax over entities and NIL
//	  --Forest-->      how likely the best is right, by what answers for other lists were
//	  --Calibration--> p of the best: the Forest's, bent by labelled mentions of the list (Scaling)
//
// constants.go has every constant of ranking. A feature is one entry of the registry;
// training reads its starting weight there, a pack stores what a fit made of it.
package score
