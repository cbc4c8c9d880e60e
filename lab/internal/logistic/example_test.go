package logistic_test

import (
	"fmt"
	"log"

	"github.com/normlet/normlet/internal/nn"
	"github.com/normlet/normlet/lab/internal/logistic"
)

// A classifier learns from the first ten rows, whose label the second number tells, and judges the others.
func Example() {
	x, labels := nn.NewMatrix(13, 2), make([]int, 13)
	for i := range labels {
		labels[i] = i % 2
		copy(nn.Row(x, i), []float32{float32(i) / 13, float32(4*labels[i] - 2)})
	}
	set, err := logistic.NewSet(x, labels, 2)
	if err != nil {
		log.Fatal(err)
	}
	got, err := set.Predict([]logistic.Split{{Train: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, Test: []int{10, 11, 12}}}, logistic.Config{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(got)
	// Output:
	// [[0 1 0]]
}
