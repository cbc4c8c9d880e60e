package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/normlet/normlet/tools/normlet/internal/cli"
	"github.com/normlet/normlet/tools/normlet/internal/release"
)

// TestCommandsExplainThemselves asks every command for what help and manual show.
func TestCommandsExplainThemselves(t *testing.T) {
	commands := 0
	everyCommand(root(new(cli.IO)), func(cmd *cobra.Command) {
		commands++
		path := cmd.CommandPath()
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: Short %q: want a line without a full stop", path, cmd.Short)
		}
		if !strings.HasSuffix(strings.TrimSpace(cmd.Long), ".") {
			t.Errorf("%s: Long %q: want sentences", path, cmd.Long)
		}
		if !strings.Contains("\n"+cmd.Example, "\n  "+path) {
			t.Errorf("%s: no example begins with it: %q", path, cmd.Example)
		}
		checkExamples(t, cmd)
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				t.Errorf("%s --%s: no usage text", path, f.Name)
			}
		})
	})
	if commands < 20 {
		t.Fatalf("%d commands: the test checked too little", commands)
	}
}

// checkExamples parses the examples of a command: each is of a command that there
// is, with flags and arguments that it takes.
func checkExamples(t *testing.T, cmd *cobra.Command) {
	t.Helper()
	for line := range strings.SplitSeq(strings.ReplaceAll(cmd.Example, "\\\n", " "), "\n") {
		_, line, ok := strings.Cut(" "+line, " normlet ")
		if !ok {
			continue // openssl, curl
		}
		line, _, _ = strings.Cut(line, " | ")
		line, _, _ = strings.Cut(line, " > ")
		example, args, err := root(new(cli.IO)).Find(strings.Fields(line))
		if err == nil {
			err = example.ParseFlags(args)
		}
		if err == nil {
			err = example.ValidateArgs(example.Flags().Args())
		}
		if err != nil || !example.HasParent() {
			t.Errorf("%s: example %q: command %s, %v", cmd.CommandPath(), line, example.CommandPath(), err)
		}
	}
}

// TestReference compares the committed manual with what the commands write.
func TestReference(t *testing.T) {
	const committed = "../../docs/reference"
	f := newFixture(t)
	if code, _, stderr := f.run(nil, "docs", "--out", "DIR/reference"); code != exitDone || stderr != "wrote "+stderr[6:8]+" pages in DIR/reference\n" {
		t.Fatalf("status %d, stderr %q", code, stderr)
	}
	const remedy = "go generate ./tools/normlet writes it"
	names := func(dir string) (list []string) {
		entries, err := os.ReadDir(dir)
		f.check(err)
		for _, e := range entries {
			list = append(list, e.Name())
		}
		return list
	}
	want := names(f.path("reference"))
	if have := names(committed); !slices.Equal(have, want) {
		t.Errorf("%s: %s; %s", committed, difference(have, want), remedy)
	}
	for _, name := range want {
		have, err := os.ReadFile(filepath.Join(committed, name))
		if d := difference(strings.Split(string(have), "\n"), strings.Split(f.read("reference/"+name), "\n")); err != nil || d != "" {
			t.Errorf("%s is not what the commands say (%s, %v); %s", filepath.Join(committed, name), d, err, remedy)
		}
	}
}

// difference says where two lists begin to differ, "" if they do not.
func difference(have, want []string) string {
	for i := range max(len(have), len(want)) {
		if i >= len(have) || i >= len(want) || have[i] != want[i] {
			return fmt.Sprintf("entry %d is %q, want %q", i+1, have[min(i, len(have)):min(i+1, len(have))], want[min(i, len(want)):min(i+1, len(want))])
		}
	}
	return ""
}

func TestDifference(t *testing.T) {
	for _, c := range []struct{ have, want, says string }{
		{"a b", "a b", ""},
		{"a c d", "a b d", `entry 2 is ["c"], want ["b"]`},
		{"a", "a b", `entry 2 is [], want ["b"]`},
		{"a b", "a", `entry 2 is ["b"], want []`},
	} {
		if got := difference(strings.Fields(c.have), strings.Fields(c.want)); got != c.says {
			t.Errorf("%s, %s: %s, want %s", c.have, c.want, got, c.says)
		}
	}
}

// TestManPages writes man pages, a page for each command.
func TestManPages(t *testing.T) {
	f := newFixture(t)
	if code, _, stderr := f.run(nil, "docs", "--format", "man", "--out", "DIR/man"); code != exitDone {
		t.Fatalf("status %d, stderr %q", code, stderr)
	}
	if page := f.read("man/normlet-lookup.1"); !strings.HasPrefix(page, `.TH "NORMLET\-LOOKUP" 1 ""`) || !strings.Contains(page, "PLCγ2") {
		t.Errorf("page of lookup: %s", page)
	}
	for _, c := range []struct{ args, want string }{
		{"docs", "normlet: --out is missing; see normlet docs --help\n"},
		{"docs --out DIR/x --format html", `normlet: invalid argument "html" for "--format" flag: want one of markdown, man; see normlet docs --help` + "\n"},
	} {
		if code, _, stderr := f.run(nil, strings.Fields(c.args)...); code != exitUsage || stderr != c.want {
			t.Errorf("%s: status %d, stderr %q", c.args, code, stderr)
		}
	}
	f.only("")
}

// everyCommand calls f with a command and all below it.
func everyCommand(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, sub := range cmd.Commands() {
		everyCommand(sub, f)
	}
}

// helpOf returns the long help of a command.
func helpOf(t *testing.T, name string) string {
	t.Helper()
	cmd, _, err := root(new(cli.IO)).Find([]string{name})
	if err != nil || cmd.Name() != name {
		t.Fatalf("command %s: %v", name, err)
	}
	return cmd.Long
}

// nameOf returns the path of a command without the program.
func nameOf(cmd *cobra.Command) string {
	_, name, _ := strings.Cut(cmd.CommandPath(), " ")
	return name
}

// wordFlags returns the words of the flags that take one of a few, by command and flag.
func wordFlags() map[[2]string][]string {
	list := map[[2]string][]string{}
	everyCommand(root(new(cli.IO)), func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if w, ok := f.Value.(interface{ Words() []string }); ok {
				list[[2]string{nameOf(cmd), f.Name}] = w.Words()
			}
		})
	})
	return list
}

// TestCompletion asks for the values of every flag that has a few, and has bash
// read its script.
func TestCompletion(t *testing.T) {
	f := newFixture(t)
	wanted := wordFlags()
	if len(wanted) < 15 {
		t.Fatalf("%d flags take one of a few words: the test checks too little", len(wanted))
	}
	wanted[[2]string{"build", "encoder"}] = []string{"auto", "default", "train"}
	wanted[[2]string{"binarize", "cut"}] = []string{"mean", "median"}
	for of, words := range wanted {
		args := append([]string{cobra.ShellCompRequestCmd}, strings.Fields(of[0])...)
		if of[1] != "" {
			args = append(args, "--"+of[1])
		}
		_, stdout, _ := f.run(nil, append(args, "")...)
		if have := strings.Fields(stdout); len(words) == 0 || !slices.Equal(have[:len(have)-1], words) {
			t.Errorf("%s --%s: completed by %q, want %q", of[0], of[1], have, words)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		code, stdout, stderr := f.run(nil, "completion", shell)
		if code != exitDone || stderr != "" || !strings.Contains(stdout, "normlet") {
			t.Errorf("%s: status %d, stderr %q, %d bytes", shell, code, stderr, len(stdout))
		}
		if path, err := exec.LookPath(shell); err == nil && shell == "bash" {
			check := exec.Command(path, "-n")
			check.Stdin = strings.NewReader(stdout)
			if out, err := check.CombinedOutput(); err != nil {
				t.Errorf("bash does not read its script: %v: %s", err, out)
			}
		}
	}
	if code, stdout, stderr := f.run(nil, "completion", "csh"); code != exitUsage || stdout != "" || !strings.HasPrefix(stderr, `normlet: there is no script for "csh"; want bash, zsh, fish, powershell`) {
		t.Errorf("csh: status %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// TestCompletionOfWhatIsRead completes what the pack, the table and the installed packs of a command line have.
func TestCompletionOfWhatIsRead(t *testing.T) {
	f := newFixture(t)
	f.write("genes.csv", "gene,seen in\nFOX-P2,a\n")
	for line, want := range map[string]string{
		"lookup --pack DIR/t.normpack --namespace ":    "chemical gene :4",
		"lookup --pack DIR/t.normpack --namespace g":   "gene :4",
		"lookup --pack DIR/t.normpack --prefer gene,c": "gene,chemical :4",
		"lookup --pack DIR/none --namespace ":          ":4",
		"annotate --types Ch":                          "Chemical :4",
		"map DIR/genes.csv --column ":                  "gene seen in :4",
		"map DIR/genes.csv --context-column s":         "seen in :4",
		"map DIR/none.csv --column ":                   ":4",
		"lookup --pack none":                           ":0",
	} {
		args := strings.Split(strings.ReplaceAll(line, "DIR", f.dir), " ")
		if _, out, _ := f.run(nil, append([]string{cobra.ShellCompRequestCmd}, args...)...); strings.Join(strings.Split(strings.TrimSpace(out), "\n"), " ") != want {
			t.Errorf("%s: %q, want %q", line, out, want)
		}
	}
}

// TestCompletedValues gives every value that is completed to its flag, of which no
// error may complain.
func TestCompletedValues(t *testing.T) {
	t.Parallel() // one of the longest; most tests leave a processor idle
	f := newFixture(t)
	usual := map[string]string{
		"lookup": "x --pack DIR/t.normpack", "names": "G:1 --pack DIR/t.normpack", "map": "DIR/none --out DIR/x.csv --column 1", "build": "DIR/none --out DIR/x --encoder DIR/t.normenc", "train": "DIR/none --out DIR/x",
		"binarize": "--in DIR/none --head DIR/x", "eval": "--queries DIR/none --pack DIR/t.normpack", "serve": "--pack DIR/none",
		"docs": "--out DIR/docs", "annotate": "DIR/none --pack DIR/t.normpack",
	}
	for of, words := range wordFlags() {
		for _, word := range words {
			line := of[0] + " " + usual[of[0]] + " --" + of[1] + " " + word
			if of[1] == "columns" || slices.Contains([]string{"pubtator", "bioc", "brat", "conll"}, word) {
				line = strings.ReplaceAll(line, "--column 1", "")
			}
			if code, _, stderr := f.run(nil, strings.Fields(line)...); code == exitUsage {
				t.Errorf("%s: %s", line, stderr)
			}
		}
	}
}

// TestVersion says what this is, twice.
func TestVersion(t *testing.T) {
	f := newFixture(t)
	code, stdout, stderr := f.run(nil, "version", "--json")
	var v map[string]string
	if err := json.Unmarshal([]byte(stdout), &v); err != nil || code != exitDone || stderr != "" {
		t.Fatalf("status %d, stdout %q, stderr %q: %v", code, stdout, stderr, err)
	}
	if len(v) != 5 || v["version"] == "" || v["go"] != runtime.Version() || v["platform"] != runtime.GOOS+"/"+runtime.GOARCH || len(v["pack_sha256"]) != 64 {
		t.Errorf("version: %v", v)
	}
	_, text, _ := f.run(nil, "version")
	for _, want := range []string{"normlet   " + v["version"] + "\n", "\ncommit    ", v["go"], v["platform"], "sha256:" + v["pack_sha256"][:16]} {
		if !strings.Contains(text, want) {
			t.Errorf("%q lacks %q", text, want)
		}
	}
	if _, same, _ := f.run(nil, "--version"); same != text {
		t.Errorf("--version says %q, version %q", same, text)
	}
	release.Tag, release.Revision = "1.2.3", "abc"
	defer func() { release.Tag, release.Revision = "", "" }()
	if _, text, _ := f.run(nil, "version"); !strings.HasPrefix(text, "normlet   1.2.3\ncommit    abc\n") {
		t.Errorf("a release says %q", text)
	}
}
