package archtest

import (
	"fmt"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOutside lets a module of somebody else name everything that apps may: each function and method with its type, each
// type, each field with its own. What an internal package is needed for does not compile there.
func TestOutside(t *testing.T) {
	if out, err := outside(t, callers(typed(t))); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestOutsideFinds checks the check.
func TestOutsideFinds(t *testing.T) {
	const source = "package outside\n\nimport _ \"" + module + "internal/core/score\"\n"
	if out, err := outside(t, map[string]string{"a.go": source}); err == nil || !strings.Contains(string(out), "use of internal package") {
		t.Errorf("a module of somebody else imports an internal package: %v\n%s", err, out)
	}
}

// outside compiles files as a module that requires this one.
func outside(t *testing.T, files map[string]string) ([]byte, error) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSuffix(module, "/")
	head := strings.Replace(string(mod), "module "+name, "module outside.example", 1)
	files["go.mod"] = fmt.Sprintf("%s\nrequire %s v0.0.0\n\nreplace %s => %s\n", head, name, name, root)
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	files["go.sum"] = string(sum)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "build", "-mod=mod", "./...")
	cmd.Dir = folder
	return cmd.CombinedOutput()
}

// callers returns for each package that apps link a file that names all that it exports.
func callers(packages func(string) *types.Package) map[string]string {
	files := map[string]string{}
	for _, name := range apps {
		p := packages(name)
		c := caller{imports: map[string]string{}}
		for _, o := range p.Scope().Names() {
			if o := p.Scope().Lookup(o); o.Exported() {
				c.name(o)
			}
		}
		var head strings.Builder
		for _, path := range slices.Sorted(maps.Keys(c.imports)) {
			fmt.Fprintf(&head, "import %s %q\n", c.imports[path], path)
		}
		files[strings.ReplaceAll(name, "/", "_")+".go"] = "package outside\n\n" + head.String() + "\n" + c.body.String()
	}
	return files
}

// caller writes a file.
type caller struct {
	imports map[string]string // names by path
	body    strings.Builder
}

// qualify returns the name by which the file knows a package.
func (c *caller) qualify(p *types.Package) string {
	if c.imports[p.Path()] == "" {
		c.imports[p.Path()] = fmt.Sprintf("p%d", len(c.imports))
	}
	return c.imports[p.Path()]
}

// name names an object with its type, and what a type has.
func (c *caller) name(o types.Object) {
	at := c.qualify(o.Pkg()) + "." + o.Name()
	text := func(x types.Type) string { return types.TypeString(x, c.qualify) }
	switch o := o.(type) {
	case *types.Func:
		fmt.Fprintf(&c.body, "var _ %s = %s\n", text(o.Type()), at)
	case *types.Const, *types.Var:
		fmt.Fprintf(&c.body, "var _ = %s\n", at)
	case *types.TypeName:
		fmt.Fprintf(&c.body, "var _ *%s\n", at)
		for m := range types.NewMethodSet(types.NewPointer(o.Type())).Methods() {
			if m.Obj().Exported() && !types.IsInterface(o.Type()) {
				fmt.Fprintf(&c.body, "var _ = (*%s).%s\n", at, m.Obj().Name())
			}
		}
		if s, ok := o.Type().Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if f.Exported() {
					fmt.Fprintf(&c.body, "var _ %s = new(%s).%s\n", text(f.Type()), at, f.Name())
				}
			}
		}
	}
}
