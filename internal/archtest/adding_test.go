package archtest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestHowToAdd requires the files that ARCHITECTURE.md sends people to.
func TestHowToAdd(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(page), "\n## How to add\n")
	if !ok {
		t.Fatal("ARCHITECTURE.md does not say how to add")
	}
	named := filesNamed(section)
	if len(named) < 40 {
		t.Fatalf("%d files named: the test checks next to nothing", len(named))
	}
	for _, missing := range missingFiles(named, paths(t)) {
		t.Errorf("ARCHITECTURE.md sends to %s, which does not exist", missing)
	}
}

// TestMissingFiles checks the check.
func TestMissingFiles(t *testing.T) {
	named := filesNamed("`a/b.go`: `Word`, in `b.go` or `NAME.go` beside `x/NAME.toml`; `-flag`, `gone.go`, `a/gone`, `a`, `a/`, `run.sh --update`")
	got := strings.Join(missingFiles(named, []string{"a", "a/b.go", "x/y.toml", "tools/run.sh"}), " ")
	if want := "gone.go a/gone"; got != want {
		t.Errorf("missing %q of %q, want %q", got, named, want)
	}
}

var (
	code     = regexp.MustCompile("`([^`\n]+)`")
	filename = regexp.MustCompile(`^[\w./-]*(/[\w.-]*|\.(go|tsv|toml|md|sh|js|ts|java|m))$`)
)

// filesNamed returns the files and folders that a page names in code spans.
func filesNamed(page string) (names []string) {
	for _, m := range code.FindAllStringSubmatch(page, -1) {
		if name := strings.Fields(m[1])[0]; filename.MatchString(name) {
			names = append(names, strings.TrimSuffix(name, "/"))
		}
	}
	return names
}

// missingFiles returns the names with which no path ends. NAME stands for any name.
func missingFiles(names, paths []string) (missing []string) {
names:
	for _, name := range names {
		pattern := strings.ReplaceAll(name, "NAME", "*")
		for _, p := range paths {
			parts := strings.Split(p, "/")
			end := path.Join(parts[max(0, len(parts)-1-strings.Count(name, "/")):]...)
			if found, err := path.Match(pattern, end); found && err == nil {
				continue names
			}
		}
		missing = append(missing, name)
	}
	return missing
}

// paths returns all files and folders of the repository.
func paths(t *testing.T) (list []string) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != root || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		rel, err := filepath.Rel(root, path)
		list = append(list, filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
