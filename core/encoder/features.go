package encoder

import "github.com/normlet/normlet/internal/core/names"

// The hash of a feature is FNV-1a over its bytes, seeded by its class, and then a finalizer, because the low bits of FNV mix
// poorly for grams of two bytes.
const (
	fnvOffset = 2166136261
	fnvPrime  = 16777619
)

// The classes of features. The values are part of the weights' meaning.
const (
	classToken = iota + 1
	classGram2
	classGram3
	classGram4
	classWhole
)

// maxFeatures bounds the features of a long text; real names have 20 to 150.
const maxFeatures = 4096

func mix(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

// row maps a feature's hash to a row of a table of n rows.
func row(h uint32, n int) uint32 { return uint32(uint64(mix(h)) * uint64(n) >> 32) }

func hashBytes(class uint32, s []byte) uint32 {
	h := uint32(fnvOffset) ^ class*0x9e3779b9
	for _, c := range s {
		h = (h ^ uint32(c)) * fnvPrime
	}
	return h
}

// AppendFeatures appends the features of a text form to dst, as row numbers of a table with rows rows. The features are its
// tokens (runs of letters, runs of digits, single marks), the 2-, 3- and 4-grams of its compact form between ^ and $, and that
// form as a whole. Grams consist of bytes, so scripts beyond ASCII need no table. AppendFeatures also returns scratch, to be
// passed to the next call.
func AppendFeatures(dst []uint32, form []byte, rows int, scratch []byte) (features []uint32, _ []byte) {
	dst = appendTokens(dst, form, rows)
	marked := append(scratch[:0], '^')
	marked = append(names.AppendCompact(marked, form), '$')
	for n := 2; n <= 4; n++ {
		class := uint32(classGram2 + n - 2)
		for i := 0; i+n <= len(marked); i++ {
			dst = append(dst, row(hashBytes(class, marked[i:i+n]), rows))
		}
	}
	dst = append(dst, row(hashBytes(classWhole, marked), rows))
	if len(dst) > maxFeatures {
		dst = dst[:maxFeatures]
	}
	return dst, marked
}

// appendTokens appends the rows of all runs of a form except blanks.
func appendTokens(dst []uint32, form []byte, rows int) []uint32 {
	for start, end := 0, 0; start < len(form); start = end {
		var class names.Class
		if end, class = names.NextRun(form, start); class != names.Blank {
			dst = append(dst, row(hashBytes(classToken, form[start:end]), rows))
		}
	}
	return dst
}
