// Package pattern compiles regular expressions when they are first used. To compile those of all readers of files takes
// milliseconds and a megabyte, which no program that only looks up names should wait for.
package pattern

import (
	"regexp"
	"sync"
)

// Of returns a function that compiles expr once. It panics if expr is none.
func Of(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
