package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// clocks are what limits of time are made of. A test with one fails where the machine is busy: it counts steps, bytes or
// allocations instead, or waits for what it waits for without a limit, as go test has its own.
var clocks = map[string][]string{
	"time":    {"Since", "Until", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick"},
	"context": {"WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause"},
}

// ownClocks may look at one, for the reason given.
var ownClocks = map[string]string{
	"internal/hostile/inputs_test.go":       "prints how long files took, and holds them to bytes",
	"tools/beam/normlet-beam/scale_test.go": "prints how long runs took, with -check only",
	"tools/normlet/pull_faults_test.go":     "turns the clock of a device by a month",
	"tools/normlet/crash_test.go":           "kills a run at a random moment, so that it must know how long one takes",
	"tools/normlet/pull_test.go":            "kills a run at a random moment, so that it must know how long one takes",
	"tools/serve/abuse/server_test.go":      "measures a server that is abused, in full only",
	"tools/serve/abuse/abuse_test.go":       "measures a server that is abused, in full only",
	"tools/serve/abuse/abuses_test.go":      "measures a server that is abused, in full only",
}

// TestNoTimeLimits looks for limits of time in all tests.
func TestNoTimeLimits(t *testing.T) {
	root := filepath.Join("..", "..")
	files, used := 0, map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path) // both are relative
		rel = filepath.ToSlash(rel)
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && rel != "." || d.Name() == "testdata" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files++
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, found := range timeLimits(f) {
			if used[rel] = true; ownClocks[rel] == "" {
				t.Errorf("%s:%d: %s limits a test by time, which fails where the machine is busy: count steps, bytes or allocations, or wait without a limit", rel, set.Position(found.Pos()).Line, found.Sel.Name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 300 {
		t.Fatalf("%d files: the test checks next to nothing", files)
	}
	for file := range ownClocks {
		if !used[file] {
			t.Errorf("%s looks at no clock any more: take it from the list", file)
		}
	}
}

// timeLimits returns the calls that a limit of time is made of: those of clocks, what is reckoned from time.Now, and
// deadlines of connections.
func timeLimits(f *ast.File) (found []*ast.SelectorExpr) {
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		switch x := s.X.(type) {
		case *ast.Ident:
			if slices.Contains(clocks[x.Name], s.Sel.Name) {
				found = append(found, s)
			}
		case *ast.CallExpr:
			if of, ok := x.Fun.(*ast.SelectorExpr); ok && isName(of.X, "time") && of.Sel.Name == "Now" && (s.Sel.Name == "Add" || s.Sel.Name == "Sub") {
				found = append(found, s)
			}
		}
		if strings.HasPrefix(s.Sel.Name, "Set") && strings.HasSuffix(s.Sel.Name, "Deadline") {
			found = append(found, s)
		}
		return true
	})
	return found
}

func isName(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == name
}

// TestTimeLimitsAreFound checks the check.
func TestTimeLimitsAreFound(t *testing.T) {
	for statement, want := range map[string]int{
		"if time.Since(begin) > limit { return }":                            1,
		"ctx, cancel := context.WithTimeout(parent, time.Second)":            1,
		"select { case <-ready: case <-time.After(time.Second): }":           1,
		"for end := time.Now().Add(time.Minute); time.Now().Before(end); {}": 1,
		"c.SetReadDeadline(time.Now().Add(time.Second))":                     2,
		"took := time.Now().Sub(begin)":                                      1,
		"for !done() { time.Sleep(time.Millisecond) }":                       0,
		"expires := now.Add(time.Hour)":                                      0,
		"ctx, cancel := context.WithCancel(parent)":                          0,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x_test.go", "package x\nfunc f() {\n"+statement+"\n}", parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(timeLimits(f)); got != want {
			t.Errorf("%s: %d limits found, want %d", statement, got, want)
		}
	}
}
