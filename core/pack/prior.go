package pack

import (
	"math"

	"github.com/normlet/normlet/internal/f64"
)

// Metadata keys that a build writes, and that look-ups and edits read.
const (
	MetaEncoderDigest = "encoder.sha256"   // SHA-256 of the encoder's bytes, in hexadecimal
	MetaHeadDigest    = "head.sha256"      // SHA-256 of the binarizer's bytes, in hexadecimal
	MetaURL           = "url."             // and a prefix of ids in lower case: address of their pages, with $1 for the rest of the id
	MetaOrigin        = "origin"           // for each namespace, the lists that its entities come from, with their years
	MetaTitles        = "titles"           // for each namespace, what one of its entities is called in words, as "cell_line: Cell line"
	MetaEstimated     = "weight.estimated" // namespaces with estimated weights, which no other pack borrows, separated by commas
	MetaMaxWeight     = "weight.max"       // largest weight of the terminology, which the priors of new entities need
)

// PriorOf returns the prior that a pack keeps for a weight: log(1+weight) divided by log(1+top), in 1/255, where top is the
// largest weight.
func PriorOf(weight, top float64) uint8 {
	if top <= 0 {
		return 0
	}
	return uint8(math.Round(min(255, 255*f64.Log1p(weight)/f64.Log1p(top))))
}
