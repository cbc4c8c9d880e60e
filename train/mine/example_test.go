package mine_test

import (
	"context"
	"fmt"

	"github.com/normlet/normlet/train/mine"
)

// Which name of another entity is a name most easily taken for, by its vector?
func ExampleHard() {
	names := []string{"FOXP1", "FOXP2", "SPCH1", "IL6"}
	entity := []int32{0, 1, 1, 2}
	vectors := []float32{
		0.8, 0.6,
		0.6, 0.8,
		0, 1,
		-1, 0,
	}
	hard, err := mine.Hard(context.Background(), vectors, 2, entity, names, mine.Config{K: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, name := range names {
		fmt.Println(name, "is taken for", names[hard[2*i]])
	}
	// Output:
	// FOXP1 is taken for FOXP2
	// FOXP2 is taken for FOXP1
	// SPCH1 is taken for FOXP1
	// IL6 is taken for SPCH1
}
