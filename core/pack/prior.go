package pack

import (
	"math"

	"github.com/normlet/normlet/internal/f64"
)

// Metadata keys that a build writes and a look-up or a change reads.
const (
	MetaEncoderDigest = "encoder.sha256"   // SHA-256 of the encoder's bytes, in hexadecimal
	MetaHeadDigest    = "head.sha256"      // the same of the head's
	MetaURL           = "url."             // and a prefix of ids in lower case: address of a page, $1 for the rest of the id
	MetaOrigin        = "origin"           // of each namespace the lists that its entities are from, with their years
	MetaEstimated     = "weight.estimated" // namespaces whose weights are estimated, separated by commas: nobody borrows them
	MetaMaxWeight     = "weight.max"       // largest weight of the terminology, to which those of new entities are compared
)

// PriorOf returns the prior that a pack keeps for a weight, where top is the
// largest: log(1+weight) over log(1+top), in steps of 1/255.
func PriorOf(weight, top float64) uint8 {
	if top <= 0 {
		return 0
	}
	return uint8(math.Round(min(255, 255*f64.Log1p(weight)/f64.Log1p(top))))
}
