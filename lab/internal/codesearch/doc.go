// Package codesearch measures the search of codes.
//
// # Ratios, not times
//
// A time says as much about the machine as about the program. Search therefore measures all variants in one run and in
// turn: in each round, every variant answers the same queries, so a slow second slows all of them. A round keeps the
// fastest of three tries, since other work only ever slows one. The report has the median time over the rounds and the
// median ratio to the limit in the same round. The limit is one pass that adds up the same codes. A scan reads them,
// too, and beats it only in a batch, which reads once for many queries.
//
// # Checked
//
// Before anything is timed, every variant answers some queries, and any difference from a loop in plain Go ends the
// run.
//
// # Data
//
// Codes lie around 20,000 random centres with 5 to 15 % of the bits flipped, as names lie around their entities;
// queries are drawn the same way. Float vectors are the signs of the bits, so that a dot product ranks like the Hamming
// distance.
package codesearch
