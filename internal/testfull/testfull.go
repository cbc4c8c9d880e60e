// Package testfull is the one switch between the short and the full form of tests.
//
// Slow tests that rarely fail, such as those that kill a command a hundred times or damage every bit of a file, do only
// a part by default, so that everybody can run all tests. Continuous integration runs them in full:
//
//	NORMLET_TEST_FULL=1 go test ./...
//
// The go tool notes that a test has read the variable, so its cache keeps the results of both forms apart.
package testfull

import "os"

// Variable names the environment variable.
const Variable = "NORMLET_TEST_FULL"

// On reports whether tests run in full.
func On() bool { return os.Getenv(Variable) != "" }

// Or returns full where tests run in full, and short elsewhere.
func Or[T any](short, full T) T {
	if On() {
		return full
	}
	return short
}
