//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

// answers builds the program that makes 1,000 mentions and looks them up, and writes mentions.txt and go.txt.
func (w *work) answers(t *testing.T) (program string) {
	t.Helper()
	program = w.path("answers")
	checktest.Run(t, filepath.Join(w.root, "lab"), "go", "build", "-o", program, "./answers")
	mentions := w.run(t, program, "mentions")
	if n := strings.Count(mentions, "\n"); n != 1000 {
		t.Fatalf("answers makes %d mentions", n)
	}
	checktest.Write(t, mentions, w.dir, "mentions.txt")
	checktest.Write(t, w.fed(t, program, "lookup"), w.dir, "go.txt")
	return program
}

// fed runs a command that reads the mentions.
func (w *work) fed(t *testing.T, words ...string) string {
	t.Helper()
	c := checktest.Command(t, w.dir, words...)
	c.Stdin = strings.NewReader(checktest.Read(t, w.dir, "mentions.txt"))
	return checktest.Output(t, c)
}

// jvm runs the Java API on this machine's JVM: gobind's Android glue, built as a JNI library for Linux, under
// java/BoundTest.java.
func (w *work) jvm(t *testing.T) {
	// A module around the generated code. File names in _android would keep it from being built for Linux.
	src := w.path("desktop")
	copied(t, src, w.path("gen/src"))
	for _, ext := range []string{"c", "go"} {
		for _, file := range glob(t, src, "gobind", "*_android."+ext) {
			if err := os.Rename(file, strings.Replace(file, "_android.", "_desktop.", 1)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		checktest.Write(t, checktest.Read(t, w.tools, file), src, file)
	}
	checktest.Run(t, src, "go", "mod", "edit", "-module=gobind", "-replace=github.com/normlet/normlet="+w.root)
	// The glue links against Android's log library; its only function is in the stand-in header.
	folder(t, w.path("lib"))
	w.run(t, "ar", "rcs", "lib/liblog.a")
	include := filepath.Join(jdk(t), "include")
	// The attribute on gobind's function pointers differs from the JDK's by name alone.
	checktest.Run(t, src, "CGO_ENABLED=1", "CGO_LDFLAGS=-L"+w.path("lib"),
		"CGO_CFLAGS=-O2 -D__GOBIND_ANDROID__ -Wno-incompatible-pointer-types -I"+include+" -I"+include+"/linux -I"+filepath.Join(w.tools, "standin/desktop/include"),
		"go", "build", "-mod=mod", "-buildmode=c-shared", "-o", w.path("lib/libgojni.so"), "./gobind")

	// Linux gives up pages of a file only once they are on the disk, as those of an installed library are.
	w.run(t, "sync", "lib/libgojni.so")

	program := w.answers(t)
	checktest.Write(t, checktest.Read(t, w.root, "assets/default.normpack"), w.dir, "good.normpack")
	folder(t, w.path("bin"))
	w.run(t, filepath.Join(w.tools, "repositories.sh"), w.dir)
	java := func(words ...string) string {
		return w.run(t, append([]string{"java", "-Xmx256m", "-Djava.library.path=" + w.path("lib"), "-cp", "classes", "BoundTest", w.dir}, words...)...)
	}
	t.Log(java())
	if checktest.Read(t, w.dir, "java-answers.txt") != checktest.Read(t, w.dir, "go.txt") {
		t.Error("Java's answers to 1,000 mentions are not those of Go, bit by bit")
	}

	number := func(text string) float64 {
		n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	t.Logf("figure: look-up in Go, microseconds %.1f", number(w.fed(t, program, "time"))/1000)
	t.Logf("figure: look-up from the JVM, microseconds %.1f", number(checktest.Read(t, w.dir, "java-ns.txt"))/1000)
	checktest.Figure(t, "memory of the JVM's process with a pack open", number(java("memory"))*1024/1e6, 32, "MB above the JVM alone")
}

// jdk returns the folder of the JDK.
func jdk(t *testing.T) string {
	t.Helper()
	javac := strings.TrimSpace(checktest.Run(t, "", "sh", "-c", `readlink -f "$(command -v javac)"`))
	return filepath.Dir(filepath.Dir(javac))
}

// kotlin runs the Kotlin library of mobile/android, and the model of its sample, under kotlin/NormletTest.kt, with the
// library of jvm. Debian's Kotlin is 1.3, its coroutines are without flows: kotlin/standin has what is missing.
func (w *work) kotlin(t *testing.T) {
	jars := "classes"
	for _, jar := range strings.Fields("kotlin-stdlib kotlin-stdlib-jdk7 kotlinx-coroutines-core kotlinx-coroutines-core-common atomicfu") {
		jars += ":/usr/share/java/" + jar + ".jar"
	}
	// What the stand-in makes flows of was an experiment in those days.
	args := []string{"kotlinc", "-Werror", "-Xuse-experimental=kotlinx.coroutines.ExperimentalCoroutinesApi,kotlinx.coroutines.ObsoleteCoroutinesApi", "-cp", jars, "-d", "kotlin"}
	for _, pattern := range []string{"tools/mobile/kotlin/standin/*.kt", "mobile/android/normlet/src/main/java/io/github/normlet/*.kt",
		"mobile/android/app/src/main/java/io/github/normlet/sample/*.kt", "tools/mobile/kotlin/*.kt"} {
		for _, file := range glob(t, w.root, pattern) {
			if !strings.Contains(checktest.Read(t, file), "\nimport android.") { // the screen, for which there is no Android here
				args = append(args, file)
			}
		}
	}
	w.run(t, args...)
	t.Log(w.run(t, "java", "-Xmx256m", "-Djava.library.path="+w.path("lib"), "-cp", "kotlin:"+jars, "NormletTestKt", w.dir))
}
