//go:build linux

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

// TestPlatforms compiles package mobile for every platform of a phone, runs the tests of what it is made of as arm64 code
// under qemu, for Linux and for Android, and compares codes and answers with those of this machine.
func TestPlatforms(t *testing.T) {
	checktest.On(t)
	checktest.Need(t, "qemu-user-static", "libc6-arm64-cross")
	root := checktest.Root(t)
	w := &work{dir: t.TempDir(), root: root, tools: filepath.Join(root, "tools/mobile")}
	for _, platform := range []string{"android/arm64", "android/amd64", "android/arm", "android/386", "ios/arm64"} {
		t.Run("compile/"+platform, func(t *testing.T) {
			system, arch, _ := strings.Cut(platform, "/")
			for _, tags := range []string{"", "nodefaultpack"} {
				checktest.Run(t, root, "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0", "go", "build", "-tags="+tags, "./mobile")
			}
		})
	}
	checktest.Run(t, root, "GOOS=darwin", "GOARCH=arm64", "go", "vet", "./mobile")
	program := w.answers(t)
	codes := w.fed(t, program, "codes")
	t.Run("linux/arm64", func(t *testing.T) {
		w.tests(t, "linux", "", "./core/encoder", "./internal/bitvec", "./internal/f32") // core is shown by the answers
		w.agree(t, "linux", "", codes)
	})
	t.Run("android/arm64", func(t *testing.T) {
		// An Android program asks for Android's dynamic linker; glibc's does here, as long as no C code is in it.
		const linker = "-I /lib/ld-linux-aarch64.so.1"
		w.agree(t, "android", linker, codes)
	})
}

var qemu = []string{"qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu"}

func arm64(system, linker string, words ...string) []string {
	return append([]string{"GOOS=" + system, "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS='-ldflags=" + linker + "'"}, words...)
}

func (w *work) tests(t *testing.T, system, linker string, packages ...string) {
	// Without -short, tests take minutes under emulation.
	args := arm64(system, linker, "go", "test", "-short", "-exec", strings.Join(qemu, " "))
	out := checktest.Run(t, w.root, append(args, packages...)...)
	if n := strings.Count("\n"+out, "\nok "); n != len(packages) {
		t.Errorf("%d of %d packages pass their tests: %s", n, len(packages), out)
	}
	t.Logf("%d packages pass their tests", len(packages))
}

// agree compares a program for another system with this machine's.
func (w *work) agree(t *testing.T, system, linker, codes string) {
	other := w.path("answers-" + system)
	checktest.Run(t, filepath.Join(w.root, "lab"), arm64(system, linker, "go", "build", "-o", other, "./answers")...)
	emulated := func(what string) string { return w.fed(t, append(append([]string{}, qemu...), other, what)...) }
	if emulated("mentions") != checktest.Read(t, w.dir, "mentions.txt") {
		t.Error("the mentions made are others")
	}
	if emulated("codes") != codes {
		t.Error("codes are others")
	}
	name := "answers-" + system + ".txt"
	checktest.Write(t, emulated("lookup"), w.dir, name)
	t.Logf("codes equal those of this machine; %s", w.run(t, w.path("answers"), "compare", "go.txt", name))
}
