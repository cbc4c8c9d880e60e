package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"strconv"
	"strings"
	"text/template"
	"time"

	"github.com/goreleaser/goreleaser/v2/pkg/config"
)

// settings are those of .goreleaser.yaml, with the values for its templates.
type settings struct {
	config.Project
	values values
	date   time.Time // of the commit, which all files have
}

func read(ctx context.Context, path string) (*settings, error) {
	project, err := config.Load(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(project.Builds) != 1 || len(project.Archives) != 1 || len(project.NFPMs) != 1 {
		return nil, fmt.Errorf("%s has %d builds, %d archives, %d nfpms; this program knows files with one of each",
			path, len(project.Builds), len(project.Archives), len(project.NFPMs))
	}
	s := &settings{Project: project}
	return s, s.fill(ctx)
}

// fill reads from git what templates name.
func (s *settings) fill(ctx context.Context) error {
	commit, err := git(ctx, "show", "--quiet", "--format=%H %h %ct", "HEAD")
	if err != nil {
		return err
	}
	var full, short string
	var seconds int64
	if _, err := fmt.Sscan(commit, &full, &short, &seconds); err != nil {
		return fmt.Errorf("git show says %q: %w", commit, err)
	}
	tag, err := git(ctx, "describe", "--tags", "--abbrev=0", "HEAD")
	if err != nil {
		tag = "v0.0.0" // no release yet
	}
	s.date = time.Unix(seconds, 0).UTC()
	s.values = values{
		"ProjectName": s.ProjectName, "FullCommit": full, "ShortCommit": short, "Version": strings.TrimPrefix(tag, "v"),
		"CommitDate": s.date.Format(time.RFC3339), "CommitTimestamp": seconds,
	}
	s.values["Version"], err = s.values.expand(s.Snapshot.VersionTemplate)
	return err
}

func git(ctx context.Context, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, "git", args...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w; a release is made in a clone, with git", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// values are what templates name.
type values map[string]any

func (v values) with(name string, value any) values {
	v = maps.Clone(v)
	v[name] = value
	return v
}

// expand fills in a template. A name that it does not know is an error.
func (v values) expand(text string) (string, error) {
	t, err := template.New("").Funcs(template.FuncMap{"incminor": nextMinor}).Option("missingkey=error").Parse(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := t.Execute(&b, map[string]any(v)); err != nil {
		return "", err
	}
	return b.String(), nil
}

// expandAll fills in templates, stopping at the first error.
func (v values) expandAll(texts []string) ([]string, error) {
	all := make([]string, len(texts))
	for i, text := range texts {
		var err error
		if all[i], err = v.expand(text); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// nextMinor returns the version after one, with the same major number.
func nextMinor(version string) (string, error) {
	parts := strings.Split(version, ".")
	if len(parts) < 3 {
		return "", errors.New(version + " is no version of three numbers")
	}
	minor, err := strconv.Atoi(parts[1])
	return fmt.Sprintf("%s.%d.0", parts[0], minor+1), err
}
