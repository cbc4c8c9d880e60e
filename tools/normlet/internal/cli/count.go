package cli

import (
	"fmt"
	"strings"
)

// Count returns a number of things, which are named in the plural: 2 texts, 1 text.
func Count(n int, things string) string {
	if n == 1 {
		things = strings.TrimSuffix(things, "s")
		if stem, ok := strings.CutSuffix(things, "ie"); ok {
			things = stem + "y"
		}
	}
	return fmt.Sprintf("%d %s", n, things)
}
