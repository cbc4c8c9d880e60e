package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// target is a package, the changes drawn from it, and the tests that may notice them.
type target struct {
	path   string // of its folder, from the module's root
	all    []*mutant
	sample []*mutant
	suites []*suite
}

func (c *config) prepareAll(ctx context.Context, names []string, known equivalent, stderr io.Writer) ([]*target, error) {
	var targets []*target
	progress := newProgress(stderr, len(names), "tests one by one")
	defer progress.Clear()
	for i, name := range names {
		progress.Set(i)
		packages := strings.Split(name, "+")
		for i := range packages {
			packages[i] = path.Clean(packages[i])
		}
		t, err := c.prepare(ctx, packages, known)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		targets = append(targets, t)
	}
	return targets, known.unused(targets)
}

// prepare draws the changes of the first package and runs the tests of all packages without a change.
func (c *config) prepare(ctx context.Context, packages []string, known equivalent) (*target, error) {
	s, err := load(ctx, c.module, packages[0])
	if err != nil {
		return nil, err
	}
	t := &target{path: packages[0]}
	if t.all, err = s.mutants(); err != nil {
		return nil, err
	}
	known.mark(t.all)
	t.sample = s.draw(t.all, c.n, c.seed)
	for _, p := range packages {
		tests, err := c.newSuite(ctx, p, s.importPath)
		if err != nil {
			return nil, err
		}
		t.suites = append(t.suites, tests)
	}
	return t, nil
}

// source is a type-checked package.
type source struct {
	module, importPath, dir string
	names                   []string // of its files
	text                    [][]byte
	files                   []*ast.File
	fset                    *token.FileSet
	imports                 types.Importer
	info                    *types.Info
}

// load reads a package, which has to compile.
func load(ctx context.Context, module, path string) (*source, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export,DepOnly", "./"+path)
	cmd.Dir = module
	out, err := output(cmd)
	if err != nil {
		return nil, err
	}
	s := &source{module: module, fset: token.NewFileSet(), info: newInfo()}
	exports := map[string]string{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Dir, Export string
			GoFiles                 []string
			DepOnly                 bool
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		exports[p.ImportPath] = p.Export
		if !p.DepOnly {
			if s.importPath != "" {
				return nil, fmt.Errorf("want one package, not %s and %s", s.importPath, p.ImportPath)
			}
			s.importPath, s.dir, s.names = p.ImportPath, p.Dir, p.GoFiles
		}
	}
	s.imports = importer.ForCompiler(s.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, name := range s.names {
		text, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(s.fset, filepath.Join(s.dir, name), text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.text, s.files = append(s.text, text), append(s.files, file)
	}
	return s, s.check(s.fset, s.files, s.info)
}

func newInfo() *types.Info {
	return &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
}

func (s *source) check(fset *token.FileSet, files []*ast.File, info *types.Info) error {
	config := types.Config{Importer: s.imports}
	_, err := config.Check(s.importPath, fset, files, info)
	return err
}

// mutants returns all changes of files that are not generated.
func (s *source) mutants() ([]*mutant, error) {
	var all []*mutant
	for i, file := range s.files {
		if ast.IsGenerated(file) {
			continue
		}
		path := filepath.Join(s.dir, s.names[i])
		rel, err := filepath.Rel(s.module, path)
		if err != nil {
			return nil, err
		}
		f := finder{file: filepath.ToSlash(rel), src: s.text[i], fset: s.fset, info: s.info}
		all = append(all, f.mutants(file)...)
	}
	return all, nil
}

// draw returns up to n changes that compile, in a random order given by seed and package.
func (s *source) draw(all []*mutant, n int, seed uint64) []*mutant {
	h := fnv.New64a()
	h.Write([]byte(s.importPath))
	var sample []*mutant
	for _, i := range rand.New(rand.NewPCG(seed, h.Sum64())).Perm(len(all)) {
		if len(sample) == n {
			break
		}
		if s.compiles(all[i]) {
			sample = append(sample, all[i])
		}
	}
	return sample
}

func (s *source) compiles(m *mutant) bool {
	files := append([]*ast.File(nil), s.files...)
	for i, name := range s.names {
		if filepath.Join(s.dir, name) != m.path {
			continue
		}
		file, err := parser.ParseFile(s.fset, m.path, m.apply(s.text[i]), parser.SkipObjectResolution)
		if err != nil {
			return false
		}
		files[i] = file
	}
	return s.check(s.fset, files, nil) == nil
}

func moduleRoot(ctx context.Context, dir string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "env", "GOMOD")
	cmd.Dir = dir
	out, err := output(cmd)
	if err != nil {
		return "", err
	}
	mod := strings.TrimSpace(string(out))
	if mod == "" || mod == os.DevNull {
		return "", fmt.Errorf("%s is in no module", dir)
	}
	return filepath.Dir(mod), nil
}

// copyModule copies a module without its history.
func copyModule(to, from string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch {
		case d.Name() == ".git":
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), text, 0o644)
	})
}

// output runs a command and returns its output; the error has its complaints.
func output(cmd *exec.Cmd) ([]byte, error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s%s", strings.Join(cmd.Args[:2], " "), err, out, stderr.Bytes())
	}
	return out, err
}
