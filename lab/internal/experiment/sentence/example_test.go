package sentence_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/normlet/normlet/lab/internal/experiment/sentence"
)

// Vectors of words become one of a sentence: their mean, of length 1.
func Example() {
	const file = `{"dimensions": 2, "vectors": {"cat": [1, 0], "kitten": [0.8, 0.6], "car": [0, 1], "a": [0, 0]}}`
	words, err := sentence.ReadWords(strings.NewReader(file), "words.json", func(string) bool { return true })
	if err != nil {
		log.Fatal(err)
	}
	pooler, err := sentence.NewPooler(sentence.Poolings()[0], words, nil)
	if err != nil {
		log.Fatal(err)
	}
	v := pooler.Vectors([]string{"A cat.", "a kitten", "a car"})
	for i, name := range []string{"cat", "kitten", "car"} {
		fmt.Printf("cat and %s: %.1f\n", name, v.Data[0]*v.Data[2*i]+v.Data[1]*v.Data[2*i+1])
	}
	// Output:
	// cat and cat: 1.0
	// cat and kitten: 0.8
	// cat and car: 0.0
}
