package knowledge_test

import (
	"fmt"

	"github.com/normlet/normlet/knowledge"
)

// Rows reads a table: here, the ion that calcium is.
func Example() {
	for row := range knowledge.Rows(knowledge.Ions) {
		if symbol, name, charges := row[0], row[1], row[2]; symbol == "Ca" {
			fmt.Println(name, charges)
		}
	}
	// Output: calcium 2
}
