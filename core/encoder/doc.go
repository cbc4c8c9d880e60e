// Package encoder turns a name into a unit vector: text form, features and the
// one forward pass that server, phone and browser share.
//
//	"FOX-P2"  --TextForm-->  "fox-p2"  --features-->  w:fox w:- w:p w:2 2:^f 2:fo ... f:^foxp2$
//	    --hash-->  rows of an int8 table  --sum / sqrt(n)-->  LayerNorm
//	    --residual ReLU MLP-->  L2 norm  -->  vector of Dim float32
//
// That is the n-gram encoder, the default. A BiLSTM encoder reads the characters
// of the text form instead:
//
//	"fox-p2"  --symbols-->  f o x - p 2  --int8 embeddings-->  a vector each
//	    --layers of LSTMs, forward and reverse-->  the state each direction ends in
//	    --dense-->  L2 norm  -->  vector of Dim float32
//
// It is a hundred times as slow, and its weights are smaller.
//
// The n-gram table has one scale for all rows, so the sum of rows is a sum of integers:
// exact, in any order. All float work goes through internal/f32, which fixes the
// order of additions and forbids fused products. The same text therefore gives
// the same bits on every platform, and codes computed on a server can be
// compared with codes computed on a phone.
//
// Training code lives elsewhere (package train); it produces Weights, and New
// makes an Encoder of them.
package encoder
