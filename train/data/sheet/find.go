package sheet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/normlet/normlet/internal/meant"
)

// Find returns the index of a column, given by name or by number from 1. Where no name is the same, case and blanks
// around do not count.
func (s *Shape) Find(name string) (int, error) {
	same := func(h string) bool { return h == name }
	if !slices.ContainsFunc(s.Header, same) {
		same = func(h string) bool { return sameName(h, name) }
	}
	var at []int
	for i, h := range s.Header {
		if same(h) {
			at = append(at, i)
		}
	}
	if len(at) > 1 {
		return 0, s.problem(fmt.Errorf("%d columns are called %q: say its number, which is %s", len(at), name, numbers(at)))
	}
	if len(at) == 1 {
		return at[0], nil
	}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= s.Width {
		return n - 1, nil
	}
	if s.Header == nil {
		return 0, s.problem(fmt.Errorf("no column %q; without a header there are the numbers 1 to %d", name, s.Width))
	}
	return 0, s.problem(fmt.Errorf("no column %q; there are %s%s", name, Quoted(s.Header), meant.Hint(name, s.Header)))
}

// sameName reports whether two names of columns are the same but for case and blanks around.
func sameName(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }

func (s *Shape) problem(err error) error { return &Error{File: s.Name, Err: err} }

// numbers lists columns: 1 or 3.
func numbers(at []int) string {
	out := make([]string, len(at))
	for i, n := range at {
		out[i] = strconv.Itoa(n + 1)
	}
	return strings.Join(out, " or ")
}

// Quoted lists names for people.
func Quoted(names []string) string {
	const most = 50
	var out []string
	for _, n := range names[:min(most, len(names))] {
		out = append(out, strconv.Quote(n))
	}
	if more := len(names) - most; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(out, ", ")
}
