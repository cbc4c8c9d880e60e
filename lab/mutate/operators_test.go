package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// TestOperators has all changes of a few lines.
func TestOperators(t *testing.T) {
	const src = `package p

const most = 100

func (r *run[T]) next(x []int, n int, err error) (bool, error) {
	x = append(make([]int, n, 8), x[1:n]...)
	n += 2 * min(n, 4) // 4
	for i := 0; i < n; i++ {
		if !ok() && f > 1.5 { break }
		if ok() { defer ok() }
	}
	if err != nil { return true, err }
	return ok(), nil
}

type run[T any] struct{ a [3]int ` + "`tag`" + ` }
var f = 1.5
func ok() bool { return false }
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	if _, err := new(types.Config).Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	f := finder{file: "p.go", src: []byte(src), fset: fset, info: info}
	var got []string
	for _, m := range f.mutants(file) {
		got = append(got, m.name+": "+m.what)
		if changed := string(m.apply([]byte(src))); changed == src {
			t.Errorf("%s changes nothing", m)
		}
	}
	want := []string{
		"most: most = 100 -> most = 200",
		"most: most = 100 -> most = 50",
		"run.next: remove x = append(make([]int, n, 8), x[1:n]...)",
		"run.next: x[1:n] -> x[2:n]",
		"run.next: x[1:n] -> x[0:n]",
		"run.next: x[1:n] -> x[1:(n)-1]",
		"run.next: remove n += 2 * min(n, 4)",
		"run.next: n += 2 * min(n, 4) -> n -= 2 * min(n, 4)",
		"run.next: 2 * min(n, 4) -> 3 * min(n, 4)",
		"run.next: 2 * min(n, 4) -> 1 * min(n, 4)",
		"run.next: 2 * min(n, 4) -> 2 / min(n, 4)",
		"run.next: min(n, 4) -> max(n, 4)",
		"run.next: min(n, 4) -> min(n, 5)",
		"run.next: min(n, 4) -> min(n, 3)",
		"run.next: i := 0 -> i := 1",
		"run.next: i < n -> i <= n",
		"run.next: i < n -> i >= n",
		"run.next: i++ -> i--",
		"run.next: !ok() && f > 1.5 -> !(!ok() && f > 1.5)",
		"run.next: !ok() && f > 1.5 -> !ok() || f > 1.5",
		"run.next: f > 1.5 -> f >= 1.5",
		"run.next: f > 1.5 -> f <= 1.5",
		"run.next: f > 1.5 -> f > (1.5*2)",
		"run.next: f > 1.5 -> f > 0",
		"run.next: break -> continue",
		"run.next: ok() -> !(ok())",
		"run.next: remove defer ok()",
		"run.next: err != nil -> err == nil",
		"run.next: return true, err -> return false, err",
		"run.next: return true, err -> return true, nil",
		"f: f = 1.5 -> f = (1.5*2)",
		"f: f = 1.5 -> f = 0",
		"ok: return false -> return true",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestInterval has values of Wilson's interval worked out by hand.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		counts
		want string
	}{
		{counts{mutants: 10, killed: 8}, "0.800 0.490 0.943"},
		{counts{mutants: 12, killed: 10, equivalent: 2}, "1.000 0.722 1.000"},
		{counts{mutants: 2, equivalent: 2}, "1.000 0.000 1.000"},
	} {
		low, high := c.interval()
		if got := fmt.Sprintf("%.3f %.3f %.3f", c.score(), low, high); got != c.want {
			t.Errorf("%+v: %s, want %s", c.counts, got, c.want)
		}
	}
}

func TestParseEquivalents(t *testing.T) {
	known, err := parseEquivalents(tinyEquivalents)
	if want := "Equal numbers are the same, whichever is returned."; err != nil || known[change{"one/one.go", "Larger", "a > b -> a >= b"}] != want {
		t.Errorf("%v, %v", known, err)
	}
	for _, c := range []struct{ text, want string }{
		{"a.go: F\n\t\tWhy.\n", ":2: a reason without a change"},
		{"\tb -> c\n", ":1: want FILE"},
		{"nothing\n", ":1: want FILE"},
		{"a.go: F\n\tb -> c\n\t\tWhy.\n\tb -> c\n", ":4: b -> c is there twice"},
	} {
		if _, err := parseEquivalents(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, err, c.want)
		}
	}
	if _, err := parseEquivalents(equivalents); err != nil {
		t.Error(err)
	}
}
