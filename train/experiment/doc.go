// Package experiment runs the recorded experiments: comparisons of encoders, losses, negatives and
// adversarial training, of NIL detection, of the stages of a look-up, and of binarizers, each of
// them a claim of the work that normlet is built from, or a picture of it.
//
//	losses             encoder x loss x negatives: Hits@k, recall, gradient norms
//	fgsm               adversarial training on and off, for each loss
//	nil                telling mentions without an entity, by the proxy loss's margin
//	contrastive-curve  the contrastive loss against distance
//	neighbours         maps of the neighbourhoods of some mentions
//	stages             recall@k of each stage of a look-up
//	binarize           codes of names and sentences: methods x bits, and their cost
//	kg                 vectors of knowledge graphs: how well they predict triples
//	link               candidates by graph vectors and context; entities by descriptions
//
// The first three train models and compare them without a ranker, by the vectors (float) and by the
// codes alone (hamming), so that it is losses that are compared. A claim is judged by several pairs
// of runs and counts as reproduced when all of them agree with it and their mean difference is
// above the noise, since single runs differ by more than many an effect.
//
// An experiment comes to a Result: tables, figures and findings, as data. The same Options give the
// same Result, but for the times that binarize measures. Markdown and Draw turn it into a page and
// into SVG files, and HTML joins all in one page, for which nothing is computed again.
package experiment
