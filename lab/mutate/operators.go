package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

type mutant struct {
	file       string // from the module's root, with slashes
	name       string // the function or declaration that is changed
	what       string // the source text and what stands there instead, on one line; a number if the declaration has it twice
	start, end int    // the bytes replaced
	text       string // what replaces them
	at         token.Position
	path       string // of the file
	outcome    outcome
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", m.file, m.at.Line, m.name, m.what)
}

// swaps maps operators to their replacements. Changes that do not compile are dropped later.
var swaps = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD},
	token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.MUL_ASSIGN: {token.QUO_ASSIGN}, token.QUO_ASSIGN: {token.MUL_ASSIGN},
	token.AND_ASSIGN: {token.OR_ASSIGN}, token.OR_ASSIGN: {token.AND_ASSIGN},
	token.XOR_ASSIGN: {token.AND_ASSIGN}, token.AND_NOT_ASSIGN: {token.OR_ASSIGN},
	token.SHL_ASSIGN: {token.SHR_ASSIGN}, token.SHR_ASSIGN: {token.SHL_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
	token.BREAK: {token.CONTINUE}, token.CONTINUE: {token.BREAK},
}

// names maps identifiers to their replacements.
var names = map[string]string{"true": "false", "false": "true", "min": "max", "max": "min"}

type finder struct {
	file  string
	src   []byte
	fset  *token.FileSet
	info  *types.Info
	found []*mutant
	name  string            // of the declaration
	skip  map[ast.Node]bool // left alone
}

// mutants returns the changes of a file in source order.
func (f *finder) mutants(file *ast.File) []*mutant {
	f.skip = map[ast.Node]bool{}
	ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
		if f.skip[n] {
			return false
		}
		if len(stack) == 1 || len(stack) == 2 {
			f.name = cmp.Or(declares(n), f.name)
		}
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field: // a field's tag and the length in its type; parameters
			return false
		case *ast.CallExpr:
			f.skipCapacity(n)
		case *ast.BinaryExpr:
			f.operator(n, n.OpPos, n.Op)
		case *ast.AssignStmt:
			f.operator(n, n.TokPos, n.Tok)
			f.remove(n, stack)
		case *ast.IncDecStmt:
			f.operator(n, n.TokPos, n.Tok)
			f.remove(n, stack)
		case *ast.BranchStmt:
			f.operator(n, n.TokPos, n.Tok)
		case *ast.ExprStmt:
			f.remove(n, stack)
		case *ast.DeferStmt:
			f.remove(n, stack)
		case *ast.IfStmt:
			f.negate(n.Cond)
		case *ast.ReturnStmt:
			f.dropError(n)
		case *ast.SliceExpr:
			f.bounds(n)
		case *ast.BasicLit:
			f.constant(n, stack)
		case *ast.Ident:
			if to, ok := names[n.Name]; ok && f.builtin(n) {
				f.replace(around(n, stack), n.Pos(), n.End(), to)
			}
		}
		return true
	})
	slices.SortStableFunc(f.found, func(a, b *mutant) int { return a.start - b.start })
	seen := map[[2]string]int{}
	for _, m := range f.found {
		key := [2]string{m.name, m.what}
		if seen[key]++; seen[key] > 1 {
			m.what += fmt.Sprintf(" #%d", seen[key])
		}
	}
	return f.found
}

// declares returns the name that a top-level declaration gives, or "".
func declares(n ast.Node) string {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Recv == nil {
			return n.Name.Name
		}
		receiver := strings.TrimPrefix(types.ExprString(n.Recv.List[0].Type), "*")
		generic := strings.IndexByte(receiver+"[", '[')
		return receiver[:generic] + "." + n.Name.Name
	case *ast.ValueSpec:
		return n.Names[0].Name
	case *ast.TypeSpec:
		return n.Name.Name
	}
	return ""
}

func (f *finder) builtin(n *ast.Ident) bool {
	o := f.info.Uses[n]
	return o != nil && o.Parent() == types.Universe
}

func (f *finder) operator(n ast.Node, pos token.Pos, op token.Token) {
	for _, to := range swaps[op] {
		f.replace(n, pos, pos+token.Pos(len(op.String())), to.String())
	}
}

// remove drops a statement, except the step of a loop, which would not end.
func (f *finder) remove(n ast.Stmt, stack []ast.Node) {
	if _, step := stack[len(stack)-1].(*ast.ForStmt); !step {
		f.add(n.Pos(), n.End(), "", "remove "+f.source(n.Pos(), n.End()))
	}
}

// negate negates a condition, unless swapping its operator does.
func (f *finder) negate(cond ast.Expr) {
	switch n := cond.(type) {
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			f.replace(n, n.Pos(), n.X.Pos(), "")
		}
		return
	case *ast.BinaryExpr:
		if n.Op != token.LAND && n.Op != token.LOR {
			return
		}
	}
	f.replace(cond, cond.Pos(), cond.End(), "!("+f.source(cond.Pos(), cond.End())+")")
}

// dropError returns nil in place of an error.
func (f *finder) dropError(n *ast.ReturnStmt) {
	if len(n.Results) == 0 {
		return
	}
	last := n.Results[len(n.Results)-1]
	t, ok := f.info.Types[last]
	if _, tuple := t.Type.(*types.Tuple); !ok || t.IsNil() || tuple || !types.Implements(t.Type, errorType) {
		return
	}
	f.replace(n, last.Pos(), last.End(), "nil")
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// bounds moves the bounds of a slice inwards by one. Constants change as such.
func (f *finder) bounds(n *ast.SliceExpr) {
	for _, b := range []struct {
		bound ast.Expr
		by    string
	}{{n.Low, "+1"}, {n.High, "-1"}} {
		if b.bound == nil {
			continue
		}
		if _, constant := b.bound.(*ast.BasicLit); !constant {
			f.replace(n, b.bound.Pos(), b.bound.End(), "("+f.source(b.bound.Pos(), b.bound.End())+")"+b.by)
		}
	}
}

// few is the greatest integer changed by one; greater ones are doubled and halved.
const few = 16

func (f *finder) constant(n *ast.BasicLit, stack []ast.Node) {
	var to []string
	switch n.Kind {
	case token.INT:
		v, err := strconv.ParseInt(n.Value, 0, 64)
		switch {
		case err != nil:
		case v == 0:
			to = []string{"1"}
		case v <= few:
			to = []string{fmt.Sprint(v + 1), fmt.Sprint(v - 1)}
		default:
			to = []string{fmt.Sprint(uint64(v) * 2), fmt.Sprint(v / 2)}
		}
	case token.FLOAT:
		to = []string{"(" + n.Value + "*2)", "0"}
	}
	for _, text := range to {
		f.replace(around(n, stack), n.Pos(), n.End(), text)
	}
}

// skipCapacity skips the capacity in make, which changes no answer.
func (f *finder) skipCapacity(n *ast.CallExpr) {
	if name, ok := n.Fun.(*ast.Ident); !ok || name.Name != "make" || !f.builtin(name) || len(n.Args) < 2 {
		return
	}
	if _, ok := f.info.TypeOf(n.Args[0]).Underlying().(*types.Map); ok || len(n.Args) == 3 {
		f.skip[n.Args[len(n.Args)-1]] = true
	}
}

// around is what to show of a change to n: the enclosing expression or declared value.
func around(n ast.Node, stack []ast.Node) ast.Node {
	switch outer := stack[len(stack)-1].(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.File, *ast.GenDecl, *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.CompositeLit:
		return n
	default:
		return outer
	}
}

// replace adds the change of the bytes [start, end) within n.
func (f *finder) replace(n ast.Node, start, end token.Pos, text string) {
	from, to := n.Pos(), n.End()
	before, after := f.source(from, start), f.source(end, to)
	f.add(start, end, text, brief(before, f.source(start, end), after)+" -> "+brief(before, text, after))
}

// brief joins a change with its shortened surroundings.
func brief(before, changed, after string) string {
	const most = 40
	if r := []rune(oneLine(before)); len(r) > most {
		before = "…" + string(r[len(r)-most:])
	}
	if r := []rune(oneLine(after)); len(r) > most {
		after = string(r[:most]) + "…"
	}
	return before + changed + after
}

var spaces = regexp.MustCompile(`\s+`)

func oneLine(s string) string { return spaces.ReplaceAllString(s, " ") }

func (f *finder) add(start, end token.Pos, text, what string) {
	at := f.fset.Position(start)
	f.found = append(f.found, &mutant{file: f.file, name: f.name, what: strings.TrimSpace(oneLine(what)), at: at, path: at.Filename,
		start: at.Offset, end: f.fset.Position(end).Offset, text: text})
}

func (f *finder) source(start, end token.Pos) string {
	return string(f.src[f.fset.Position(start).Offset:f.fset.Position(end).Offset])
}

func (m *mutant) apply(src []byte) []byte {
	return slices.Concat(src[:m.start], []byte(m.text), src[m.end:])
}
