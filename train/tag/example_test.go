package tag_test

import (
	"fmt"

	"github.com/normlet/normlet/train/tag"
)

// A pack gets a tagger if it has namespaces whose entities open corpora mark.
func ExampleFor() {
	for _, namespace := range []string{"MONDO", "HGNC", "occupations"} {
		fmt.Println(namespace, tag.For([]string{namespace}) != nil)
	}
	// Output:
	// MONDO true
	// HGNC true
	// occupations false
}
