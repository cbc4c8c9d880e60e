// Package kg learns vectors of the entities of a knowledge graph: ComplEx (Trouillon et al., 2016) with reciprocal
// relations and the nuclear 3-norm (Lacroix, Usunier and Obozinski, 2018).
//
// A graph is a set of triples (head h, relation r, tail t). Entities and relations have vectors of Rank complex numbers,
// and the score of a triple is
//
//	s(h, r, t) = Re(sum over k of h_k r_k conj(t_k))
//
// which is the real inner product of t with the query vector q = h∘r, the elementwise complex product: all tails of a
// query are scored by one matrix product. Every relation r has a reciprocal r', and a triple is learned twice, as the
// answer t of the query (h, r) and as the answer h of (t, r'), so that heads are predicted by the same code as tails.
//
// The loss of one answer t of a query is the cross-entropy of the softmax over candidates c, plus a regularizer of the
// three vectors:
//
//	-s(h,r,t) + log sum over c of exp s(h,r,c)  +  Weight * (R(h) + R(r) + R(t))
//	N3: R(x) = sum |x_k|³        L2: R(x) = sum |x_k|²
//
// Candidates are all entities ("1vsall"), or ("sampled") Negatives entities drawn anew for every step together with the
// tails of the step. A step takes the mean over the answers of a batch of queries. All answers of a query are learned at
// once, and cost no more than one.
//
//	batch --product--> queries Q --Gemm with blocks of candidates--> scores --softmax--> P, loss
//	                       ^                                                             |
//	   heads, relations <--+-- dQ = sum of P C (in block order)     candidates <-- dC = PᵀQ
//
// Candidates are cut into blocks whose size depends on the graph alone. Blocks are shared among threads, every sum is
// taken in the order of blocks, so the same seed gives the same bits for any number of threads, and so does a run that
// was stopped and resumed from its checkpoint.
//
// Evaluate ranks the true tail among all entities, and the true head, "filtered": other entities that are known to be
// right, in any split, are no competitors. An entity that ties with others gets the mean of the ranks that they share,
// so a model that scores everything alike is at the middle, not at the top.
//
// What unusual graphs mean: a duplicate triple counts once; a self loop is a triple like others; a relation with one
// triple is learned like others; both are counted in Report. Triples of another split whose entity or relation the
// training split has not are counted and left out of the evaluation, since there is no vector to rank them by
// (Result.MRRAll counts them as misses, which is close to what published figures do: an untrained vector is ranked at
// random). An empty training split is an error, an empty other split has a Result of no queries.
package kg
