package main

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/lab/internal/experiment"
)

// TestDocumentedCommands requires that README.md, kg.md and the manual show command lines that run: each command, program
// and script is there and takes the flags and arguments; an experiment gets what it needs.
func TestDocumentedCommands(t *testing.T) {
	root := new(app).root()
	lines, named := map[string][]string{}, map[string][]string{}
	for _, page := range []string{"README.md", "kg.md"} {
		content, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		lines[page], named[page] = commandLines(string(content))
	}
	var examples func(cmd *cobra.Command)
	examples = func(cmd *cobra.Command) {
		lines["manual"] = append(lines["manual"], strings.Split(oneLine(cmd.Example), "\n")...)
		for _, sub := range cmd.Commands() {
			examples(sub)
		}
	}
	examples(root)
	for page, least := range map[string]int{"README.md": 20, "kg.md": 5, "manual": 15} {
		n := 0
		for i, line := range slices.Concat(lines[page], named[page]) {
			ours, wrong := checkLine(line, i < len(lines[page]))
			if wrong != "" {
				t.Errorf("%s: %s: %s", page, line, wrong)
			}
			if ours {
				n++
			}
		}
		if n < least {
			t.Errorf("%s: %d command lines, want %d or more", page, n, least)
		}
	}
}

// TestDocumentedFlags requires that flags in the text of README.md and kg.md are those of a command.
func TestDocumentedFlags(t *testing.T) {
	known := map[string]bool{}
	var add func(cmd *cobra.Command)
	add = func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { known["--"+f.Name] = true })
		for _, sub := range cmd.Commands() {
			add(sub)
		}
	}
	add(new(app).root())
	for _, page := range []string{"README.md", "kg.md"} {
		content, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`--[a-z][a-z-]*`).FindAllString(string(content), -1)
		if len(found) < 8 {
			t.Errorf("%s: %d flags: the test checks next to nothing", page, len(found))
		}
		for _, flag := range found {
			if !known[flag] {
				t.Errorf("%s: no command has %s", page, flag)
			}
		}
	}
}

// TestCheckLine checks the check.
func TestCheckLine(t *testing.T) {
	for line, want := range map[string]string{
		"lab experiment stages --queries q":                       "",
		"lab experiment stages":                                   "--queries is missing",
		"lab experiment stage":                                    `no experiment "stage"`,
		"go -C lab run -tags plot . experiment fgsm --reapets 4":  "unknown flag: --reapets",
		"go -C lab run . kg trian":                                "no command",
		"lab kg train g":                                          "",
		"lab kg train":                                            "missing",
		"lab kg train g --out 'a b'  # no --comment":              "",
		"go -C lab run -tags openblas ./fit DATA PACKS":           "",
		"go -C lab run ./fitt DATA PACKS":                         "no program ./fitt",
		"lab/gone.sh full":                                        "no script lab/gone.sh",
		"go -C lab/gone run .":                                    "no program ./gone",
		"zcat x.gz | awk '{ print }' > y":                         "",
		"lab COMMAND":                                             "",
		"go run ./tools/normlet train names.tsv --out alone.norm": "",
		"go run ./tools/normlat train":                            "no program ../tools/normlat",
		"lab experiment sentences --sentences s --transfer s":     "--word-vectors is missing",
	} {
		if _, got := checkLine(line, true); got != want && (want == "" || !strings.Contains(got, want)) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

func oneLine(text string) string { return regexp.MustCompile(`\\\n *`).ReplaceAllString(text, " ") }

// commandLines returns the lines of the blocks of code and the spans of code of a page.
func commandLines(page string) (lines, spans []string) {
	fenced := false
	var text strings.Builder
	for line := range strings.SplitSeq(oneLine(page), "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced, strings.HasPrefix(line, "    "):
			lines = append(lines, strings.TrimSpace(line))
		default:
			text.WriteString(line + "\n")
		}
	}
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(text.String(), -1) {
		spans = append(spans, strings.Join(strings.Fields(m[1]), " "))
	}
	return lines, spans
}

var (
	shellWord   = regexp.MustCompile(`'[^']*'|[^\s']+`)
	placeholder = regexp.MustCompile(`^(\./)?[A-Z]+$`)
)

// checkLine says what is wrong with a command line of the laboratory; of others, and of those with a placeholder for the
// command, it says nothing. Text that only names a command is not whole: it need not have all arguments.
func checkLine(line string, whole bool) (ours bool, wrong string) {
	args := shellWord.FindAllString(line, -1)
	if i := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "#") || a == "|" || a == ">" }); i >= 0 {
		args = args[:i]
	}
	if len(args) == 0 {
		return false, ""
	}
	dir := "."
	switch {
	case args[0] == "go":
		in := ".." // the repository
		if args = args[1:]; len(args) > 1 && args[0] == "-C" {
			in, args = path.Join("..", args[1]), args[2:]
		}
		if len(args) == 0 || args[0] != "run" {
			return false, ""
		}
		if args = args[1:]; len(args) > 1 && args[0] == "-tags" {
			args = args[2:]
		}
		if len(args) == 0 {
			return true, "runs nothing"
		}
		if dir, args = args[0], args[1:]; placeholder.MatchString(dir) {
			return false, ""
		}
		dir = path.Join(in, dir)
	case args[0] == "lab":
		args = args[1:]
	case strings.HasPrefix(args[0], "./") && len(args) == 1 && !placeholder.MatchString(args[0]): // in the table
		dir, args = path.Join("../lab", args[0]), nil
	case strings.HasSuffix(args[0], ".sh") && strings.Contains(args[0], "/"):
		if f, err := os.Stat(filepath.Join("..", args[0])); err != nil || f.Mode()&0o100 == 0 {
			return true, "no script " + args[0]
		}
		return true, ""
	default:
		return false, ""
	}
	if dir != "." && dir != "../lab" {
		if content, _ := os.ReadFile(filepath.Join(dir, "main.go")); !strings.Contains(string(content), "\npackage main\n") {
			return true, "no program " + strings.Replace(dir, "../lab/", "./", 1)
		}
		return true, ""
	}
	if len(args) == 0 || placeholder.MatchString(args[0]) {
		return false, ""
	}
	return true, checkArgs(args, whole)
}

func checkArgs(args []string, whole bool) string {
	cmd, rest, err := new(app).root().Find(args)
	if err == nil && (!cmd.HasParent() || cmd.HasSubCommands()) {
		return "no command"
	}
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err == nil && whole {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	if err != nil {
		return err.Error()
	}
	if cmd.Name() != "experiment" || placeholder.MatchString(cmd.Flags().Arg(0)) {
		return ""
	}
	return checkExperiment(cmd, whole)
}

func checkExperiment(cmd *cobra.Command, whole bool) string {
	chosen := []string{cmd.Flags().Arg(0)}
	if chosen[0] == "all" {
		chosen = experiment.Names()
	}
	given := func(name string) bool {
		f := cmd.Flags().Lookup(name)
		return f != nil && (f.Changed || name == "pack")
	}
	for _, name := range chosen {
		if !slices.Contains(experiment.Names(), name) {
			return `no experiment "` + name + `"`
		}
		for _, what := range experiment.Needs(name) {
			if what == "sentences" && given(what) {
				what = "word-vectors" // as complete has it
			}
			if whole && !given("small") && !given(what) {
				return "--" + what + " is missing, which " + name + " needs"
			}
		}
	}
	return ""
}
