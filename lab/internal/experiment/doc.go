// Package experiment runs the recorded experiments, each of which tests or illustrates a claim of the
// work that normlet builds on.
//
//	losses             encoder x loss x negatives: Hits@k, recall, gradient norms
//	fgsm               adversarial training on and off, for each loss
//	nil                telling mentions without an entity, by the proxy loss's margin
//	nseen              NSEEN without each of its parts; encoders of full size beside published figures
//	contrastive-curve  the contrastive loss against distance
//	neighbours         maps of the neighbourhoods of some mentions
//	stages             recall@k of each stage of a look-up
//	binarize           codes of names and sentences: methods x bits, and their cost
//	kg                 vectors of knowledge graphs: how well they predict triples
//	accuracy           every terminology on every list of mentions and documents
//	link               candidates by graph vectors and context; entities by descriptions
//
// losses, fgsm, nil and nseen compare models without a ranker, by vectors (float) and, but for nseen,
// by codes (hamming). A claim counts as reproduced when all pairs of runs agree with it and their mean difference is above
// the noise, since single runs often differ by more than the effect.
//
// An experiment returns a Result: tables, figures and findings, as data. The same Options give the
// same Result, but for the times of binarize. Markdown, Draw and HTML make pages of it.
package experiment
