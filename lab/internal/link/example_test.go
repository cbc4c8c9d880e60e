package link_test

import (
	"fmt"

	"github.com/normlet/normlet/lab/internal/link"
	"github.com/normlet/normlet/train/data"
)

// Labelled mentions are cut into parts to train on, to fit on and to measure, each sentence in one of them.
func ExampleSplit() {
	var queries []data.Query
	for i := range 100 {
		queries = append(queries, data.Query{Mention: "p38", Gold: []string{"1432"}, Sentence: fmt.Sprint("p38 in sentence ", i/2)})
	}
	resolve := func(gold []string) []int32 { return []int32{7} }
	inSpace := func(entity int32) bool { return entity == 7 }
	d, err := link.Split(queries, resolve, inSpace)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Report.Examples, "examples, the first of which occurs", d.Train[0].Count, "times")
	_, err = link.Split(queries[:2], resolve, inSpace)
	fmt.Println(err)
	// Output:
	// 50 examples, the first of which occurs 2 times
	// link: no mentions in a part of 1 examples: the one to train on is empty; give more sentences
}
