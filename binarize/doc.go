// Package binarize turns a vector of floats into a code of a few machine words, so that names can be compared by
// Hamming distance.
//
// Every method (hard threshold, random projection, PCA, ITQ, autoencoder) ends in the same form, a [Head]:
//
//	bit i of the code = (W_i . v > T_i)
//
// with one row W_i and one threshold T_i per bit; the hard threshold has no W (the identity). Package binarize/fit
// chooses W and T from data. This package only applies them, so it is small enough for a phone and a browser.
//
// # Comparing
//
// Hamming distance compares two codes. Comparing a float query with a code loses less: [Head.Project] keeps the
// distance of every coordinate to its threshold, and [Query] adds those up with the signs of the code. This asymmetric
// score reorders candidates that Hamming distance found.
//
// # The same bits everywhere
//
// Phone and server compare their codes, so both must agree to the last bit. internal/f32 sums products in one fixed
// order, the asymmetric score is a fixed tree of additions, and weights are bfloat16 values before the thresholds are
// chosen, so storing a head does not change it.
//
// # Stored form
//
// All numbers are little-endian.
//
//	offset  size           content
//	0       4              magic "NBIN"
//	4       1              version, 1
//	5       1              flags: bit 0 = W present; the others are zero
//	6       1              m, length of the method name, 1..32
//	7       1              zero
//	8       2              words per code, 1..64 (bits = 64 * words)
//	10      2              dimension of the vectors, 1..16384
//	12      m              method name: lower-case letters, digits, '-'
//	12+m    4*bits         T, float32
//	...     2*bits*dim     W, bfloat16, row by row; only when flag bit 0 is set
//	...     4              CRC-32C of everything before
//
// There is nothing after the checksum. NaN and infinite numbers are refused.
package binarize
