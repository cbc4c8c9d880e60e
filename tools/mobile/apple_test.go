//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/normlet/normlet/internal/checktest"
)

// objc compiles the generated Objective-C and a caller of it for iOS, all warnings errors, against a stand-in of
// Foundation. Linking and running need Xcode.
func (w *work) objc(t *testing.T) {
	src := w.path("objc")
	copied(t, src, w.path("gen/src/gobind"))
	checktest.Write(t, checktest.Read(t, w.tools, "objc/Caller.m"), src, "Caller.m")
	// Apple's header of this name declares id, Class and nil, which clang knows.
	checktest.Write(t, "#include <Foundation/Foundation.h>\n", folder(t, filepath.Join(src, "objc")), "objc.h")
	var bound []string
	for _, name := range []string{"go_main", "go_mobilemain", "seq", "seq_darwin"} {
		bound = append(bound, filepath.Join(src, name+".go"))
	}
	checktest.Write(t, cgoExport(t, bound...), src, "_cgo_export.h")
	files := glob(t, src, "*.m")
	if len(files) < 4 {
		t.Errorf("gobind writes only %q", files)
	}
	for _, file := range files {
		w.forApple(t, "objective-c", file)
	}
	// An app in Objective-C++ includes the header, too: no name may be a keyword there.
	w.forApple(t, "objective-c++", filepath.Join(src, "Caller.m"))
	t.Logf("%d files compile without a warning, the caller as Objective-C++, too", len(files))
	t.Run("xcframework", w.xcframework)
}

// forApple lets clang check a file for iOS, against the stand-in of Foundation. The folder objc comes last.
func (w *work) forApple(t *testing.T, language, file string, more ...string) {
	t.Helper()
	resources := strings.TrimSpace(w.run(t, "clang", "-print-resource-dir"))
	args := []string{"clang", "--target=arm64-apple-ios15.0", "-fsyntax-only", "-x", language, "-fobjc-arc", "-fmodules", "-fblocks", "-Wall", "-Wextra", "-Werror",
		"-Wno-unused-parameter", "-Wno-stdlibcxx-not-found", "-fmodules-cache-path=" + w.path("modules"), "-D__GOBIND_DARWIN__", "-nostdinc",
		"-isystem", filepath.Join(resources, "include"), "-isystem", filepath.Join(w.tools, "objc"), "-isystem", filepath.Join(w.tools, "objc/libc")}
	w.run(t, slices.Concat(args, more, []string{"-I" + w.path("objc"), file})...)
}

// xcframework lets gomobile lay out an XCFramework, with stand-ins of Xcode's programs and libraries without code, and
// lets clang import it as the module that Swift imports.
func (w *work) xcframework(t *testing.T) {
	real, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("REAL_GO", real)
	t.Setenv("PATH", filepath.Join(w.tools, "standin/apple")+":"+os.Getenv("PATH"))
	out := w.path("NormletBinding.xcframework")
	if err := bindIOS(out); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"Info.plist", "LICENSE", "NOTICE", "THIRD_PARTY_LICENSES"} {
		if checktest.Read(t, out, file) == "" {
			t.Errorf("the XCFramework's %s is empty", file)
		}
	}
	for part, platforms := range map[string]string{"ios-arm64": "ios/arm64", "ios-arm64_x86_64-simulator": "ios/amd64 ios/arm64"} {
		framework := filepath.Join(out, part, "NormletBinding.framework")
		linked := strings.Fields(checktest.Read(t, framework, "NormletBinding"))
		if slices.Sort(linked); strings.Join(linked, " ") != platforms {
			t.Errorf("the library of %s is for %q, want %s", part, linked, platforms)
		}
		if plist := checktest.Read(t, framework, "Info.plist"); !strings.Contains(plist, "<string>NormletBinding</string>") {
			t.Errorf("%s names another library: %s", part, plist)
		}
		caller := strings.Replace(checktest.Read(t, w.tools, "objc/Caller.m"), `#include "Mobile.objc.h"`, "@import NormletBinding;", 1)
		checktest.Write(t, caller, w.path("Importer.m"))
		w.forApple(t, "objective-c", w.path("Importer.m"), "-F"+filepath.Join(out, part), "-Wno-atimport-in-framework-header") // gobind has it so
	}
}
