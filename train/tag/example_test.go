package tag_test

import (
	"fmt"

	"github.com/normlet/normlet/train/tag"
)

// What a name looks like is a guess; a list of them is not.
func ExampleLooks() {
	looks := tag.DefaultLooks()
	for _, name := range []string{"autosomal dominant lissencephaly", "2-methylpropyl acetate", "transportation planner"} {
		fmt.Println(name, "=", looks.Types[looks.Of(name)])
	}
	// Output:
	// autosomal dominant lissencephaly = Disease
	// 2-methylpropyl acetate = Chemical
	// transportation planner = none
}
