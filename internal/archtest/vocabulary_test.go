package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"iter"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/core/names"
	"github.com/normlet/normlet/knowledge"
)

// apart are folders and files of the engine whose words no mention meets, and what they are.
var apart = map[string]string{
	"core/pack":                      "reads files",
	"core/update":                    "reads releases",
	"core/edit":                      "writes packs",
	"core/column/kind.go":            "names of kinds, for people",
	"core/encoder":                   "reads weights",
	"binarize":                       "reads weights",
	"mobile":                         "hands text over; its words are errors",
	"internal/core/names/rules.go":   "names of rules, and what they do, for people",
	"internal/core/score/clock.go":   "names of parts of look-ups, for people",
	"internal/core/score/feature.go": "names of features, for people",
	"internal/core/score/stage.go":   "names of stages, for people",
	"internal/core/names/greek.go":   "an alphabet",
	"internal/core/names/slips.go":   "a keyboard",
}

// allowed are words that are no vocabulary, as they are written, and why.
var allowed = map[string]string{
	"delta": "a Greek letter",
	"ii":    "a Roman numeral",
	"iii":   "a Roman numeral",
	"iv":    "a Roman numeral",
	"vi":    "a Roman numeral",
	"xi":    "a Roman numeral",
	"CODE":  "a section of packs",
	"KNOW":  "a section of packs",
	"SELF":  "a section of packs",
	"NAME":  "an error of spreadsheets, #NAME?",
	"NULL":  "an error of spreadsheets, #NULL!",
	"REF":   "an error of spreadsheets, #REF!",
	"VALUE": "an error of spreadsheets, #VALUE!",
}

var letters = regexp.MustCompile(`\b[A-Za-z]{2,}\b`)

// wordsOf returns the words of a text in small letters.
func wordsOf(text string) []string { return letters.FindAllString(strings.ToLower(text), -1) }

// TestNoVocabulary: the engine's Go has no words of English, biology or medicine that it would compare mentions with. They are
// rows of the tables of knowledge.
func TestNoVocabulary(t *testing.T) {
	said, columns := vocabulary()
	files, used := 0, map[string]bool{}
	for _, folder := range []string{"core", "internal/core", "binarize", "mobile"} {
		err := filepath.WalkDir(filepath.Join("..", "..", folder), func(path string, d fs.DirEntry, err error) error {
			name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
			switch {
			case err != nil:
				return err
			case apart[name] != "" && d.IsDir():
				return filepath.SkipDir
			case apart[name] != "" || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
				return nil
			}
			files++
			for text, at := range literals(t, path) {
				for _, written := range letters.FindAllString(text, -1) {
					w := strings.ToLower(written)
					if !said[w] && names.Ordinary(names.HashWord(w)) == 0 || columns[w] {
						continue
					}
					if used[written] = true; allowed[written] == "" {
						t.Errorf("%s: %q has the word %q: let it be a row of a table of knowledge", at, text, written)
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 50 {
		t.Errorf("%d files: the test checks next to nothing", files)
	}
	for w := range allowed {
		if !used[w] {
			t.Errorf("the engine has no %q any more: take it from the list", w)
		}
	}
}

// vocabulary returns the words that tables say of, and those of their columns that say what a row is.
func vocabulary() (said, columns map[string]bool) {
	said, columns = map[string]bool{}, map[string]bool{}
	for line := range strings.Lines(string(knowledge.Section(func(string, []string) bool { return true }))) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		kinds := []string{f[0]}
		switch f[0] {
		case "affix", "group":
			kinds = f[:2]
		case "trigger", "foreign":
			kinds = append(kinds, f[2:]...)
		}
		for _, kind := range kinds {
			columns[kind] = true
		}
		for _, w := range wordsOf(strings.Join(f[1:], " ")) {
			said[w] = true
		}
	}
	for _, rows := range []iter.Seq[[]string]{knowledge.Rewrites(), knowledge.Rows(knowledge.Patients)} {
		for f := range rows {
			columns[f[0]] = true
			for _, w := range f[1:] {
				said[w] = true
			}
		}
	}
	return said, columns
}

// literals yields the strings of a file that are no messages, names of fields or paths.
func literals(t *testing.T, path string) map[string]string {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{} // and where they stand
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			n.Tag = nil
		case *ast.CompositeLit:
			sel, ok := n.Type.(*ast.SelectorExpr)
			return !ok || sel.Sel.Name != "VersionError"
		case *ast.CallExpr:
			return !speaks(n)
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				out[s] = set.Position(n.Pos()).String()
			}
		}
		return true
	})
	return out
}

// speaks reports whether a call has words for people, errors and formats, or asks a table for a kind of words.
func speaks(c *ast.CallExpr) bool {
	name := ""
	switch f := c.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	return slices.Contains([]string{"Errorf", "New", "panic", "Sprintf", "Fprintf", "Appendf", "Sprint", "Failf", "Words", "WordsIn"}, name)
}
