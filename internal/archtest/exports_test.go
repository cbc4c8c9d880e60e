package archtest

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// exports finds the exported names of a set of packages that no other package uses.
type exports struct {
	packages   []*checked
	interfaces []*types.Interface
	used       map[types.Object]bool
	mentioned  map[string]bool // in files that this machine does not build
}

// TestNoDeadExports fails on exported identifiers and methods that only tests or
// their own package use.
func TestNoDeadExports(t *testing.T) {
	var dead []string
	for folder := range lists {
		loaded := load(t, folder)
		x := exports{packages: loaded, mentioned: mentionedElsewhere(t, loaded)}
		dead = append(dead, x.dead()...)
	}
	for _, name := range dead {
		if !slices.ContainsFunc(unusedHere, func(e exception) bool { return e.covers(name) }) {
			t.Errorf("%s is exported, but no other package uses it outside of tests: delete it, unexport it or move it into a test file", name)
		}
	}
	for _, e := range unusedHere {
		if !slices.ContainsFunc(dead, e.covers) {
			t.Errorf("the exception %q covers nothing: delete it", e.name)
		}
	}
}

// TestDeadExportIsFound checks the check, on a module of two packages.
func TestDeadExportIsFound(t *testing.T) {
	set := token.NewFileSet()
	lib := check(t, set, "lib", `package lib
		type Shape interface{ Area() int }
		type Square struct{ Side Length }
		type Length int
		func (Square) Area() int { return 1 }
		func (Square) Dead() { Helper() }
		func Helper() {}
		func Elsewhere() {}
		func Make() Square { return Square{} }
		const ( One Length = iota; Two )`, nil)
	app := check(t, set, "app", `package app
		import "lib"
		var _ lib.Shape = lib.Make()`, lib.types)
	x := exports{packages: []*checked{lib, app}, mentioned: map[string]bool{"lib.Elsewhere": true}}
	if got, want := strings.Join(x.dead(), " "), "lib.Helper lib.Square.Dead"; got != want {
		t.Errorf("dead exports %q, want %q", got, want)
	}
}

// mentionedElsewhere returns the exported names that files other than tests mention
// which the packages lack, those of other platforms, build tags and modules: as
// path.Name, or as .Name where something is called that may be a method.
func mentionedElsewhere(t *testing.T, loaded []*checked) map[string]bool {
	t.Helper()
	names, built := map[string]bool{}, map[string]bool{}
	for _, p := range loaded {
		for _, f := range p.files {
			built[f] = true
		}
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	others := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || built[path] {
			return err
		}
		others++
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		paths := map[string]string{}
		for _, i := range f.Imports {
			path, _ := strconv.Unquote(i.Path.Value) // the parser has checked it
			paths[filepath.Base(path)] = path
			if i.Name != nil {
				paths[i.Name.Name] = path
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if s, ok := call.Fun.(*ast.SelectorExpr); ok {
					names["."+s.Sel.Name] = true
				}
			}
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && paths[x.Name] != "" {
					names[paths[x.Name]+"."+s.Sel.Name] = true
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if others < 10 {
		t.Fatalf("%d files of other platforms, tags and modules: the test would miss their uses", others)
	}
	return names
}

// dead returns the names of dead exports, sorted.
func (x *exports) dead() []string {
	x.collect()
	var list []string
	for _, p := range x.packages {
		if p.name == "main" {
			continue
		}
		scope := p.types.Scope()
		for _, name := range scope.Names() {
			o := scope.Lookup(name)
			if o.Exported() && !x.alive(o) {
				list = append(list, p.path+"."+name)
			}
			for m := range methods(o) {
				if m.Exported() && !x.alive(m) && !x.implements(o.Type(), m) {
					list = append(list, p.path+"."+name+"."+m.Name())
				}
			}
		}
	}
	slices.SortFunc(list, cmp.Compare)
	return list
}

// collect notes what packages use of each other, and the interfaces there are.
func (x *exports) collect() {
	x.used = map[types.Object]bool{}
	seen := map[*types.Package]bool{}
	for _, p := range x.packages {
		for _, name := range p.types.Scope().Names() {
			if x.mentioned[p.path+"."+name] {
				x.use(p.types.Scope().Lookup(name))
			}
		}
		for _, o := range p.info.Uses {
			if o.Pkg() != nil && o.Pkg() != p.types {
				x.use(origin(o))
			}
		}
		for _, tv := range p.info.Types {
			if i, ok := tv.Type.Underlying().(*types.Interface); ok && tv.IsType() {
				x.interfaces = append(x.interfaces, i)
			}
		}
		for _, imported := range append(p.types.Imports(), p.types) {
			if !seen[imported] {
				seen[imported] = true
				x.addInterfaces(imported.Scope())
			}
		}
	}
	x.interfaces = append(x.interfaces, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

func (x *exports) addInterfaces(scope *types.Scope) {
	for _, name := range scope.Names() {
		if o, ok := scope.Lookup(name).(*types.TypeName); ok {
			if i, ok := o.Type().Underlying().(*types.Interface); ok {
				x.interfaces = append(x.interfaces, i)
			}
		}
	}
}

// use marks o and the types that its users can see: of parameters, results and
// exported fields.
func (x *exports) use(o types.Object) {
	if o == nil || o.Pkg() == nil || x.used[o] {
		return
	}
	x.used[o] = true
	x.see(o.Type())
	if _, ok := o.(*types.TypeName); ok {
		x.see(o.Type().Underlying())
	}
}

func (x *exports) see(t types.Type) {
	switch t := t.(type) {
	case *types.Named:
		x.use(t.Origin().Obj())
		for a := range t.TypeArgs().Types() {
			x.see(a)
		}
	case *types.Alias:
		x.use(t.Obj())
		x.see(t.Rhs())
	case *types.Signature:
		x.see(t.Params())
		x.see(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			x.see(v.Type())
		}
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() {
				x.see(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			x.use(m)
		}
	case *types.Map:
		x.see(t.Key())
		x.see(t.Elem())
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		x.see(t.Elem())
	}
}

// alive reports whether o is used. A constant is if its type is: an enumeration
// has all its values.
func (x *exports) alive(o types.Object) bool {
	mention := o.Pkg().Path() + "." + o.Name()
	if f, ok := o.(*types.Func); ok && f.Signature().Recv() != nil {
		mention = "." + o.Name()
	}
	if x.used[o] || x.mentioned[mention] {
		return true
	}
	if mention == ".Unwrap" || mention == ".Is" || mention == ".As" {
		return true // package errors looks for them
	}
	named, ok := o.Type().(*types.Named)
	_, constant := o.(*types.Const)
	return constant && ok && named.Obj().Pkg() == o.Pkg() && x.used[named.Obj()]
}

// implements reports whether an interface asks a type for a method.
func (x *exports) implements(t types.Type, m *types.Func) bool {
	return slices.ContainsFunc(x.interfaces, func(i *types.Interface) bool {
		o, _, _ := types.LookupFieldOrMethod(i, false, m.Pkg(), m.Name())
		return o != nil && types.Implements(types.NewPointer(t), i)
	})
}

// methods yields those that a declared type has of its own.
func methods(o types.Object) func(func(*types.Func) bool) {
	return func(yield func(*types.Func) bool) {
		name, ok := o.(*types.TypeName)
		if !ok || name.IsAlias() {
			return
		}
		if named, ok := name.Type().(*types.Named); ok {
			for m := range named.Methods() {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// origin returns what a use of something generic is a use of.
func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return o
}

// exception is a name, or all names of a package if it ends in a dot.
type exception struct{ name, why string }

// unusedHere are exports whose users are not packages of this module.
var unusedHere = []exception{
	{"mobile.", "apps call it through gomobile, which exports constants and methods to Java, Kotlin and Swift"},
	{"core.ErrField", "programs learn from it what the pack lacks"},
	{"core/pack.CorruptError", "programs learn from it which section is damaged"},
	{"tools/normlet/server.openAPIOperation.Example", "the template of the page calls it"},
	{"tools/normlet/internal/release.Tag", ".goreleaser.yaml sets it at linking"},
	{"tools/normlet/internal/release.Revision", ".goreleaser.yaml sets it at linking"},
	{"tools/normlet/internal/cli.Variables", "tests of all commands call it"},
	{"internal/nn/loss/losstest.", "checks for the tests of other packages"},
	{"train/organismtest.", "a pack for the tests of several packages"},
	{"internal/checktest.", "checks of several packages call it"},
	{"tools/normlet/internal/npytest.", "vectors for the tests of two packages"},
	{"internal/durable.Use", "tests of several packages replace the disk"},
	{"internal/testfull.", "the switch of the tests of all packages"},
}

// covers reports whether the exception is about a name.
func (e exception) covers(name string) bool {
	prefix, whole := strings.CutSuffix(module+e.name, ".")
	return name == prefix || whole && strings.HasPrefix(name, prefix+".")
}
