// Command short makes the Linux artifacts of a release as goreleaser does, from
// the same .goreleaser.yaml, in a fraction of the time: goreleaser itself takes
// minutes to compile.
//
//	short DIST      from the root of the repository
//
// It knows the settings that the file uses and no others; tools/release.sh
// --snapshot shows that both make the same bytes.
//
//	settings.go   the file, with its templates filled in from git
//	build.go      programs and archives
//	package.go    deb and rpm
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/normlet/normlet/internal/output"
	"github.com/normlet/normlet/tools/release/dist"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "short:", err)
		os.Exit(1)
	}
}

// maker makes the artifacts of one release in a folder.
type maker struct {
	*settings
	folder string
	files  *output.Set
	made   []dist.Artifact
}

func run(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return errors.New("usage: short DIST")
	}
	s, err := read(ctx, ".goreleaser.yaml")
	if err != nil {
		return err
	}
	if err := output.Folder(args[0]); err != nil {
		return err
	}
	for _, hook := range s.Before.Hooks {
		if err := command(ctx, nil, hook).Run(); err != nil {
			return fmt.Errorf("%s: %w", hook, err)
		}
	}
	m := &maker{settings: s, folder: args[0], files: &output.Set{Command: "short"}}
	for _, arch := range s.Builds[0].Goarch {
		if err := m.artifacts(ctx, arch); err != nil {
			return fmt.Errorf("linux/%s: %w", arch, err)
		}
	}
	return m.finish()
}

// artifacts makes all that is made for an architecture.
func (m *maker) artifacts(ctx context.Context, arch string) error {
	v := m.values.with("Os", "linux").with("Arch", arch)
	program, err := m.build(ctx, v, arch)
	if err != nil {
		return err
	}
	if err := m.archive(v, program); err != nil {
		return err
	}
	for _, format := range m.NFPMs[0].Formats {
		if err := m.pack(v, arch, format, program); err != nil {
			return fmt.Errorf("%s: %w", format, err)
		}
	}
	return nil
}

// save writes an artifact that people download.
func (m *maker) save(name string, content []byte) error {
	path := filepath.Join(m.folder, name)
	if err := dist.Save(m.files, path, content); err != nil {
		return err
	}
	fmt.Println("wrote", path)
	m.made = append(m.made, dist.Artifact{Name: name, Path: path, Type: fmt.Sprintf("%x", sha256.Sum256(content))})
	return nil
}

// finish writes the checksums and what the folder says of itself.
func (m *maker) finish() error {
	var sums []string
	for i, a := range m.made {
		if a.Type != dist.Binary {
			sums = append(sums, a.Type+"  "+a.Name+"\n")
			m.made[i].Type = "Artifact"
		}
	}
	slices.SortFunc(sums, func(a, b string) int { return strings.Compare(a[sha256.Size*2:], b[sha256.Size*2:]) })
	if err := dist.Save(m.files, filepath.Join(m.folder, m.Checksum.NameTemplate), []byte(strings.Join(sums, ""))); err != nil {
		return err
	}
	facts := dist.Metadata{Name: m.ProjectName, Version: m.values["Version"].(string), Commit: m.values["FullCommit"].(string)}
	return dist.Write(m.files, m.folder, facts, m.made)
}

// command is a program that says what it does on standard error.
func command(ctx context.Context, env []string, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd
}
