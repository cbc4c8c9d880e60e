package mobile

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// readAll returns the text of the files of a pattern, of which there are so many at least.
func readAll(t *testing.T, pattern string, least int) (text string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.FromSlash(pattern))
	if err != nil || len(paths) < least {
		t.Fatalf("%s: %v, %d files", pattern, err, len(paths))
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text += string(content)
	}
	return text
}

// TestCallsAreBound requires every exported function and method in the bound APIs, the
// programs that call them, the manual and a test. The test of tools/mobile compares the
// bound APIs in full, but needs Java.
func TestCallsAreBound(t *testing.T) {
	tools := filepath.Join("..", "tools", "mobile")
	read := func(pattern string) string { t.Helper(); return readAll(t, pattern, 1) }
	java := bound(read(filepath.Join(tools, "api", "java.txt")), `class [\w.]+\.(\w+) `, `native .* (\w+)\(`)
	objc := bound(read(filepath.Join(tools, "api", "objc.txt")), `@interface Mobile(\w+) `, `^- \(.*?\)(\w+)|^FOUNDATION_EXPORT .*[ *]Mobile(\w+)\(`)
	texts := map[string]string{}
	for what, pattern := range map[string]string{
		"tools/mobile/java/BoundTest.java calls": filepath.Join(tools, "java", "BoundTest.java"),
		"tools/mobile/objc/Caller.m calls":       filepath.Join(tools, "objc", "Caller.m"),
		"docs/mobile.md has":                     filepath.Join("..", "docs", "mobile.md"),
		"a test of the package calls":            "*_test.go",
	} {
		texts[what] = strings.ToLower(read(pattern))
	}
	calls := exported(t)
	for class, name := range calls {
		if !java[class] || !objc[class] {
			t.Errorf("tools/mobile/api lacks %s (Java: %t, Objective-C: %t): go -C tools/mobile test . -check -run Bound/api -update", class, java[class], objc[class])
		}
		for what, text := range texts {
			if !regexp.MustCompile(`[. \[](mobile)?` + name + "[(:\\]`]").MatchString(text) {
				t.Errorf("%s no %s", what, class)
			}
		}
	}
	if len(calls) < 15 {
		t.Errorf("%d calls: the test checks next to nothing", len(calls))
	}
}

// bound returns the calls of a bound API, as class.name in small letters.
func bound(api, class, call string) map[string]bool {
	isClass, isCall := regexp.MustCompile(class), regexp.MustCompile(call)
	calls, in := map[string]bool{}, ""
	for line := range strings.Lines(api) {
		if m := isClass.FindStringSubmatch(line); m != nil {
			in = m[1]
		} else if m := isCall.FindStringSubmatch(line); m != nil {
			if len(m) > 2 && m[2] != "" { // a function of Objective-C
				in, m[1] = "Mobile", m[2]
			}
			calls[strings.ToLower(in+"."+m[1])] = true
		}
	}
	return calls
}

// exported returns the exported functions and methods: class.name and name.
func exported(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]string{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || !f.Name.IsExported() {
				continue
			}
			class := "Mobile"
			if f.Recv != nil {
				class = f.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name
			}
			if ast.IsExported(class) {
				calls[strings.ToLower(class+"."+f.Name.Name)] = strings.ToLower(f.Name.Name)
			}
		}
	}
	return calls
}
