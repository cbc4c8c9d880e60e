package topic_test

import (
	"fmt"

	"github.com/normlet/normlet/internal/core/topic"
)

// Two entities share a name; the words around a mention tell which is meant.
func Example() {
	enzyme, drug := []uint64{0x00000000ffffffff}, []uint64{0xffffffff00000000}
	words := &topic.Table{Bits: 64, Weight: 1, Words: topic.AppendWords(nil, "histone"), Weights: []uint8{200}, Codes: enzyme}
	context, _ := words.AppendVector(nil, "LSD takes methyl groups off a histone", "LSD")
	fmt.Println(topic.Score(context, enzyme), topic.Score(context, drug))
	// Output: 1 -1
}
