package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// systems are those of a release.
var systems = []string{"linux", "darwin", "windows"}

// stating are names of files that state a licence, or what it wants to be passed on.
var stating = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|copyright|notice|patents)([-._].*)?$`)

type module struct {
	Path, Version, Dir string
	Main               bool
	Replace            *module
}

type listed struct {
	Dir      string
	Standard bool
	Module   *module
}

// collect returns the texts of all that packages link, in the order of modules.
func collect(packages []string) ([]byte, error) {
	texts := map[string][]string{} // files of a module
	for _, system := range systems {
		if os.Getenv("GOOS") != "" {
			system = os.Getenv("GOOS")
		}
		all, err := linked(system, packages)
		if err != nil {
			return nil, err
		}
		for _, p := range all {
			if p.Standard || p.Module == nil || ours(p.Module.Path) {
				continue
			}
			name := heading(p.Module.Path, p.Module.Version)
			for dir := p.Dir; ; dir = filepath.Dir(dir) {
				found, err := statements(dir)
				if err != nil {
					return nil, err
				}
				texts[name] = append(texts[name], found...)
				if dir == p.Module.Dir || len(dir) <= len(p.Module.Dir) {
					break
				}
			}
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	if texts[golang], err = statements(strings.TrimSpace(string(root))); err != nil {
		return nil, err
	}
	return joined(texts)
}

const golang = "Go and its standard library"

// heading is the line above the texts of a module.
func heading(path, version string) string { return path + " " + version }

func ours(path string) bool {
	return path == "github.com/normlet/normlet" || strings.HasPrefix(path, "github.com/normlet/normlet/")
}

// linked returns the packages that others are made of on a system.
func linked(system string, packages []string) (all []listed, err error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-json=Dir,Standard,Module"}, packages...)...)
	cmd.Env = append(os.Environ(), "GOOS="+system)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list for %s: %w", system, err)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// statements returns the files of a folder that state a licence.
func statements(dir string) (found []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if e.Type().IsRegular() && stating.MatchString(e.Name()) && filepath.Ext(e.Name()) != ".go" {
			found = append(found, filepath.Join(dir, e.Name()))
		}
	}
	return found, err
}

// joined returns the texts below headings. A text that a module has twice comes once.
func joined(texts map[string][]string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("normlet is made of the following modules besides its own code. These are their licences.\n")
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		paths := slices.Compact(slices.Sorted(slices.Values(texts[name])))
		if len(paths) == 0 {
			return nil, fmt.Errorf("%s states no licence in a file that is named like one: add its name to stating, or do without the module", name)
		}
		fmt.Fprintf(&b, "\n%s\n%s\n", strings.Repeat("=", 80), name)
		var before [][]byte
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			text = bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
			if slices.ContainsFunc(before, func(t []byte) bool { return bytes.Equal(t, text) }) {
				continue
			}
			before = append(before, text)
			fmt.Fprintf(&b, "\n%s:\n\n%s\n", filepath.Base(path), text)
		}
	}
	return b.Bytes(), nil
}
