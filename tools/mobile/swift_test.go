//go:build linux

package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

var swiftFolder = flag.String("swift", "", "with -check, test the Swift library with the Swift of Debian 13 in this `folder`: half a gigabyte to fetch, 2.5 on disk")

// swift is a root with Swift in which the folder work is that of the test.
type swift struct {
	root string
	work *work
}

// TestSwift compiles the Swift library of mobile/ios on Linux, all warnings errors, and runs swift/main.swift on it, over
// a stand-in of gobind's classes, since there is no Objective-C here. Then Swift's importer reads the generated header:
// names are those that the library and docs/mobile.md use.
func TestSwift(t *testing.T) {
	checktest.On(t)
	if *swiftFolder == "" {
		t.Skip("only with -swift FOLDER: it fetches half a gigabyte")
	}
	if os.Getuid() != 0 {
		t.Fatal("chroot needs root")
	}
	checktest.Need(t, "clang")
	root, err := filepath.Abs(*swiftFolder)
	if err != nil {
		t.Fatal(err)
	}
	s := &swift{root, generate(t)}
	if _, err := os.Stat(root); err != nil {
		s.fetch(t)
	}
	checktest.Run(t, "", "rm", "-rf", s.path(""))
	folder(t, s.path(""))
	copied(t, s.path("Normlet"), filepath.Join(s.work.root, "mobile/ios/Sources/Normlet"))
	copied(t, s.path(""), filepath.Join(s.work.tools, "swift"))
	folder(t, s.path("Sample"))
	folder(t, s.path("Views"))
	for _, file := range slices.Concat(glob(t, s.work.root, "mobile/ios/Sources/NormletSearch/*.swift"), glob(t, s.work.root, "mobile/ios/App/*.swift")) {
		content, to := checktest.Read(t, file), "Sample"
		if strings.Contains(content, "import SwiftUI") { // which Linux lacks
			to = "Views"
		}
		checktest.Write(t, content, s.path(to), filepath.Base(file))
	}
	for _, c := range []struct {
		name  string
		check func(*testing.T)
	}{{"library", s.library}, {"sample", s.sample}, {"manifests", s.manifests}, {"names", s.names}} {
		t.Run(c.name, c.check)
	}
}

func (s *swift) path(name string) string { return filepath.Join(s.root, "work", name) }

// debianOf returns where this machine has Debian's packages from, of lines of an address and a suite; "" if it has none.
func debianOf(targets string) string {
	for line := range strings.Lines(targets) {
		address, suite, _ := strings.Cut(strings.TrimSpace(line), " ")
		if address != "" && !strings.Contains(suite, "-") { // no updates, no security
			return address
		}
	}
	return ""
}

// TestDebianOf reads what apt says of its sources.
func TestDebianOf(t *testing.T) {
	for targets, want := range map[string]string{
		"http://a.example/debian-security/ oldstable-security\nhttp://a.example/debian/ oldstable-updates\nhttp://a.example/debian/ oldstable\n": "http://a.example/debian/",
		"http://a.example/debian-security/ stable-security\n": "", "": "", "\n": "",
	} {
		if got := debianOf(targets); got != want {
			t.Errorf("%q: %q, want %q", targets, got, want)
		}
	}
}

// fetch unpacks Swift and what it needs, without installing anything.
func (s *swift) fetch(t *testing.T) {
	apt, fresh := t.TempDir(), s.root+".new"
	for _, dir := range []string{"lists", "archives"} {
		folder(t, filepath.Join(apt, dir, "partial"))
	}
	targets := checktest.Run(t, "", "apt-get", "indextargets", "--format", "$(REPO_URI) $(SUITE)", "Created-By: Packages", "Origin: Debian", "Component: main")
	from := debianOf(targets)
	if from == "" {
		t.Fatalf("the lists of apt have no Debian; run apt-get update first:\n%s", targets)
	}
	checktest.Write(t, "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] "+from+" trixie main\n", apt, "sources.list")
	checktest.Write(t, `Dir::State "`+apt+`"; Dir::State::lists "lists"; Dir::State::status "/dev/null";
Dir::Cache "`+apt+`"; Dir::Cache::archives "archives";
Dir::Etc::sourcelist "`+apt+`/sources.list"; Dir::Etc::sourceparts "-"; APT::Sandbox::User "root";
`, apt, "conf")
	config := "APT_CONFIG=" + filepath.Join(apt, "conf")
	checktest.Run(t, "", config, "apt-get", "update", "-q")
	checktest.Run(t, "", config, "apt-get", "install", "-y", "-q", "--no-install-recommends", "--download-only", "swiftlang", "libstdc++-14-dev", "libc6-dev", "coreutils")
	for _, deb := range glob(t, apt, "archives", "*.deb") {
		checktest.Run(t, "", "dpkg", "-x", deb, folder(t, fresh))
	}
	for _, dir := range []string{"bin", "lib", "lib64", "sbin"} { // as base-files links them
		if err := os.Symlink("usr/"+dir, filepath.Join(fresh, dir)); err != nil && !os.IsExist(err) {
			t.Fatal(err)
		}
	}
	folder(t, filepath.Join(fresh, "proc"))
	folder(t, filepath.Join(fresh, "tmp"))
	if err := os.Rename(fresh, s.root); err != nil {
		t.Fatal(err)
	}
}

// inside runs a command with Swift's folder as root.
func (s *swift) inside(t *testing.T, words ...string) string {
	t.Helper()
	const script = `mount -t proc proc "$0/proc" && exec chroot "$0" /usr/bin/env -i HOME=/tmp PATH=/usr/bin:/usr/libexec/swift/bin LD_LIBRARY_PATH=/usr/libexec/swift/lib/swift/linux:/work "$@"`
	return checktest.Output(t, exec.CommandContext(t.Context(), "unshare", append([]string{"--mount", "bash", "-c", script, s.root}, words...)...))
}

func (s *swift) compile(t *testing.T, words ...string) {
	t.Helper()
	s.inside(t, append(strings.Fields("swiftc -swift-version 6 -warnings-as-errors -I/work -L/work"), words...)...)
}

// module compiles a library of Swift files below the folder work.
func (s *swift) module(t *testing.T, name, pattern string, options ...string) {
	t.Helper()
	args := append([]string{"-emit-module", "-emit-library", "-module-name", name, "-emit-module-path", "/work/" + name + ".swiftmodule", "-o", "/work/lib" + name + ".so"}, options...)
	s.compile(t, append(args, s.files(t, pattern)...)...)
}

// files finds files below the folder work, as they are called inside.
func (s *swift) files(t *testing.T, pattern string) (files []string) {
	t.Helper()
	for _, file := range glob(t, s.path(pattern)) {
		files = append(files, strings.TrimPrefix(file, s.root))
	}
	return files
}

func (s *swift) library(t *testing.T) {
	s.module(t, "NormletBinding", "binding/*.swift")
	s.module(t, "Normlet", "Normlet/*.swift", "-lNormletBinding")
	s.compile(t, "-lNormlet", "-lNormletBinding", "/work/main.swift", "-o", "/work/test")
	t.Log(s.inside(t, "/work/test"))
}

func (s *swift) sample(t *testing.T) {
	s.module(t, "Combine", "combine/Combine.swift")
	args := strings.Fields("-parse-as-library -lNormlet -lNormletBinding -lCombine /work/sample.swift -o /work/sample")
	s.compile(t, append(args, s.files(t, "Sample/*.swift")...)...)
	t.Log(s.inside(t, "/work/sample"))
	s.compile(t, append([]string{"-parse"}, s.files(t, "Views/*.swift")...)...) // the syntax alone
}

// manifests lets the Package Manager read both, and compute the checksum that spm.sh writes.
func (s *swift) manifests(t *testing.T) {
	checktest.Write(t, "stands for a zip file", s.path("binding.zip"))
	checktest.Run(t, "", filepath.Join(s.work.tools, "spm.sh"), s.path("binding.zip"), "https://example.org/NormletBinding.xcframework.zip", s.path("release"))
	copied(t, s.path("ios"), filepath.Join(s.work.root, "mobile/ios"))
	sum := strings.TrimSpace(s.inside(t, "swift", "package", "--package-path", "/work/release", "compute-checksum", "/work/binding.zip"))
	s.inside(t, "swift", "package", "--package-path", "/work/ios", "dump-package")
	if release := s.inside(t, "swift", "package", "--package-path", "/work/release", "dump-package"); sum == "" || !strings.Contains(release, sum) {
		t.Errorf("spm.sh writes another checksum than %s: %s", sum, release)
	}
}

var fails = regexp.MustCompile(`(?m)(- \(.*\)(?:info|result)):\(NSError\* _Nullable\* _Nullable\)error;|( error:\(NSError\* _Nullable\* _Nullable\)error;)`)

// names lets Swift's importer read the header. Its Foundation is the stand-in; a header without NSError needs no more.
func (s *swift) names(t *testing.T) {
	objc := s.path("objc")
	copied(t, folder(t, filepath.Join(objc, "Foundation")), filepath.Join(s.work.tools, "objc/Foundation"))
	for _, header := range glob(t, s.work.path("gen/src/gobind"), "*.h") {
		content := checktest.Read(t, header)
		if filepath.Base(header) == "Mobile.objc.h" {
			content = fails.ReplaceAllString(content, "$1;")
		}
		checktest.Write(t, content, objc, filepath.Base(header))
	}
	checktest.Write(t, `module Foundation [system] { header "Foundation/Foundation.h" export * }
module NormletBinding [system] { header "Mobile.objc.h" export * }
`, objc, "module.modulemap")
	s.inside(t, "swift-frontend", "-typecheck", "-enable-objc-interop", "-I", "/work/objc", "-Xcc", "-fblocks", "/work/Names.swift")
}
