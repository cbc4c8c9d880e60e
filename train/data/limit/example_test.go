package limit_test

import (
	"fmt"

	"github.com/normlet/normlet/train/data/limit"
)

// What a compressed file grows to is counted while it is read.
func Example() {
	grown := limit.Growth{What: "the compressed file grows"}
	const stored = 1000
	for range 3 {
		if err := grown.Add(32<<20, stored); err != nil {
			fmt.Println(err)
		}
	}
	// Output: the compressed file grows to more than 200 times its size (--raise-limits 10 allows more)
}
