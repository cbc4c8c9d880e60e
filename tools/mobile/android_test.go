//go:build linux

package main

import (
	"archive/zip"
	"cmp"
	"crypto/sha1"
	"debug/elf"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

// unzipped returns the files of an archive.
func unzipped(t *testing.T, path string) map[string]string {
	t.Helper()
	r, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	files := map[string]string{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(content)
	}
	return files
}

// android builds the library for all phones against the stand-in and looks at it. Loading it on a phone is not tried.
func (w *work) android(t *testing.T) {
	t.Setenv("ANDROID_HOME", w.standIn(t))
	t.Setenv("TAGS", "nodefaultpack")
	for _, name := range []string{"slim", "again"} {
		if err := run([]string{"android", w.path(name + ".aar")}); err != nil {
			t.Fatal(err)
		}
	}
	if checktest.Read(t, w.dir, "slim.aar") != checktest.Read(t, w.dir, "again.aar") {
		t.Error("two builds of the same sources differ")
	}
	slim := w.laidOut(t, w.path("slim.aar"), abis)
	t.Run("maven", w.maven)
	t.Run("resources", w.resources)
	t.Run("docs", func(t *testing.T) { w.docs(t, slim) })
}

// laidOut looks at an AAR: the files that Android's tools take in, and a library for each architecture.
func (w *work) laidOut(t *testing.T, aar string, of []abi) (files map[string]string) {
	files = unzipped(t, aar)
	for _, f := range []string{"classes.jar", "AndroidManifest.xml", "proguard.txt", "R.txt", "THIRD_PARTY_LICENSES"} {
		if _, there := files[f]; !there {
			t.Errorf("%s has no %s", aar, f)
		}
	}
	libraries := 0
	for name := range files {
		if strings.HasPrefix(name, "jni/") {
			libraries++
		}
	}
	if libraries != len(of) {
		t.Errorf("%s has %d libraries, want %d", aar, libraries, len(of))
	}
	for _, a := range of {
		w.linked(t, a, files[a.library()])
	}
	return files
}

var native = regexp.MustCompile(`(?m)^JNIEXPORT .* JNICALL (Java_\w+)$`)

// linked looks at a library: what it needs, what it offers, its alignment.
func (w *work) linked(t *testing.T, a abi, content string) {
	f, err := elf.NewFile(strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if f.Machine != a.machine {
		t.Errorf("the library is for %v, not for %s", f.Machine, a.name)
	}
	segments := 0
	for _, p := range f.Progs {
		if p.Type != elf.PT_LOAD {
			continue
		}
		if segments++; p.Align%16384 != 0 {
			t.Errorf("a segment is aligned to %d, not to 16 KiB", p.Align)
		}
	}
	if segments < 2 {
		t.Errorf("the library has %d segments", segments)
	}
	for _, s := range f.Sections {
		if s.Name == ".symtab" || strings.HasPrefix(s.Name, ".debug") {
			t.Errorf("the library is not stripped: it has %s", s.Name)
		}
	}
	// What Android has to bring, and nothing else.
	needed, err := f.ImportedLibraries()
	if slices.Sort(needed); err != nil || !slices.Equal(needed, []string{"libandroid.so", "libc.so", "libdl.so", "liblog.so"}) {
		t.Errorf("the library needs %q, %v", needed, err)
	}
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	offered := map[string]bool{}
	for _, s := range symbols {
		offered[s.Name] = s.Section != elf.SHN_UNDEF
	}
	// javac says which functions the Java classes call.
	w.run(t, append([]string{"javac", "-nowarn", "-cp", "classes", "-d", "headed", "-h", "headers"}, javaFiles(t, w.path("gen/java"))...)...)
	called := 0
	for _, header := range glob(t, w.dir, "headers", "*.h") {
		for _, m := range native.FindAllStringSubmatch(checktest.Read(t, header), -1) {
			if called++; !offered[m[1]] {
				t.Errorf("the library lacks %s, which Java calls", m[1])
			}
		}
	}
	if called <= 30 {
		t.Errorf("javac finds only %d native methods", called)
	}
	t.Logf("%s: %d native methods are there, segments aligned to 16 KiB, needs %q", a.name, called, needed)
}

// maven makes the repository twice the same, and looks for what Gradle looks for.
func (w *work) maven(t *testing.T) {
	repository := w.path("maven")
	for _, name := range []string{"slim", "again"} { // the second fails if it is another
		if err := run([]string{"maven", w.path(name + ".aar"), "0.1.0", repository}); err != nil {
			t.Fatal(err)
		}
	}
	checktest.Write(t, "another library", w.dir, "another.txt")
	w.run(t, "jar", "--update", "--no-manifest", "--file", "again.aar", "another.txt")
	if err := run([]string{"maven", w.path("again.aar"), "0.1.0", repository}); err == nil {
		t.Error("a version is replaced by another")
	}
	published := filepath.Join(repository, "io/github/normlet/normlet-binding/0.1.0/normlet-binding-0.1.0")
	files := unzipped(t, published+".aar")
	for _, f := range []string{"classes.jar", abis[0].library(), "proguard.txt", "META-INF/com/android/build/gradle/aar-metadata.properties"} {
		if files[f] == "" {
			t.Errorf("the published AAR has no %s", f)
		}
	}
	if !strings.Contains(files["proguard.txt"], "class io.github.normlet.**") {
		t.Errorf("the rules of the AAR do not keep its classes: %s", files["proguard.txt"])
	}
	if unzipped(t, published+"-sources.jar")["io/github/normlet/mobile/Normalizer.java"] == "" {
		t.Error("the sources lack a class")
	}
	described := checktest.Read(t, published+".pom")
	if want := fmt.Sprintf("%x", sha1.Sum([]byte(described))); checktest.Read(t, published+".pom.sha1") != want {
		t.Errorf("the checksum of the POM is not %s", want)
	}
	if !strings.Contains(described, "<packaging>aar</packaging>") {
		t.Error("the POM is not that of an AAR")
	}
}

var (
	resource = regexp.MustCompile(`\bR\.(\w+)\.(\w+)`)
	declared = regexp.MustCompile(`class (\w+) \{|int (\w+)=`)
)

// resources lets Android's packager read the manifest and the resources of the sample app, and looks in what it makes of
// them for those that the app's code names.
func (w *work) resources(t *testing.T) {
	app := filepath.Join(w.root, "mobile/android/app/src/main")
	manifest := checktest.Read(t, app, "AndroidManifest.xml") // Gradle adds the package and the oldest API
	manifest = strings.Replace(manifest, "<manifest ", `<manifest package="io.github.normlet.sample" `, 1)
	manifest = strings.Replace(manifest, "<application", `<uses-sdk android:minSdkVersion="`+minAPI+`" /><application`, 1)
	checktest.Write(t, manifest, w.path("AndroidManifest.xml"))
	w.run(t, "aapt", "package", "-f", "-m", "-J", folder(t, w.path("R")), "-M", "AndroidManifest.xml", "-S", filepath.Join(app, "res"),
		"-I", "/usr/share/android-framework-res/framework-res.apk")
	kind, there := "", map[string]bool{}
	for _, m := range declared.FindAllStringSubmatch(checktest.Read(t, w.path("R/io/github/normlet/sample/R.java")), -1) {
		kind = cmp.Or(m[1], kind)
		there[kind+"."+m[2]] = m[2] != ""
	}
	named := 0
	for _, file := range glob(t, app, "java/io/github/normlet/sample/*.kt") {
		code := strings.ReplaceAll(checktest.Read(t, file), "android.R.", "") // Android's own
		for _, m := range resource.FindAllStringSubmatch(code, -1) {
			if named++; !there[m[1]+"."+m[2]] {
				t.Errorf("%s names %s, which is no resource", filepath.Base(file), m[0])
			}
		}
	}
	if named < 10 {
		t.Errorf("the code of the sample names only %d resources", named)
	}
}
