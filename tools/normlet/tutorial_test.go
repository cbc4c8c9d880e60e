//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/normlet/normlet/internal/testfull"
)

// TestTutorials does what docs/tutorials tell, each in a folder of its own, and
// compares what is written with what they show.
//
// In a tutorial, a block "sh" is run, all of them by one shell; a block "text" is
// what the sh block before it writes, which without one writes nothing. "..."
// stands for any text of a line, or on a line of its own for any lines, and a number
// with decimals for all that are nearly the same. A block "go" is the file that its
// first line names. Other blocks are for the reader only.
func TestTutorials(t *testing.T) {
	const folder = "../../docs/tutorials"
	paths, err := filepath.Glob(folder + "/*.md")
	if err != nil || len(paths) < 7 {
		t.Fatalf("%d tutorials in %s: %v", len(paths), folder, err)
	}
	files, err := filepath.Glob(folder + "/*.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			if full := []string{"ship-a-terminology.md", "train-on-your-list.md"}; slices.Contains(full, filepath.Base(path)) && !testfull.On() {
				t.Skip("only in full: it compiles an app, or trains")
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			steps := tutorialSteps(t, string(text))
			if len(steps) < 3 {
				t.Fatalf("%d steps: the test checks too little", len(steps))
			}
			for _, s := range runTutorial(t, steps, files) {
				text = bytes.Replace(text, []byte(s[0]), []byte(s[1]), 1)
			}
			if *update {
				if err := os.WriteFile(path, text, 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// tutorialStep is a block of commands, or a file to be there, and what it writes.
type tutorialStep struct {
	line           int
	language, text string
	output         string
}

func tutorialSteps(t *testing.T, text string) []tutorialStep {
	var steps []tutorialStep
	var block *tutorialStep // that is open
	for i, line := range strings.Split(text, "\n") {
		language, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && block == nil:
			block = &tutorialStep{line: i + 1, language: language}
		case block != nil && !fence:
			block.text += line + "\n"
		case fence && block.language == "text":
			if len(steps) == 0 || steps[len(steps)-1].output != "" {
				t.Fatalf("line %d: output of nothing", block.line)
			}
			steps[len(steps)-1].output = block.text
			block = nil
		case fence:
			if block.language == "sh" || block.language == "go" {
				steps = append(steps, *block)
			}
			block = nil
		}
	}
	return steps
}

// endOfStep is written after each step of a tutorial.
const endOfStep = "----- end of step -----\n"

// TestFirstSteps: without a command the program shows lines to try, which work as they stand.
func TestFirstSteps(t *testing.T) {
	f := newFixture(t)
	bin := links(t)
	code, _, said := f.run(nil)
	if code != exitUsage || !strings.HasSuffix(said, "\n\nnormlet: a command is missing; see normlet --help\n") {
		t.Errorf("status %d: %s", code, said)
	}
	lines := 0
	for line := range strings.Lines(said) {
		if line, ok := strings.CutPrefix(line, "  "); ok {
			lines++
			cmd := exec.Command("sh", "-c", line)
			cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
			if out, err := cmd.Output(); err != nil || !strings.Contains(string(out), ":") {
				t.Errorf("%s: %v: %s", line, err, out)
			}
		}
	}
	if lines != 3 {
		t.Errorf("%d lines to try in %s", lines, said)
	}
}

// links returns a folder that has this test binary by the names of commands.
func links(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	self, err := os.Executable()
	for _, name := range []string{"normlet", "curl"} {
		if err == nil {
			err = os.Symlink(self, filepath.Join(bin, name))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

// runTutorial runs steps in one shell, in a folder with copies of files, and with
// this test binary for the commands that they call. It returns the outputs whose numbers
// are others, and these outputs with the right ones.
func runTutorial(t *testing.T, steps []tutorialStep, files []string) (other [][2]string) {
	dir, bin := t.TempDir(), links(t)
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(path)), content, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	script := "set -e\n"
	var run []tutorialStep
	for _, s := range steps {
		if s.language == "go" {
			writeSource(t, dir, s)
			continue
		}
		script += s.text + "echo '" + strings.TrimSuffix(endOfStep, "\n") + "'\n"
		run = append(run, s)
	}
	output, err := shell(t, dir, bin, script)
	outputs := strings.SplitAfter(output, endOfStep)
	for i, s := range run {
		got, done := strings.CutSuffix(outputs[min(i, len(outputs)-1)], endOfStep)
		if !done {
			t.Fatalf("line %d: the commands failed (%v) and wrote\n%s", s.line, err, got)
		}
		numbers, why := differs(got, s.output)
		if why != "" {
			t.Errorf("line %d: %s; got\n%swant\n%s", s.line, why, got, s.output)
		}
		if len(numbers) > 0 {
			at := 0
			right := decimal.ReplaceAllStringFunc(s.output, func(string) string { at++; return numbers[at-1] })
			other = append(other, [2]string{s.output, right})
		}
	}
	return other
}

// writeSource writes a file of Go, whose first line is a comment with its name.
func writeSource(t *testing.T, dir string, s tutorialStep) {
	name, _, _ := strings.Cut(strings.TrimPrefix(s.text, "// "), "\n")
	if filepath.Ext(name) != ".go" {
		t.Fatalf("line %d: the file has no name", s.line)
	}
	path := filepath.Join(dir, name)
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = os.WriteFile(path, []byte(s.text), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// shell runs a script and returns what it writes to both outputs. A workspace takes
// the place of go get.
func shell(t *testing.T, dir, bin, script string) (string, error) {
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(bin, "go.work")
	content := fmt.Sprintf("go %s\nuse %q\nuse %q\n", strings.TrimPrefix(strings.Fields(runtime.Version())[0], "go"), repository, filepath.Join(dir, "app"))
	if err := os.WriteFile(work, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", script)
	cmd.Dir = dir
	environ := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, testfull.Variable+"=") }) // the program warns of it
	cmd.Env = append(environ, "PATH="+bin+":"+os.Getenv("PATH"), "GOWORK="+work, "GOFLAGS=-buildvcs=false")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // with what it left running
	cmd.WaitDelay = 5 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	return out.String(), err
}

// tolerance is how far numbers may be from those that a tutorial shows: the last of
// three decimals, which a trained encoder may round otherwise on another processor.
const tolerance = 0.0011

var decimal = regexp.MustCompile(`\d+\.\d+`)

// differs says how got differs from what a tutorial shows, "" if it does not, and
// returns got's numbers in place of the shown ones, if they match one by one.
// Blanks count once, as the widths of columns depend on numbers.
func differs(got, shown string) (numbers []string, why string) {
	got, shown = strings.Join(strings.FieldsFunc(got, isBlank), " "), strings.Join(strings.FieldsFunc(shown, isBlank), " ")
	pattern := regexp.QuoteMeta(shown)
	pattern = regexp.MustCompile(`\\\.\\\.\\\.`).ReplaceAllString(pattern, `.*?`)
	pattern = regexp.MustCompile(`(?m)^ *\.\*\? *\n`).ReplaceAllString(pattern, `(?s:.*?)`)
	pattern = regexp.MustCompile(`\d+\\\.\d+`).ReplaceAllString(pattern, `(\d+(?:\.\d+)?)`)
	found := regexp.MustCompile(`\A` + pattern + `\z`).FindStringSubmatch(got)
	if found == nil {
		return nil, "the text differs"
	}
	for i, want := range decimal.FindAllString(shown, -1) {
		x, _ := strconv.ParseFloat(want, 64)
		if y, err := strconv.ParseFloat(found[i+1], 64); err != nil || math.Abs(x-y) > tolerance {
			why = found[i+1] + " is far from " + want
		}
	}
	return found[1:], why
}

func isBlank(r rune) bool { return r == ' ' }

func TestDiffers(t *testing.T) {
	for _, c := range []struct {
		got, shown string
		same       bool
	}{
		{"a  0.951\n", "a 0.95\n", true},
		{"a 0.753\n", "a 0.751\n", false},
		{"a 1\n", "a 0.9991\n", true},
		{"a x y b\n", "a ... b\n", true},
		{"a x\ny b\n", "a ... b\n", false},
		{"a\nx\ny\nb\n", "a\n...\nb\n", true},
		{"a\nb\n", "a\n...\nb\n", true},
		{"a\nx\nc\n", "a\n...\nb\n", false},
		{"a\n", "", false},
		{"", "", true},
		{"a+b (c)\n", "a+b (c)\n", true},
	} {
		if _, why := differs(c.got, c.shown); (why == "") != c.same {
			t.Errorf("%q shown as %q: %q", c.got, c.shown, why)
		}
	}
}

// curl does for the pages what they ask of it, as it is not on every machine: options, most of them in vain, and an
// address.
func curl(args []string) int {
	header, address, body := http.Header{}, "", ""
	for i := 0; i < len(args); i++ {
		switch value := args[min(i+1, len(args)-1)]; {
		case args[i] == "-H":
			name, is, _ := strings.Cut(value, ": ")
			header.Set(name, is)
			i++
		case args[i] == "-d":
			body = value
			i++
		case !strings.HasPrefix(args[i], "-"):
			address = args[i]
		}
	}
	if file, ok := strings.CutPrefix(body, "@"); ok {
		content, err := os.ReadFile(file)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return exitFailed
		}
		body = string(content)
	}
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	if !strings.HasPrefix(address, "http://") {
		address = "http://" + address
	}
	req, err := http.NewRequest(method, address, strings.NewReader(body))
	if err == nil {
		req.Header = header
		var resp *http.Response
		if resp, err = http.DefaultClient.Do(req); err == nil {
			defer resp.Body.Close()
			if _, err = io.Copy(os.Stdout, resp.Body); err == nil {
				return exitDone
			}
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return exitFailed
}
