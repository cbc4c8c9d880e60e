// Package encoder turns a name into a unit vector. Servers, phones and browsers share its text form, its features and its
// forward pass.
//
//	"FOX-P2"  --names.Form-->  "fox-p2"  --features-->  w:fox w:- w:p w:2 2:^f 2:fo ... f:^foxp2$
//	    --hash-->  rows of an int8 table  --sum / sqrt(n)-->  LayerNorm
//	    --residual ReLU MLP-->  L2 norm  -->  vector of Dim float32
//
// The same text gives the same bits on every platform, so that server and phone can compare codes. The table has one scale, so
// the sum of its rows is a sum of integers; all float arithmetic has a fixed order and rounds every product. Package train
// produces Weights, and New makes an Encoder from them.
package encoder
