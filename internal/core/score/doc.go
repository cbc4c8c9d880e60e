// Package score says how well a row of a pack fits a mention, and how likely that answer is right.
//
//	Query (the mention, read once) + Row (a name and what the tables say of it)
//	  --features-->    [NumFeatures]float32    the registry in feature.go
//	  --Ranker-->      score                   weight times feature, and the score of NIL
//	  --Fold-->        an entity scores as its best row
//	  --Probabilities-->  softmax over entities and NIL
//	  --Forest-->      how likely the best is right, by what answers for other lists were
//	  --Calibration--> p of the best: the Forest's, bent by labelled mentions of the list (Scaling)
//
// Start at feature.go: a feature is one entry of its registry. Training reads the starting weight there, and a pack
// stores the fitted one. constants.go has every constant of ranking.
package score
