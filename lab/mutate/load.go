package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
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
		tests, err := c.newSuite(ctx, p, s.PkgPath)
		if err != nil {
			return nil, err
		}
		t.suites = append(t.suites, tests)
	}
	return t, nil
}

// source is a type-checked package.
type source struct {
	*packages.Package
	module string
	text   [][]byte // of CompiledGoFiles
}

// load reads a package, which has to compile.
func load(ctx context.Context, module, path string) (*source, error) {
	found, err := packages.Load(&packages.Config{Context: ctx, Dir: module, Mode: packages.LoadSyntax}, "./"+path)
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("want one package, not %v", found)
	}
	s := &source{Package: found[0], module: module}
	for _, e := range s.Errors {
		err = errors.Join(err, e)
	}
	for _, file := range s.CompiledGoFiles {
		text, failed := os.ReadFile(file)
		s.text, err = append(s.text, text), errors.Join(err, failed)
	}
	return s, err
}

// mutants returns all changes of files that are not generated.
func (s *source) mutants() ([]*mutant, error) {
	var all []*mutant
	for i, file := range s.Syntax {
		if ast.IsGenerated(file) {
			continue
		}
		rel, err := filepath.Rel(s.module, s.CompiledGoFiles[i])
		if err != nil {
			return nil, err
		}
		f := finder{file: filepath.ToSlash(rel), src: s.text[i], fset: s.Fset, info: s.TypesInfo}
		all = append(all, f.mutants(file)...)
	}
	return all, nil
}

// draw returns up to n changes that compile, in a random order given by seed and package.
func (s *source) draw(all []*mutant, n int, seed uint64) []*mutant {
	h := fnv.New64a()
	h.Write([]byte(s.PkgPath))
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
	files, i := slices.Clone(s.Syntax), slices.Index(s.CompiledGoFiles, m.path)
	file, err := parser.ParseFile(s.Fset, m.path, m.apply(s.text[i]), parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	files[i] = file
	config := types.Config{Importer: s}
	_, err = config.Check(s.PkgPath, s.Fset, files, nil)
	return err == nil
}

// Import implements types.Importer for the imports of the package.
func (s *source) Import(path string) (*types.Package, error) { return s.Imports[path].Types, nil }

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
