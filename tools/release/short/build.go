package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goreleaser/goreleaser/v2/pkg/archive"
	"github.com/goreleaser/goreleaser/v2/pkg/config"

	"github.com/normlet/normlet/tools/release/dist"
)

// levels are the instruction sets that goreleaser asks for unless told otherwise.
var levels = map[string]string{"amd64": "GOAMD64=v1", "arm64": "GOARM64=v8.0"}

// build compiles the program and returns its path.
func (m *maker) build(ctx context.Context, v values, arch string) (string, error) {
	b := m.Builds[0]
	ldflags, err := v.expandAll(b.Ldflags)
	if err != nil {
		return "", err
	}
	program := filepath.Join(m.folder, m.ProjectName+"_linux_"+arch, m.ProjectName)
	args := append([]string{"build"}, b.Flags...)
	args = append(args, "-ldflags="+strings.Join(ldflags, " "), "-o", program, b.Main)
	env := append(slices.Clone(b.Env), "GOOS=linux", "GOARCH="+arch, levels[arch])
	if err := command(ctx, env, "go", args...).Run(); err != nil {
		return "", fmt.Errorf("go build: %w", err)
	}
	m.made = append(m.made, dist.Artifact{Name: m.ProjectName, Path: program, OS: "linux", Arch: arch, Type: dist.Binary})
	return program, os.Chtimes(program, m.date, m.date)
}

// archive writes the tar.gz of a program.
func (m *maker) archive(v values, program string) error {
	settings := m.Archives[0]
	format := settings.Formats[0]
	name, err := v.expand(settings.NameTemplate)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	a, err := archive.New(&out, format)
	if err != nil {
		return err
	}
	files, err := m.archived(settings.Files)
	if err != nil {
		return err
	}
	files = append(files, config.File{Source: program, Destination: m.ProjectName, Info: settings.BuildsInfo})
	for _, f := range files {
		f.Info.ParsedMTime = m.date
		if err := a.Add(f); err != nil {
			return err
		}
	}
	if err := a.Close(); err != nil {
		return err
	}
	return m.save(name+"."+format, out.Bytes())
}

// archived returns the files of an archive besides the program, in its order.
func (m *maker) archived(patterns []config.File) ([]config.File, error) {
	var all []config.File
	for _, p := range patterns {
		found, err := filepath.Glob(p.Source)
		if err != nil || len(found) == 0 {
			return nil, fmt.Errorf("no file is named %s (%v)", p.Source, err)
		}
		for _, source := range found {
			f := p
			f.Source, f.Destination = source, path.Join(p.Destination, filepath.Base(source))
			all = append(all, f)
		}
	}
	slices.SortFunc(all, func(a, b config.File) int { return cmp.Compare(a.Destination, b.Destination) })
	return all, nil
}
