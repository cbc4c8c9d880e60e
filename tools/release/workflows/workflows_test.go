// Package workflows checks the workflows and forms of the public forge, which nothing else
// runs before they are there. It is a module of its own: actionlint and goreleaser want
// different versions of a library.
package workflows

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rhysd/actionlint"
	"go.yaml.in/yaml/v4"
)

const root = "../../.."

// digest is how an action is pinned. actionlint knows the inputs of an action by its version.
var digest = regexp.MustCompile(`@[0-9a-f]{40} # (v\d+)\.\d+\.\d+`)

// lint returns what actionlint says about a workflow.
func lint(t *testing.T, path string, content []byte) []*actionlint.Error {
	t.Helper()
	var out bytes.Buffer
	l, err := actionlint.NewLinter(&out, &actionlint.LinterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	project, err := actionlint.NewProject(root)
	if err != nil {
		t.Fatal(err)
	}
	faults, err := l.Lint(path, digest.ReplaceAll(content, []byte("@$1")), project)
	if err != nil {
		t.Fatal(err)
	}
	return faults
}

// files returns the workflows by path.
func files(t *testing.T) map[string][]byte {
	t.Helper()
	paths, _ := filepath.Glob(filepath.Join(root, ".github/workflows/*.yml"))
	if len(paths) < 3 {
		t.Fatalf("found %d workflows: the test would check next to nothing", len(paths))
	}
	all := map[string][]byte{}
	for _, p := range paths {
		content, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		all[p] = content
	}
	return all
}

func TestWorkflows(t *testing.T) {
	for path, content := range files(t) {
		for _, fault := range lint(t, path, content) {
			t.Error(fault)
		}
	}
}

// TestFaults shows that actionlint finds what is wrong.
func TestFaults(t *testing.T) {
	right, err := os.ReadFile(filepath.Join(root, ".github/workflows/test.yml"))
	if err != nil {
		t.Fatal(err)
	}
	for name, edit := range map[string][2]string{
		"unknown key":    {"runs-on: ubuntu-latest", "run-on: ubuntu-latest"},
		"unknown job":    {"needs: snapshot", "needs: nothing"},
		"unknown runner": {"windows-11-arm", "windows-95"},
		"unknown matrix": {"matrix.archive", "matrix.archives"},
		"unknown input":  {"go-version: '1.26.x'", "go-release: '1.26.x'"},
	} {
		wrong := strings.Replace(string(right), edit[0], edit[1], 1)
		if wrong == string(right) {
			t.Errorf("%s: test.yml lacks %q", name, edit[0])
		}
		if len(lint(t, filepath.Join(root, ".github/workflows/test.yml"), []byte(wrong))) == 0 {
			t.Errorf("%s: actionlint finds nothing wrong with %q", name, edit[1])
		}
	}
}

var script = regexp.MustCompile(`[ (](?:tools|\.ci)/[\w./-]*\w`)

// TestForms reads the forms of issues, which the forge drops silently when they are wrong, and how to cite.
func TestForms(t *testing.T) {
	paths, _ := filepath.Glob(filepath.Join(root, ".github/ISSUE_TEMPLATE/*.yml"))
	want := map[string][]string{"config.yml": {"contact_links"}, "CITATION.cff": {"cff-version", "title", "authors", "version", "license"}}
	if len(paths) < 3 {
		t.Fatalf("found %d forms: the test would check next to nothing", len(paths))
	}
	for _, path := range append(paths, filepath.Join(root, "CITATION.cff")) {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var form map[string]any
		if err := yaml.Unmarshal(content, &form); err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		keys := want[filepath.Base(path)]
		if keys == nil {
			keys = []string{"name", "description", "body"}
		}
		for _, key := range keys {
			if form[key] == nil {
				t.Errorf("%s lacks %s", path, key)
			}
		}
	}
}

// TestScripts refuses scripts that are not there.
func TestScripts(t *testing.T) {
	scripts := 0
	for path, content := range files(t) {
		for _, command := range script.FindAllString(string(content), -1) {
			command = command[1:]
			if strings.HasSuffix(command, ".xcframework") {
				continue // made by the workflow
			}
			scripts++
			if _, err := os.Stat(filepath.Join(root, command)); err != nil {
				t.Errorf("%s runs %s: %v", path, command, err)
			}
		}
	}
	if scripts < 6 {
		t.Errorf("found %d scripts in the workflows: the test would check next to nothing", scripts)
	}
}
