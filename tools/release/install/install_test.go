//go:build linux

// Package install installs each Linux artifact of dist/ into a root of its own and runs README's first command from it:
// the answer must be that of the source, and so must the page. Run tools/release.sh first, then as root:
//
//	go -C tools/release test -v ./install -check          # deb, rpm, tar.gz and image, amd64 and arm64
//	go -C tools/release test -v ./install -check -full    # in a whole Debian; through a registry; on Windows (Wine)
package install

import (
	"bufio"
	"flag"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

var full = flag.Bool("full", false, "in a whole Debian; the image through a registry, too; the Windows program under Wine")

// source is what the tree says, with which installed programs are compared.
type source struct {
	root, commit   string
	lookUp         []string // the arguments of README's first command
	answer, page   string   // of it; the folder of the page
	licenses, work string   // the program that checks licences; a folder
}

func TestInstall(t *testing.T) {
	checktest.On(t)
	if os.Getuid() != 0 {
		t.Fatal("chroot needs root")
	}
	checktest.Need(t, "rpm", "skopeo", "qemu-user-static")
	s := readSource(t)
	for arch, machine := range map[string]string{"amd64": "x86_64", "arm64": "aarch64"} {
		t.Run("deb/"+arch, func(t *testing.T) { s.deb(t, arch) })
		t.Run("rpm/"+arch, func(t *testing.T) { s.rpm(t, arch, machine) })
		t.Run("tar.gz/"+arch, func(t *testing.T) { s.archive(t, arch) })
		t.Run("image/"+arch, func(t *testing.T) { s.image(t, "oci-archive:"+s.artifact(t, "normlet_*_oci.tar"), arch) })
	}
	if *full {
		checktest.Need(t, "wine", "wine64", "unzip", "clang", "lld")
		t.Run("registry", s.registry)
		t.Run("windows", s.windows)
	}
}

func readSource(t *testing.T) *source {
	s := &source{root: checktest.Root(t), work: t.TempDir()}
	s.commit = strings.TrimSpace(checktest.Run(t, s.root, "git", "rev-parse", "HEAD"))
	s.licenses, s.page = filepath.Join(s.work, "licenses"), filepath.Join(s.work, "site")
	checktest.Run(t, filepath.Join(s.root, "tools", "licenses"), "go", "build", "-o", s.licenses, ".")
	line := regexp.MustCompile(`(?m)^go run ./examples/lookup (.*)$`).FindStringSubmatch(checktest.Read(t, s.root, "README.md"))
	if line == nil {
		t.Fatal("README has no line with go run ./examples/lookup")
	}
	s.lookUp = []string{"lookup"}
	for _, word := range regexp.MustCompile(`'[^']*'|\S+`).FindAllString(line[1], -1) {
		s.lookUp = append(s.lookUp, strings.Trim(word, "'"))
	}
	program := filepath.Join(s.work, "normlet")
	checktest.Run(t, s.root, "go", "build", "-o", program, "./tools/normlet")
	s.answer = checktest.Run(t, s.root, append([]string{program}, s.lookUp...)...)
	if n := strings.Count(s.answer, "\n"); n <= 10 {
		t.Fatalf("README's first command answers %d lines: nothing to compare with", n)
	}
	checktest.Run(t, s.root, program, "web", "--out", s.page)
	return s
}

// artifact returns the only file of dist/ that a pattern names.
func (s *source) artifact(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(s.root, "dist", pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("dist/%s names %q: remove dist/ and run tools/release.sh --short", pattern, found)
	}
	return found[0]
}

// in returns a command of a root.
func in(t *testing.T, root, arch string, words ...string) *exec.Cmd {
	t.Helper()
	if arch == "arm64" {
		if err := os.CopyFS(root, filesOf(t, "qemu-aarch64-static")); err != nil && !os.IsExist(err) {
			t.Fatal(err)
		}
		words = slices.Insert(words, 0, "/qemu-aarch64-static")
	}
	c := exec.CommandContext(t.Context(), words[0], words[1:]...)
	c.Dir, c.SysProcAttr = "/", &syscall.SysProcAttr{Chroot: root}
	return c
}

// check compares the program of a root with the source. licences is where the root has those of its modules.
func (s *source) check(t *testing.T, root, arch, program, licences string) {
	t.Helper()
	checktest.Run(t, "", s.licenses, "--check", filepath.Join(root, licences), filepath.Join(root, program))
	if version := checktest.Output(t, in(t, root, arch, program, "version")); !slices.Contains(strings.Split(version, "\n"), "commit    "+s.commit) {
		t.Errorf("normlet version says another commit than %s: %s", s.commit, version)
	}
	answer := checktest.Output(t, in(t, root, arch, append([]string{program}, s.lookUp...)...))
	s.same(t, answer)
}

func (s *source) same(t *testing.T, answer string) {
	t.Helper()
	if answer != s.answer {
		t.Errorf("the answer is\n%s\nthat of the source\n%s", answer, s.answer)
	}
}

// brings looks for files, none of them empty.
func brings(t *testing.T, root string, files ...string) {
	t.Helper()
	for _, f := range files {
		if info, err := os.Stat(filepath.Join(root, f)); err != nil || info.Size() == 0 {
			t.Errorf("%s is missing or empty", f)
		}
	}
}

// shipped checks what a package brings besides the program.
func shipped(t *testing.T, root string) {
	t.Helper()
	share := filepath.Join(root, "usr", "share")
	brings(t, share, "man/man1/normlet.1.gz", "man/man1/normlet-lookup.1.gz", "doc/normlet/copyright", "doc/normlet/NOTICE",
		"doc/normlet/THIRD_PARTY_LICENSES", "bash-completion/completions/normlet", "zsh/vendor-completions/_normlet",
		"fish/vendor_completions.d/normlet.fish")
	pages, err := filepath.Glob(filepath.Join(share, "man", "man1", "*.gz"))
	if err != nil {
		t.Fatal(err)
	}
	checktest.Run(t, "", append([]string{"gzip", "-t"}, pages...)...)
}

// served lets an installed program, with nothing else in reach, write the page of the source and serve it.
func (s *source) served(t *testing.T, root, program string) {
	alone := func(words ...string) *exec.Cmd {
		c := in(t, root, "amd64", append([]string{program, "web"}, words...)...)
		c.Env = []string{"PATH=/empty"}
		return c
	}
	checktest.Output(t, alone("--out", "/site"))
	checktest.Run(t, "", "diff", "-r", s.page, filepath.Join(root, "site"))
	c := alone("--listen", "127.0.0.1:0")
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatalf("normlet web prints no address: %v", err)
	}
	answer, err := http.Get(strings.TrimSpace(address) + "lib/normlet.wasm")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, err := io.ReadAll(answer.Body); err != nil || string(body) != checktest.Read(t, s.page, "lib", "normlet.wasm") {
		t.Errorf("the program for the browser is not served: status %d, %v", answer.StatusCode, err)
	}
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("normlet web does not end well: %v", err)
	}
}
