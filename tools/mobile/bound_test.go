//go:build linux

// The checks of the libraries for apps: all that can be shown without the Android NDK and Xcode, with its figures.
// docs/mobile.md says what that is and what it is not. They install what they need from Debian.
//
//	go -C tools/mobile test -v . -check                     # all but Swift
//	go -C tools/mobile test . -check -run Bound/api -update # writes the API of now into api/
//	go -C tools/mobile test -v . -check -run Swift -swift /FOLDER

package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

var update = flag.Bool("update", false, "write the API of now into api/")

// work is a folder with what gobind generates.
type work struct {
	dir, tools, root string
}

// run runs a command in the folder.
func (w *work) run(t *testing.T, words ...string) string {
	t.Helper()
	return checktest.Run(t, w.dir, words...)
}

func (w *work) path(name string) string { return filepath.Join(w.dir, name) }

// copied copies a folder.
func copied(t *testing.T, to, from string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

func folder(t *testing.T, path string) string {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func glob(t *testing.T, pattern ...string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(pattern...))
	if err != nil || len(found) == 0 {
		t.Fatalf("%s: no file, %v", filepath.Join(pattern...), err)
	}
	return found
}

// javaFiles finds Java below folders.
func javaFiles(t *testing.T, folders ...string) []string {
	t.Helper()
	return strings.Fields(checktest.Run(t, "", slices.Concat([]string{"find"}, folders, []string{"-name", "*.java"})...))
}

// skipped is what gobind writes for a symbol that it cannot bind. It ends well and says nothing.
var skipped = regexp.MustCompile(`(?m)^.*//.*\bskipped\b.*$`)

// generate runs gobind. Its own errors may come without an exit code.
func generate(t *testing.T) *work {
	root := checktest.Root(t)
	w := &work{dir: t.TempDir(), root: root, tools: filepath.Join(root, "tools/mobile")}
	checktest.Run(t, w.tools, "go", "build", "-o", w.path("gobind"), "golang.org/x/mobile/cmd/gobind")
	c := checktest.Command(t, w.tools, w.path("gobind"), "-lang=go,java,objc", "-javapkg="+javaPackage, "-outdir="+w.path("gen"), boundPackage)
	if said, err := c.CombinedOutput(); err != nil || len(said) > 0 {
		t.Fatalf("gobind: %v\n%s", err, said)
	}
	err := filepath.WalkDir(w.path("gen"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for _, line := range skipped.FindAllString(checktest.Read(t, path), -1) {
			t.Errorf("gobind leaves out what it cannot bind: %s: %s", d.Name(), line)
		}
		return nil
	})
	if err != nil || t.Failed() {
		t.Fatal("use types that gobind can bind: ", err)
	}
	return w
}

// compile compiles the generated Java, what the desktop stands in for, and folders, into classes.
func (w *work) compile(t *testing.T, folders ...string) {
	t.Helper()
	files := javaFiles(t, append(folders, w.path("gen/java"), filepath.Join(w.tools, "standin/desktop"))...)
	w.run(t, append([]string{"javac", "-nowarn", "-Xlint:-options", "-d", "classes"}, files...)...)
}

// TestBound checks what package mobile is for Java, Kotlin and Objective-C.
func TestBound(t *testing.T) {
	checktest.On(t)
	checktest.Need(t, strings.Fields(`openjdk-17-jdk-headless gcc libc6-dev clang lld libc6-dev-arm64-cross linux-libc-dev-arm64-cross libc6-arm64-cross
		libc6-dev-armhf-cross linux-libc-dev-armhf-cross libc6-dev-i386-cross linux-libc-dev-i386-cross aapt android-framework-res
		android-liblog-dev android-libnativehelper-dev binutils-aarch64-linux-gnu kotlin libkotlinx-coroutines-java libkotlinx-atomicfu-java`)...)
	w := generate(t)
	w.compile(t, filepath.Join(w.tools, "java"))
	t.Run("api", w.api)
	t.Run("jvm", w.jvm) // Kotlin needs its library
	t.Run("kotlin", w.kotlin)
	t.Run("android", w.android)
	t.Run("objc", w.objc)
}

// api compares the public API, as javap and the header without its comments have it, with the one in api/.
func (w *work) api(t *testing.T) {
	var java, objc []string
	classes := glob(t, w.dir, "classes", strings.ReplaceAll(javaPackage, ".", "/"), "mobile", "*.class")
	for line := range strings.Lines(w.run(t, append([]string{"javap", "-public", "-constants"}, classes...)...)) {
		if !strings.HasPrefix(line, "Compiled from") {
			java = append(java, line)
		}
	}
	comment := false
	for line := range strings.Lines(checktest.Read(t, w.path("gen/src/gobind/Mobile.objc.h"))) {
		line, _, _ = strings.Cut(strings.TrimSuffix(line, "\n"), "//")
		comment = comment || strings.Contains(line, "/*")
		if !comment && strings.TrimSpace(line) != "" {
			objc = append(objc, line+"\n")
		}
		comment = comment && !strings.Contains(line, "*/")
	}
	for name, lines := range map[string][]string{"java.txt": java, "objc.txt": objc} {
		if *update {
			checktest.Write(t, strings.Join(lines, ""), w.tools, "api", name)
			continue
		}
		checktest.Write(t, strings.Join(lines, ""), w.dir, name)
		diff := checktest.Command(t, w.dir, "diff", "-u", filepath.Join(w.tools, "api", name), name)
		if said, err := diff.CombinedOutput(); err != nil {
			t.Errorf("the API differs from tools/mobile/api/%s; if that is meant: go -C tools/mobile test . -check -run Bound/api -update\n%s", name, said)
		}
	}
}
