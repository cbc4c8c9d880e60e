//go:build linux

package main

import (
	"archive/zip"
	"crypto/sha1"
	"crypto/sha256"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

// standIn makes what gomobile takes for an Android SDK and NDK, from Debian packages: enough to compile and link for
// android/arm64, and to look at the result. The C library's headers are glibc's and the system libraries are empty, so
// NEVER SHIP what it links; it has never run on a phone.
func (w *work) standIn(t *testing.T) (sdk, ndk string) {
	// The SDK is one jar: the JDK's classes, and the one class of Android that is named.
	sdk, ndk = w.path("sdk"), w.path("ndk")
	platform, classes := folder(t, filepath.Join(sdk, "platforms/android-35")), folder(t, w.path("jar"))
	for _, module := range []string{"java.base", "java.logging"} {
		checktest.Run(t, classes, "jmod", "extract", "--dir", module, filepath.Join(jdk(t), "jmods", module+".jmod"))
		if err := os.Remove(filepath.Join(classes, module, "classes/module-info.class")); err != nil {
			t.Fatal(err)
		}
	}
	checktest.Run(t, classes, "javac", "-d", "java.base/classes", filepath.Join(w.tools, "standin/desktop/android/content/Context.java"))
	checktest.Run(t, classes, "jar", "-c", "-0", "-f", filepath.Join(platform, "android.jar"),
		"-C", "java.base/classes", "java", "-C", "java.base/classes", "android", "-C", "java.logging/classes", "java")

	// The NDK is Debian's clang behind the names that gomobile looks for.
	llvm := filepath.Join(ndk, "toolchains/llvm/prebuilt/linux-x86_64")
	sysroot := filepath.Join(llvm, "sysroot")
	include, lib, bin := filepath.Join(sysroot, "usr/include"), folder(t, filepath.Join(sysroot, "usr/lib/aarch64-linux-android", minAPI)), folder(t, filepath.Join(llvm, "bin"))
	for file, content := range map[string]string{
		filepath.Join(folder(t, filepath.Join(ndk, "meta")), "platforms.json"): `{"min": ` + minAPI + `, "max": 35}`,
		filepath.Join(ndk, "meta", "abis.json"):                                `{"arm64-v8a": {}}`,
		filepath.Join(ndk, "source.properties"):                                "Pkg.Revision = 0.0.0\n",
		filepath.Join(folder(t, filepath.Join(include, "android")), "log.h"):   checktest.Read(t, "/usr/include/android/android/log.h"),
		filepath.Join(include, "jni.h"):                                        checktest.Read(t, "/usr/include/android/nativehelper/jni.h"),
		w.path("empty.c"):                                                      "",
	} {
		checktest.Write(t, content, file)
	}
	for _, compiler := range []string{"clang", "clang++"} {
		wrapper := "#!/bin/sh\nexec /usr/bin/" + compiler + " --sysroot=" + sysroot + ` -idirafter /usr/aarch64-linux-gnu/include -fuse-ld=lld --rtlib=libgcc -Wno-unused-command-line-argument "$@"` + "\n"
		if err := os.WriteFile(filepath.Join(bin, compiler), []byte(wrapper), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// Libraries and start files without content: names are all that the linker needs of them, since symbols of a shared
	// library may stay undefined.
	cc := func(words ...string) {
		w.run(t, append([]string{"clang", "--target=aarch64-linux-android" + minAPI, "-fPIC", "empty.c"}, words...)...)
	}
	for _, l := range []string{"c", "m", "dl", "log", "android"} {
		cc("-fuse-ld=lld", "-nostdlib", "-shared", "-Wl,-soname,lib"+l+".so", "-o", filepath.Join(lib, "lib"+l+".so"))
	}
	for _, o := range []string{"crtbegin_so", "crtend_so"} {
		cc("-c", "-o", filepath.Join(lib, o+".o"))
	}
	for _, l := range []string{"gcc", "unwind"} {
		w.run(t, "ar", "rcs", filepath.Join(lib, "lib"+l+".a"))
	}
	return sdk, ndk
}

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

const library = "jni/arm64-v8a/libgojni.so"

// android builds the library for android/arm64 against the stand-in and looks at it. Loading it on a phone is not tried.
func (w *work) android(t *testing.T) {
	sdk, ndk := w.standIn(t)
	t.Setenv("ANDROID_HOME", sdk)
	t.Setenv("ANDROID_NDK_HOME", ndk)
	t.Setenv("TARGET", "android/arm64")
	t.Setenv("TAGS", "nodefaultpack")
	for _, name := range []string{"slim", "again"} {
		if err := run([]string{"android", w.path(name + ".aar")}); err != nil {
			t.Fatal(err)
		}
	}
	slim := unzipped(t, w.path("slim.aar"))
	for _, f := range []string{"classes.jar", "AndroidManifest.xml", "proguard.txt", "THIRD_PARTY_LICENSES"} {
		if slim[f] == "" {
			t.Errorf("the AAR has no %s", f)
		}
	}
	w.linked(t, slim[library])
	if checktest.Read(t, w.dir, "slim.aar") != checktest.Read(t, w.dir, "again.aar") {
		t.Error("two builds of the same sources differ")
	}
	sum := sha256.Sum256([]byte(slim[library]))
	t.Logf("two builds are the same: sha256 %x", sum[:8])
	t.Run("maven", w.maven)
	// A pack is compressed: with the default one, library and archive grow by its size.
	pack := checktest.Read(t, w.root, "assets/default.normpack")
	megabytes := func(s string) float64 { return float64(len(s)) / 1e6 }
	checktest.Figure(t, "libgojni.so for arm64, without the pack", megabytes(slim[library]), 6, "MB")
	checktest.Figure(t, "libgojni.so for arm64, with the default pack", megabytes(slim[library]+pack), 17, "MB")
	checktest.Figure(t, "AAR for arm64 with the default pack, compressed", megabytes(checktest.Read(t, w.dir, "slim.aar")+pack), 14.5, "MB")
}

var native = regexp.MustCompile(`(?m)^JNIEXPORT .* JNICALL (Java_\w+)$`)

// linked looks at a library: what it needs, what it offers, its alignment.
func (w *work) linked(t *testing.T, content string) {
	f, err := elf.NewFile(strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if f.Machine != elf.EM_AARCH64 {
		t.Errorf("the library is for %v, not for arm64", f.Machine)
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
	t.Logf("%d native methods are there, segments aligned to 16 KiB, needs %q", called, needed)
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
	for _, f := range []string{"classes.jar", library, "proguard.txt", "META-INF/com/android/build/gradle/aar-metadata.properties"} {
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
