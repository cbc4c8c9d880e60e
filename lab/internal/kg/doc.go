// Package kg learns vectors of the entities of a knowledge graph: ComplEx (Trouillon et al., 2016)
// with reciprocal relations and the nuclear 3-norm (Lacroix, Usunier and Obozinski, 2018).
//
// Entities and relations have vectors of Rank complex numbers. The score of a triple is
//
//	s(h, r, t) = Re(sum over k of h_k r_k conj(t_k))
//
// which is the real inner product of t with the query vector q = h∘r: one matrix product scores all
// tails. Every relation r has a reciprocal r', and a triple is learned as the answer t of the query
// (h, r) and as the answer h of (t, r'). The loss of an answer is
//
//	-s(h,r,t) + log sum over c of exp s(h,r,c)  +  Weight * (R(h) + R(r) + R(t))
//	N3: R(x) = sum |x_k|³        L2: R(x) = sum |x_k|²
//
// DURA (Zhang, Cai and Wang, 2020), of a triple in place of R(h) + R(r) + R(t), is
//
//	sum over k of (|h_k|² + |t_k|²) (1/2 + 3/2 |r_k|²)
//
// over all entities c ("1vsall"), or ("sampled") over Negatives entities drawn for every step with
// its tails. A step takes the mean over the answers of a batch of queries.
//
//	batch --product--> queries Q --Gemm with blocks of candidates--> scores --softmax--> P, loss
//	                       ^                                                             |
//	   heads, relations <--+-- dQ = sum of P C (in block order)     candidates <-- dC = PᵀQ
//
// The graph alone decides the size of blocks, and sums are in their order: a seed gives the same
// bits for any number of threads, also when a run is resumed from its checkpoint.
//
// Evaluate ranks the true tail and the true head among all entities, "filtered": other entities that
// any split knows to be right are no competitors, and ties share the mean of their ranks.
//
// A duplicate triple counts once; self loops and relations of one triple are learned like others.
// Triples of another split with unknown entities or relations are counted and left out of the
// evaluation (Result.MRRAll counts them as misses, close to what published figures do). An empty
// training split is an error, another empty split has a Result of no queries.
package kg
