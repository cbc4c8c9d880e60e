//go:build linux

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// cgoExport returns the C declarations of the functions that gobind's Go code exports: what cgo would write into
// _cgo_export.h, had it a compiler for the platform.
func cgoExport(t *testing.T, files ...string) string {
	t.Helper()
	lines := []string{`#include "seq.h"`, `#include "mobile.h"`, `#include "universe.h"`}
	for _, path := range files {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && exported(fn) {
				lines = append(lines, declaration(fn))
			}
		}
	}
	if len(lines) == 3 {
		t.Fatalf("no exported function in %q", files)
	}
	return strings.Join(lines, "\n") + "\n"
}

func exported(fn *ast.FuncDecl) bool {
	if fn.Doc == nil {
		return false
	}
	for _, c := range fn.Doc.List {
		if strings.TrimSpace(c.Text) == "//export "+fn.Name.Name {
			return true
		}
	}
	return false
}

// declaration writes a function the way cgo does: several results are a struct with members r0, r1 and so on.
func declaration(fn *ast.FuncDecl) string {
	name, params := fn.Name.Name, "void"
	if list := cTypes(fn.Type.Params); len(list) > 0 {
		params = strings.Join(list, ", ")
	}
	results := cTypes(fn.Type.Results)
	switch len(results) {
	case 0:
		return fmt.Sprintf("extern void %s(%s);", name, params)
	case 1:
		return fmt.Sprintf("extern %s %s(%s);", results[0], name, params)
	}
	members := ""
	for i, r := range results {
		members += fmt.Sprintf(" %s r%d;", r, i)
	}
	return fmt.Sprintf("struct %s_return {%s };\nextern struct %s_return %s(%s);", name, members, name, name, params)
}

// cTypes returns the C type of every parameter or result.
func cTypes(fields *ast.FieldList) (list []string) {
	if fields == nil {
		return nil
	}
	for _, f := range fields.List {
		t := "unknown" // fails to compile
		if s, ok := f.Type.(*ast.SelectorExpr); ok {
			t = s.Sel.Name // C.int32_t and the like
		}
		for range max(1, len(f.Names)) {
			list = append(list, t)
		}
	}
	return list
}
