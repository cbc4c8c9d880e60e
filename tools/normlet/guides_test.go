//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/normlet/normlet/internal/testfull"
	"github.com/normlet/normlet/tools/normlet/internal/npytest"
)

// exempt is commands that TestGuides does not run, and why; slow those that it runs in full only.
var (
	exempt = []struct{ pattern, why string }{
		{`^(go test|go -C \S+ test) `, "these tests, and those of others"},
		{`^(go -C lab(/peers)? run|lab experiment) `, "evaluation data, and minutes to hours; lab tests its commands on small data"},
		{`^tools/(accuracy|open-world|encoder)\.sh `, "evaluation data, and minutes to hours"},
		{`^normlet build --recipe `, "files of others, up to gigabytes; TestBuildDownload has made-up ones"},
		{`^normlet packs rollback `, "two versions; TestOverTheAir has them"},
		{`^normlet packs --outdated`, "the network; TestBuildDownload and TestPacksOutdated ask a host of their own"},
		{`^tools/web/build\.sh `, "licences of modules are fetched; go test ./tools/web -check runs it"},
		{`^go -C tools/(arrow|beam|duckdb) `, "modules of their own, with programs that their tests build"},
		{`^normlet-(beam|duckdb) `, "programs of these modules, which their tests run"},
		{`^normlet map \S*genes\.(parquet|csv\.gz) `, "normlet-arrow, of a module of its own, whose tests map such files"},
		{`^(pip|gcc|cp tools/r|PKG_CFLAGS|go build -buildmode=c-shared)\b`, "Python, gcc and R; go test ./tools/python ./tools/c ./tools/r -check"},
		{`^(docker|kubectl) `, "a daemon, a cluster; TestKubernetes runs the command of the example"},
		{`^(brew|scoop|sudo|cosign|gh) |^sha256sum --check --ignore-missing|@latest$`, "a published release; tools/release installs its packages in containers"},
		{`^(apt-get|go run -tags openblas) `, "root; .ci/run runs the tests of training with OpenBLAS"},
		{`^openssl `, "OpenSSL is not on every machine; keys are among the files"},
		{`^man `, "man is not on every machine; TestManPages reads what it would show"},
	}
	slow = []string{` build `, ` train `, `^go (run|install) `, ` web( |$)`}
)

// ownPages have their commands run by other tests.
var ownPages = map[string]string{"mobile.md": "../mobile/docs_test.go"}

// TestGuides runs the commands of README.md and the guides, those of a page one after the other in a folder with
// the files of testdata/guides.sh. A command that is exempt is left out; all others have to succeed, and what a page
// shows below a prompt is compared. TestTutorials runs the tutorials, whose blocks are "sh".
func TestGuides(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d guides: %v", len(pages), err)
	}
	tutorials, _ := filepath.Glob("../../docs/tutorials/*.md")
	files, bin := commandFiles(t)
	server := strings.TrimPrefix(strings.TrimSuffix(serveDefault(t, bin), "/"), "http://")
	used, left, run := map[string]bool{}, 0, 0
	for _, page := range slices.Concat([]string{"../../README.md"}, pages, tutorials) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(page)
		if other := ownPages[name]; other != "" {
			if test, err := os.ReadFile(other); !strings.Contains(string(test), `"docs/`+name+`"`) {
				t.Errorf("%s does not run the commands of %s: %v", other, name, err)
			}
			continue
		}
		var blocks []shellBlock
		for _, b := range shellBlocks(string(text)) {
			if slices.Contains(tutorials, page) && b.language == "sh" {
				continue
			}
			b.commands = slices.DeleteFunc(b.commands, func(c string) bool {
				for _, e := range exempt {
					if regexp.MustCompile(e.pattern).MatchString(asProgram(c)) {
						used[e.pattern] = true
						left++
						return true
					}
				}
				return false
			})
			run += len(b.commands)
			blocks = append(blocks, b)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runBlocks(t, files, bin, server, blocks)
		})
	}
	for _, e := range exempt {
		if !used[e.pattern] || e.why == "" {
			t.Errorf("no page has a command like %s: take it off the list", e.pattern)
		}
	}
	t.Logf("%d commands run, %d cannot", run, left)
	if run < 80 {
		t.Errorf("%d commands: the test checks next to nothing", run)
	}
}

// commandFiles returns a folder with the files that the commands of the guides read, and one of programs.
func commandFiles(t *testing.T) (files, bin string) {
	files, bin = t.TempDir(), links(t)
	normlet := filepath.Join(bin, "normlet")
	err := os.Rename(normlet, filepath.Join(bin, quick)) // which makes packs sooner
	if err == nil {
		err = os.WriteFile(normlet, []byte("#!/bin/sh\nexec "+filepath.Join(bin, quick)+` "$@"`+"\n"), 0o777)
	}
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{t, files}
	f.writeKeys("key")
	f.check(os.Rename(f.path("key.pub.pem"), f.path("public.pem")))
	f.write("vectors.npy", npytest.Vectors(npytest.Random(300, 128), 128))
	f.write("more.npy", npytest.Vectors(npytest.Random(20, 128), 128))
	formats, err := filepath.Abs("../../train/data/testdata/formats")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("testdata/guides.sh")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := shell(t, files, bin, "set -e\nFORMATS='"+formats+"'\n"+string(script)); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return files, bin
}

// servers runs a command that answers until it is told to end, and ends it.
const servers = `
served() {
	rm -f address
	"$@" --listen 127.0.0.1:0 >address &
	until [ -s address ]; do kill -0 $!; sleep 0.05; done
	kill $!
	wait $!
}
`

// caches are those of the go command, as a folder stands in for the home of commands.
var caches = sync.OnceValue(func() string {
	out, _ := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	build, modules, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return fmt.Sprintf("GOCACHE='%s' GOMODCACHE='%s'", build, modules)
})

func runBlocks(t *testing.T, files, bin, server string, blocks []shellBlock) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(files)); err != nil {
		t.Fatal(err)
	}
	host := httptest.NewServer(http.FileServer(http.Dir(dir))) // for what is over the air
	defer host.Close()
	here := strings.NewReplacer("https://example.org", host.URL, "--root 1.root.json", "--root packs/metadata/1.root.json",
		"--decisions doubtful.xlsx", "--decisions decided.csv", "--mentions doubtful.xlsx", "--mentions decided.csv", // which a person fills in
		"127.0.0.1:8010", server)
	repository, err := filepath.Abs("../..")
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "go.work"), fmt.Appendf(nil, "go %s\nuse %q\n", strings.TrimPrefix(strings.Fields(runtime.Version())[0], "go"), repository), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks {
		if b.output != "" {
			got, err := shell(t, dir, bin, strings.Join(b.commands, "\n"))
			if _, why := differs(got, b.output); err != nil || why != "" {
				t.Errorf("line %d: %v, %s; got\n%swant\n%s", b.line, err, why, got, b.output)
			}
			continue
		}
		if !testfull.On() && slices.ContainsFunc(b.commands, isSlow) {
			continue
		}
		script := "set -e\nexport HOME='" + dir + "' GOBIN='" + dir + "' " + caches() + " GOWORK='" + filepath.Join(dir, "go.work") + "'\nexport SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=1 SLURM_CPUS_PER_TASK=1\n" + servers
		for _, c := range b.commands {
			script += here.Replace(asProgram(c)) + "\n"
		}
		name := filepath.Join(dir, "block.bash")
		if err := os.WriteFile(name, []byte(script), 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := shell(t, dir, bin, "bash -v block.bash"); err != nil {
			_, out, _ = strings.Cut(out, servers)
			t.Errorf("line %d: %v\n%s", b.line, err, out)
		}
	}
}

// isSlow reports whether a command runs in full only.
func isSlow(c string) bool {
	return slices.ContainsFunc(slow, func(p string) bool { return regexp.MustCompile(p).MatchString(asProgram(c)) })
}

// serveDefault starts normlet serve and returns its address.
func serveDefault(t *testing.T, bin string) string {
	cmd := exec.Command(filepath.Join(bin, quick), "serve", "--listen", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(address)
}

// asProgram is a command as it is run here.
func asProgram(c string) string {
	c = strings.ReplaceAll(c, "go run ./tools/normlet ", "normlet ")
	c = strings.ReplaceAll(c, " ./examples/", " github.com/normlet/normlet/examples/")
	c = strings.ReplaceAll(c, " ./tools/normlet", " github.com/normlet/normlet/tools/normlet")
	if regexp.MustCompile(`^normlet (serve|web)\b`).MatchString(c) && !strings.Contains(c, "--out") {
		c = "served " + c
	}
	return c
}

// shellBlock is commands of a page, and what is below them if a prompt is before them.
type shellBlock struct {
	line     int
	language string
	commands []string
	output   string
}

// TestShellBlocks checks which commands are found.
func TestShellBlocks(t *testing.T) {
	page := "# T\n\n    a b  # why\n    c \\\n      d\n\ntext\n\n- item\n    no code\n\n```\n$ e\nout\n$ f\nmore\n```\n```text\nno\n```\n```sh\n# why\ng\n```\n```python\nno\n```\n"
	var got []string
	for _, b := range shellBlocks(page) {
		got = append(got, fmt.Sprintf("%d %q %q", b.line, b.commands, b.output))
	}
	want := []string{`3 ["a b" "c \\\n  d"] ""`, `12 ["e"] "out\n"`, `12 ["f"] "more\n"`, `21 ["g"] ""`}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// shellBlocks returns the blocks of commands: fenced ones without a language, or that of a shell, and indented ones.
func shellBlocks(page string) (blocks []shellBlock) {
	var b *shellBlock
	var body bytes.Buffer
	end := func() {
		if b != nil && slices.Contains([]string{"", "sh", "bash", "console"}, b.language) {
			blocks = append(blocks, split(*b, body.String())...)
		}
		b = nil
		body.Reset()
	}
	indented, blank := false, true
	for i, line := range strings.SplitAfter(page, "\n") {
		language, fence := strings.CutPrefix(strings.TrimSpace(line), "```")
		text, in := strings.CutPrefix(line, "    ")
		if indented && !in {
			end()
			indented = false
		}
		switch {
		case fence && b == nil:
			b = &shellBlock{line: i + 1, language: language}
		case fence:
			end()
		case b == nil && in && blank:
			b, indented = &shellBlock{line: i + 1}, true
			body.WriteString(text)
		case indented:
			body.WriteString(text)
		case b != nil:
			body.WriteString(line)
		}
		blank = strings.TrimSpace(line) == ""
	}
	end()
	return blocks
}

var remark = regexp.MustCompile(`(^|\s+)#\s.*$|^#!.*|^#SBATCH.*`)

// split takes the lines of a block apart: what is below a prompt is another block.
func split(b shellBlock, body string) (blocks []shellBlock) {
	if strings.HasPrefix(body, "$ ") {
		for _, part := range strings.Split(strings.TrimPrefix(body, "$ "), "\n$ ") {
			command, output, _ := strings.Cut(part, "\n")
			if output != "" && !strings.HasSuffix(output, "\n") {
				output += "\n"
			}
			blocks = append(blocks, shellBlock{b.line, b.language, []string{asProgram(command)}, output})
		}
		return blocks
	}
	goesOn := false
	for line := range strings.Lines(body) {
		line = remark.ReplaceAllString(strings.TrimRight(line, "\n"), "")
		if !goesOn {
			line = strings.TrimSpace(line)
		}
		switch {
		case goesOn:
			b.commands[len(b.commands)-1] += "\n" + line
		case strings.TrimSpace(line) != "":
			b.commands = append(b.commands, line)
		default:
			continue
		}
		goesOn = strings.HasSuffix(line, `\`)
	}
	return []shellBlock{b}
}
