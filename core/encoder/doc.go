// Package encoder turns a name into a unit vector: text form, features and the one forward pass that server, phone and
// browser share.
//
//	"FOX-P2"  --TextForm-->  "fox-p2"  --features-->  w:fox w:- w:p w:2 2:^f 2:fo ... f:^foxp2$
//	    --hash-->  rows of an int8 table  --sum / sqrt(n)-->  LayerNorm
//	    --residual ReLU MLP-->  L2 norm  -->  vector of Dim float32
//
// The same text gives the same bits on every platform, so server and phone can compare codes: the table has one scale,
// so the sum of rows is a sum of integers, and internal/f32 does all float work. Package train produces Weights; New
// makes an Encoder of them.
package encoder
