package lexicon_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/normlet/normlet/train/data"
	"github.com/normlet/normlet/train/lexicon"
)

// A lexicon keeps the different names of a thing, and neither plurals nor other orders of words.
func ExampleOf() {
	const rows = "D:1\tmyalgia\nD:1\tmuscle pain\nD:1\tpains, muscle\nD:2\trhinitis\n"
	t, _, err := data.ReadTSV(strings.NewReader(rows), "diseases.tsv", data.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, names := range lexicon.Of([]*data.Terminology{t}) {
		fmt.Println(strings.Join(names, " = "))
	}
	// Output: myalgia = muscle pain
}
