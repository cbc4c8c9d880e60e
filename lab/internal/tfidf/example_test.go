package tfidf_test

import (
	"fmt"

	"github.com/normlet/normlet/lab/internal/tfidf"
)

// The names that have most in common with a mention, by their character 3-grams.
func ExampleIndex_Search() {
	x := tfidf.New([]string{"breast cancer", "ovarian cancer", "asthma"})
	for _, h := range x.Search("breast carcinoma", 2) {
		fmt.Printf("%d %.2f\n", h.Row, h.Score)
	}
	// Output:
	// 0 0.48
	// 2 0.14
}
